"""Experiment files to play with."""

from collections.abc import Callable
from pathlib import Path

import pytest

EXPERIMENT = """
question = "Who wins?"
seed = 7
games = 60

[bots.cautious]
kind = "lowest"
gang_when_opponent_at_most = 3

[arms.on]
seats = ["lowest", "lowest", "cautious", "random"]

[arms.off]
seats = ["lowest", "lowest", "cautious", "random"]
rules.exchange = "off"
"""

Writer = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Write an experiment file: the usual one with replacements, or a text of its own."""

    def write_file(*replacements: tuple[str, str], text: str = EXPERIMENT, name: str = "e") -> Path:
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / f"{name}.toml"
        path.write_text(text, "utf-8")
        return path

    return write_file


CHEAT = """
import numpy as np
from gofsim.kernel.cards import lowest, complement
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import BLOCK, REQUIRED, SCRATCH, TO_BEAT_KIND
from gofsim.strategies.base import Strategy


@kernel
def choose(view, hand, parameters, offset):
    if view[BLOCK] >= np.uint64(FROM):
        LATE
    if view[TO_BEAT_KIND] != np.uint64(0):
        return np.uint64(0)
    return view[REQUIRED] if view[REQUIRED] != np.uint64(0) else lowest(hand)


CHEAT = Strategy("cheat", "Plays by the rules, but not for long.", "a test", choose)
"""
ILLEGAL = "return lowest(complement(hand))"
ENDLESS = "while view[BLOCK] != np.uint64(1):\n            view[SCRATCH] += np.uint64(1)"


def seat_cheat(folder: Path, late: str, block: int) -> list[tuple[str, str]]:
    """Write the bot; return what seats it in the second arm, where it may pass as it likes."""
    code = CHEAT.replace("LATE", late).replace("FROM", str(block))
    (folder / "cheat.py").write_text(code, "utf-8")
    return [
        ('"cautious", "random"]\nrules.exchange', '"cautious", "cheat.py:CHEAT"]\nrules.exchange'),
        ('rules.exchange = "off"', 'rules.last_card = "off"'),
    ]


@pytest.fixture
def cheat(tmp_path: Path) -> list[tuple[str, str]]:
    """Replacements that seat a bot which plays what it does not hold from block 40 on."""
    return seat_cheat(tmp_path, ILLEGAL, 40)


@pytest.fixture
def endless(tmp_path: Path) -> list[tuple[str, str]]:
    """Replacements that seat a bot which never answers from block 900 on."""
    return seat_cheat(tmp_path, ENDLESS, 900)
