"""Small runs of the real engine to analyse."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from gofsim.analysis.report import Report, make_report
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

Play = Callable[[str], Path]

MIXED = """
question = "Who wins, <b>and</b> does the exchange matter?"
seed = 11
games = 40

[arms.on]
seats = ["lowest", "longest", "lowest", "random"]

[arms.off]
seats = ["lowest", "longest", "lowest", "random"]
rules.exchange = "off"
rules.exchange_tie = "clockwise"
rules.direction = "clockwise"

[arms.three]
seats = ["lowest", "longest", "random"]
rules.players = 3
rules.next_lead = "loser"
"""

EXCHANGE = """
question = "How much does the exchange favour the last winner?"
seed = 5
games = 60
headline = "exchange"

[arms.on]
seats = ["lowest", "lowest", "lowest", "lowest"]

[arms.off]
seats = ["lowest", "lowest", "lowest", "lowest"]
rules.exchange = "off"

[arms.cards_only]
seats = ["lowest", "lowest", "lowest", "lowest"]
rules.next_lead = "random"

[arms.neither]
seats = ["lowest", "lowest", "lowest", "lowest"]
rules.exchange = "off"
rules.next_lead = "random"
"""

TWINS = """
question = "Does a name matter?"
seed = 3
games = 35

[bots.twin]
kind = "lowest"

[arms.only]
seats = ["lowest", "twin", "lowest", "twin"]
"""

SWEPT = """
question = "Does it matter who leads, and how long the game is?"
seed = 21
games = 40

[arms.random]
seats = ["random", "random", "random", "random"]

[arms.lowest]
seats = ["lowest", "lowest", "lowest", "lowest"]

[sweep]
"rules.next_lead" = ["winner", "loser"]
"rules.target" = [40, 60, 80]
"""

RIFFLED = """
question = "Do riffles give fewer gangs?"
seed = 22
games = 60

[rules]
shuffle = "riffle"

[arms.random]
seats = ["random", "random", "random", "random"]

[arms.lowest]
seats = ["lowest", "lowest", "lowest", "lowest"]

[sweep]
"rules.riffles" = [10, 0, 1, 2, 3, 5, 7]
"""

SINGLE = """
question = "What does one round tell?"
seed = 9
rounds = 50

[arms.mixed]
seats = ["lowest", "lowest", "lowest", "random"]
"""


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Play an experiment text once a session; returns the folder of its results."""
    folders: dict[str, Path] = {}

    def play_text(text: str) -> Path:
        if text not in folders:
            base = tmp_path_factory.mktemp("run")
            path = base / "experiment.toml"
            path.write_text(text, "utf-8")
            folders[text] = run_experiment(load_experiment(path), base, workers=1)
        return folders[text]

    return play_text


@pytest.fixture(scope="session")
def report_of() -> Callable[[Path], Report]:
    """Make the report of a run once a session."""
    return cache(make_report)


@pytest.fixture(scope="session")
def mixed(play: Play) -> Path:
    """Different bots, three rule sets, 3 and 4 players."""
    return play(MIXED)


@pytest.fixture(scope="session")
def exchange(play: Play) -> Path:
    """The exchange and the lead switched on and off, four equal bots."""
    return play(EXCHANGE)


@pytest.fixture(scope="session")
def twins(play: Play) -> Path:
    """One deterministic bot under two names."""
    return play(TWINS)


@pytest.fixture(scope="session")
def swept(play: Play) -> Path:
    """A sweep over two rules, two bots."""
    return play(SWEPT)


@pytest.fixture(scope="session")
def riffled(play: Play) -> Path:
    """A sweep over one rule with more arms than a page shows, two bots."""
    return play(RIFFLED)


@pytest.fixture(scope="session")
def single(play: Play) -> Path:
    """Single rounds."""
    return play(SINGLE)
