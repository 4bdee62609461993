"""The verdict on held-out deals, and its sentence."""

import numpy as np
import pytest

from gofsim.commands.held_out import HeldOut, gain
from gofsim.simulation.tuning_play import Deals

BLOCKS = np.random.default_rng(3).normal(size=400)
DEALS = Deals(1, range(400))


def held_out(objective, shift, noise=0.1):
    """The tuned bot's blocks are those of the start, shifted, with some noise."""
    other = BLOCKS[::-1] * noise
    whole = gain(BLOCKS, BLOCKS + other - other.mean() + shift)
    return HeldOut(None, DEALS, objective, whole, {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("objective", "shift", "verdict"),
    [
        ("games", 0.1, "gained"),
        ("games", -0.1, "lost"),
        ("points", -0.1, "gained"),  # points are bad
        ("points", 0.1, "lost"),
        ("points", 0.001, "undecided"),
    ],
)
def test_the_verdict_knows_what_is_good(objective, shift, verdict):
    assert held_out(objective, shift).verdict == verdict


def test_the_sentence_has_the_difference_its_interval_and_p():
    assert held_out("games", 0.1).sentence == (
        "On deals that were not tuned on the tuned bot is better than at the start: +10.0 ± 1.0 "
        "percentage points of games, its share less that of the others "
        "(p <\N{NO-BREAK SPACE}0.001)."
    )
    undecided = held_out("points", 0.005).sentence
    assert "is not clearly better or worse than at the start: +0.005 ± 0.010 points" in undecided
    assert "(p = 0.3" in undecided


def test_where_nothing_changes_it_says_so():
    same = held_out("points", 0.0, noise=0.0)
    assert same.verdict == "undecided"
    assert same.change.endswith("(identical)")
    assert same.whole.plain()["p"] is None
