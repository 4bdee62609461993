"""Power of the paired t test against statsmodels, and the blocks that reach it."""

from math import sqrt

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from gofsim.analysis.power import blocks_needed, power
from gofsim.analysis.sequential import confidence_sequence_reach, tuning
from gofsim.errors import BadInputError


@pytest.mark.parametrize("blocks", [2, 10, 200, 5000])
@pytest.mark.parametrize("errors", [0.0, 0.5, -2.8, 6.0])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_power_is_that_of_statsmodels(blocks, errors, alpha):
    """The effect that many standard errors from zero."""
    effect = errors * 1.5 / sqrt(blocks)
    oracle = TTestPower().power(effect / 1.5, blocks, alpha)
    assert power(effect, 1.5, blocks, alpha) == pytest.approx(oracle, abs=1e-8)


@pytest.mark.parametrize(("effect", "sd"), [(0.1, 1), (-0.02, 3), (0.25, 0.7), (5, 1), (40, 1)])
@pytest.mark.parametrize("wanted", [0.5, 0.8, 0.95])
def test_the_blocks_needed_are_the_fewest(effect, sd, wanted):
    blocks = blocks_needed(effect, sd, wanted)
    assert power(effect, sd, blocks) >= wanted > power(effect, sd, blocks - 1)


def test_the_blocks_needed_are_those_of_statsmodels():
    oracle = TTestPower().solve_power(effect_size=0.1, power=0.8, alpha=0.05)
    assert blocks_needed(0.2, 2.0) == int(oracle) + 1


@pytest.mark.parametrize("effect", [0.5, 30, 1e9])
@pytest.mark.parametrize("blocks", [2, 6, 1000, 10**9])
def test_power_stays_a_probability_however_large_the_effect(effect, blocks):
    assert 0 < power(effect, 1, blocks) <= 1


def test_without_any_spread_every_effect_shows():
    assert power(0.1, 0, 2) == 1
    assert power(0, 0, 2) == 0.05
    assert power(0.1, 1, 1) == 0
    assert blocks_needed(0.1, 0) == 2


@pytest.mark.parametrize("effect", [0.0, 1e-9])
def test_an_effect_that_no_number_of_blocks_shows_is_refused(effect):
    with pytest.raises(BadInputError, match="no number of blocks"):
        blocks_needed(effect, 1)


@pytest.mark.parametrize("wanted", [0.0, 1.0, -3])
def test_a_power_that_is_no_probability_is_refused(wanted):
    with pytest.raises(BadInputError, match="between 0 and 1"):
        blocks_needed(0.1, 1, wanted)


def test_a_confidence_sequence_needs_more_blocks():
    r = tuning(100)
    blocks = blocks_needed(0.1, 1.0, anytime=r)
    assert power(0.1, 1.0, blocks, anytime=r) >= 0.8 > power(0.1, 1.0, blocks - 1, anytime=r)
    assert 1.5 < blocks / blocks_needed(0.1, 1.0) < 2.2


def test_the_power_of_a_confidence_sequence_is_how_often_it_leaves_zero_out():
    r, blocks, runs = tuning(100), 800, 20_000
    means = np.random.default_rng(3).normal(0.1, 1 / np.sqrt(blocks), runs)
    found = np.mean(np.abs(means) > confidence_sequence_reach(1 / np.sqrt(blocks), blocks, r))
    assert power(0.1, 1.0, blocks, anytime=r) == pytest.approx(found, abs=4 * 0.5 / runs**0.5)
