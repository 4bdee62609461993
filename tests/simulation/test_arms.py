"""Arm hashes follow everything that decides the games: also the files of a user's bot."""

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

BOT = """
from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Strategy
from helper import pick

@kernel
def choose(view, hand, parameters, offset):
    return pick(view, hand)

BOT = Strategy("mine", "Leads one card, follows as its helper says.", "a test", choose)
"""
HELPER = """
import numpy as np
from gofsim.kernel.cards import lowest
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import REQUIRED, TO_BEAT_KIND, weakest_play

@kernel
def pick(view, hand):
    if view[TO_BEAT_KIND] != np.uint64(0):
        return {answer}
    return view[REQUIRED] if view[REQUIRED] != np.uint64(0) else lowest(hand)
"""
TEXT = """
question = "?"
seed = 1
games = 10
[rules]
last_card = "off"
[arms.a]
seats = ["bot.py:BOT", "lowest", "lowest", "random"]
"""


@pytest.fixture
def path(write, tmp_path):
    """An experiment with a bot whose helper lies beside it."""
    (tmp_path / "bot.py").write_text(BOT, "utf-8")
    (tmp_path / "helper.py").write_text(HELPER.format(answer="np.uint64(0)"), "utf-8")
    return write(text=TEXT)


def arm(path):
    """The experiment's only arm."""
    return load_experiment(path).arms[0]


def test_an_edit_beside_the_bot_gives_another_hash(path):
    before = arm(path)
    assert arm(path).hash == before.hash
    (path.parent / "helper.py").write_text(
        HELPER.format(answer="weakest_play(view, hand)"), "utf-8"
    )
    assert arm(path).hash != before.hash


def test_an_edit_beside_the_bot_gives_other_games_and_is_not_mixed_with_the_old(path, tmp_path):
    folder = run_experiment(load_experiment(path), tmp_path / "out", workers=1)
    old = {file.name: file.read_bytes() for file in (folder / "rounds").iterdir()}
    (path.parent / "helper.py").write_text(
        HELPER.format(answer="weakest_play(view, hand)"), "utf-8"
    )
    with pytest.raises(
        BadInputError,
        match=r"arm `a` was played in .* with another version of .*bot\.py or .*helper\.py",
    ):
        run_experiment(load_experiment(path), tmp_path / "out", workers=1)
    assert {file.name: file.read_bytes() for file in (folder / "rounds").iterdir()} == old
    run_experiment(load_experiment(path), tmp_path / "out", workers=1, fresh=True)
    new = [file.read_bytes() for file in (folder / "rounds").iterdir()]
    assert new != list(old.values())
