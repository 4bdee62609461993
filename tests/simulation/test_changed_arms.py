"""What is said of arms that were played before as something else: one line a cause."""

import json
import os
from pathlib import Path

import pytest

from gofsim.simulation.changed_arms import changed_arms
from gofsim.simulation.description import new_manifest
from gofsim.simulation.experiment import load_experiment

BOT = """
from gofsim.strategies.plain import plain_bot

MINE = plain_bot(lambda seen: seen.plays[0] if seen.plays else 0)
"""
TOP = 'question = "?"\nseed = 1\n'
WORTH = f'{TOP}rounds = 9\n[worth]\nbot = "mine.py:MINE"'
LEAGUE = f'{TOP}games = 9\n[league]\nbots = ["mine.py:MINE", "yours.py:MINE"]'
ARMS = f"""{TOP}games = 9
[arms.a]
seats = ["mine.py:MINE", "lowest", "lowest", "lowest"]
[arms.b]
seats = ["lowest", "lowest", "lowest", "longest"]
"""


def played(path):
    """The manifest of a run in which all arms are there."""
    experiment = load_experiment(path)
    found = json.loads(json.dumps(new_manifest(experiment, "gofsim run")))
    found["shards"] = [{"name": arm.name, "arm": arm.hash} for arm in experiment.arms]
    return found


@pytest.fixture
def bots(tmp_path):
    """Two bots of one's own, in files beside the experiment."""
    for name in ("mine.py", "yours.py"):
        (tmp_path / name).write_text(f"{BOT}# {name}", "utf-8")
    return tmp_path


def lines(path, before):
    return changed_arms(Path("run"), before, load_experiment(path))


FRESH = "--fresh starts over"
OTHER_NAME = f"give it another name, or {FRESH}"


@pytest.mark.parametrize(
    ("text", "start", "advice"),
    [
        (WORTH, "arms `G1`, `no G1`, `Y1` and 140 more were", f"{FRESH}, or give another --out"),
        (
            LEAGUE,
            "arms `mine.py:MINE-vs-mine.py:MINE`, `mine.py:MINE-vs-yours.py:MINE` and "
            "`yours.py:MINE-vs-mine.py:MINE` were",
            f"{FRESH}, or give another --out",
        ),
        (ARMS, "arm `a` was", OTHER_NAME),
    ],
)
def test_a_changed_file_is_one_line_that_names_it(text, start, advice, bots, write):
    path = write(text=text)
    before = played(path)
    assert lines(path, before) == []
    (bots / "mine.py").write_text(f"{BOT}# more", "utf-8")
    file = os.path.relpath(bots / "mine.py")
    assert lines(path, before) == [
        f"{start} played in run with another version of {file}; {advice}"
    ]


def test_causes_are_told_one_by_one(bots, write):
    before = played(write(text=ARMS))
    (bots / "mine.py").write_text(f"{BOT}# more", "utf-8")
    found = lines(write(("longest", "control"), text=ARMS), before)
    assert [line.partition(" was played in run with ")[::2] for line in found] == [
        ("arm `a`", f"another version of {os.path.relpath(bots / 'mine.py')}; {OTHER_NAME}"),
        ("arm `b`", f"other bots, parameters or rules; {OTHER_NAME}"),
    ]
