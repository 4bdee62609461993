"""A bot file that comes as bytes is loaded like the one it was packed from."""

import pytest

from gofsim.simulation.arms import bot_content
from gofsim.strategies import bot_file
from gofsim.strategies.packed import pack, unpack
from gofsim.strategies.seat import seat_bot

BOT = """
from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Strategy
from rank import weakest

@kernel
def choose(view, hand, parameters, offset):
    return weakest(view, hand)

MINE = Strategy("mine", "Lays the weakest.", "a test", choose)
"""
RANK = """
import numpy as np
from gofsim.kernel.cards import lowest
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import REQUIRED, TO_BEAT_KIND

@kernel
def weakest(view, hand):
    if view[TO_BEAT_KIND] != np.uint64(0):
        return np.uint64(0)
    return view[REQUIRED] if view[REQUIRED] != np.uint64(0) else lowest(hand)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the bot is; afterwards nothing is known of its having moved."""
    monkeypatch.setattr(bot_file, "moved", {})
    (tmp_path / "mine.py").write_text(BOT, "utf-8")
    (tmp_path / "rank.py").write_text(RANK, "utf-8")
    (tmp_path / "other.txt").write_text("not imported")
    return tmp_path


def test_packed_with_what_it_imports_and_loaded_elsewhere(folder):
    seat = seat_bot("mine.py:MINE", {}, folder, "here")
    asking = seat_bot("pimc", {"rollout": "mine.py:MINE"}, folder, "here")
    (packed,) = pack([seat, seat_bot("lowest", {}, folder, "here"), asking])
    assert [name for name, _ in packed.files] == ["mine.py", "rank.py"]
    content = bot_content(asking, 4)
    for path in folder.glob("*.py"):
        path.unlink()
    unpack(packed)
    elsewhere = seat_bot("pimc", {"rollout": "mine.py:MINE"}, folder, "there")
    assert elsewhere.sources[0].parent != folder
    assert bot_content(elsewhere, 4) == content
