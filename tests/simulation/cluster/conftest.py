"""One real cluster for all tests, and a user's bot with what it needs."""

import json

import pytest
from clusters import cluster as started

from gofsim.simulation import plan

BOT = """
from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Parameter, Strategy
from beside.rank import weakest
MORE

@kernel
def choose(view, hand, parameters, offset):
    return weakest(view, hand)


MINE = Strategy(
    "mine", "Lays the weakest.", "a test", choose, parameters=(Parameter("p", 0.5, 0, 1, "none"),)
)
"""
BESIDE = """
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
WEIGHTS = {"format": "gofsim-weights/1", "bot": "mine", "players": 4, "parameters": {"p": 0.25}}


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    """A scheduler and two workers, each of which its nanny brings back when it dies."""
    with started(tmp_path_factory.mktemp("cluster") / "c") as found:
        found.join(2, "--nanny")
        yield found


@pytest.fixture
def small_shards(monkeypatch):
    """Shards of about a tenth of the usual test run."""
    monkeypatch.setattr(plan, "MOST_ROUNDS", 400)


@pytest.fixture
def my_bot(tmp_path):
    """Write a bot into a folder of its own; return what seats it instead of `random`."""

    def write_bot(more=""):
        folder = tmp_path / "bots"
        (folder / "beside").mkdir(parents=True)
        (folder / "mine.py").write_text(BOT.replace("MORE", more), "utf-8")
        (folder / "beside" / "__init__.py").write_text("")
        (folder / "beside" / "rank.py").write_text(BESIDE, "utf-8")
        (folder / "weights.json").write_text(json.dumps(WEIGHTS), "utf-8")
        return [
            (
                "[arms.on]",
                '[bots.mine]\nkind = "bots/mine.py:MINE"\nweights = "bots/weights.json"\n[arms.on]',
            ),
            ('"cautious", "random"]\nrules.exchange', '"cautious", "mine"]\nrules.exchange'),
            ('rules.exchange = "off"', 'rules.last_card = "off"'),
        ]

    return write_bot
