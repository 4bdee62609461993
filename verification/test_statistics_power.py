"""The planning table's blocks: how often runs of that size find the effect."""

from math import sqrt

import numpy as np
import pytest
from games import bot

from gofsim.analysis.estimates import paired_difference
from gofsim.analysis.power import blocks_needed, power
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks
from verification.record import record

RUNS, POOL = 4000, 20_000


@pytest.fixture
def chance():
    return np.random.default_rng(20261130)


def judge(what, found, expected, *, promised=True):
    """Record a power, and hold it against the expected one where that is promised."""
    error = sqrt(expected * (1 - expected) / RUNS)
    record("5 Power", what, f"{found:.1%} of {RUNS:,} runs, {expected:.1%} expected",
           f"within 3 standard errors ({3 * error:.1%})" if promised else "reported")  # fmt: skip
    assert not promised or abs(found - expected) <= 3 * error


def share_found(draw):
    """How often the paired t test calls the differences of a run significant."""
    return np.mean([paired_difference(draw(), 0.0).p < 0.05 for _ in range(RUNS)])


@pytest.mark.parametrize("wanted", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("effect", [0.1, 0.25, 1.0])
def test_normal_differences(chance, effect, wanted):
    sd = 2.0
    blocks = blocks_needed(effect, sd, wanted)
    found = share_found(lambda: chance.normal(effect, sd, blocks))
    what = f"effect {effect:g}, spread of a block {sd:g}, power {wanted:.0%}: {blocks:,} blocks"
    judge(f"normal differences, {what}", found, power(effect, sd, blocks))


@pytest.fixture(scope="module")
def pool():
    """Points a round that `lowest` has less than `longest` does, by block of real rounds."""
    played = play_blocks(
        [bot("lowest"), bot("longest")] * 2, Rules(), seed=1, blocks=range(POOL),
        seating="rotations", single_round=True, arm="pool",
    ).rounds  # fmt: skip
    signs = [np.where(played[f"place_{seat}"] % 2, -1, 1) for seat in range(4)]
    rows = sum(sign * played[f"points_{seat}"] for seat, sign in enumerate(signs)) / 2
    return rows.reshape(POOL, 4).mean(axis=1)


@pytest.mark.parametrize("wanted", [0.8, 0.95])
@pytest.mark.parametrize("effect", [0.1, -0.25, 0.25, 0.5])
def test_differences_of_real_bots(chance, pool, effect, wanted):
    """Blocks drawn from real ones, moved so that the truth is the effect.

    Under a hundred of them their skewness shows: the table holds for normal means.
    """
    moved, sd = pool - pool.mean() + effect, pool.std()
    blocks = blocks_needed(effect, sd, wanted)
    found = share_found(lambda: chance.choice(moved, blocks))
    what = f"effect {effect:g}, power {wanted:.0%}: {blocks:,} blocks"
    what = f"`lowest` less `longest` in points a round, {what}"
    judge(what, found, power(effect, sd, blocks), promised=blocks >= 100)
