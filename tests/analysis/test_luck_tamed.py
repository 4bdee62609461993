"""Results until the better of two is ahead, and what adjusting for the cards saves."""

from math import inf

import numpy as np
import pytest
from made_cells import made

from gofsim.analysis.luck import Cells
from gofsim.analysis.luck_tamed import adjusted, kept_variance, slope_of, until_sure


def test_results_until_the_better_is_ahead():
    cells = made(np.random.default_rng(3), 50_000, bot=1.0, deal=2.0, interplay=1.0)
    # The first takes half a point more than even, with a variance of five.
    found = until_sure(cells)
    assert found.value == pytest.approx(1.645**2 * 5 / 0.25, rel=0.05)
    assert found.low < found.value < found.high
    taken = cells.first.ravel()[: 54 * 3000].reshape(-1, 54)
    assert (taken.mean(axis=1) > 0).mean() == pytest.approx(0.95, abs=0.02)


def test_their_interval_holds():
    """Of sixty studies at most eight miss: 95% would miss three."""
    true, missed = 1.645**2 * 5 / 0.25, 0
    for seed in range(60):
        cells = made(np.random.default_rng(seed), 1_000, bot=1.0, deal=2.0, interplay=1.0)
        found = until_sure(cells)
        missed += not found.low < true < found.high
    assert missed <= 8


def test_an_open_end_is_open():
    """Two alike: their gap is not sure, so no number may be enough."""
    found = until_sure(made(np.random.default_rng(8), 60, deal=2.0, interplay=1.0))
    assert found.high == inf
    assert 1 < found.low < found.value
    places = np.tile(np.arange(4), (60, 1))
    same = Cells(np.zeros((60, 4, 1)), np.zeros((60, 4, 1)), places, False, False)
    assert until_sure(same) == type(found)(inf, inf, inf)


def test_adjusting_takes_away_what_the_deal_explains():
    cells = made(np.random.default_rng(4), 20_000, deal=2.0, interplay=1.0)
    # Both take the deal's 4 of 5: of the variance 1 - 0.8^2 is left.
    assert slope_of(cells) == pytest.approx(0.8, abs=0.02)
    assert kept_variance(cells) == pytest.approx(0.36, abs=0.02)


def test_adjusting_by_noise_promises_nothing():
    found = adjusted(made(np.random.default_rng(5), 500, deal=0.0, interplay=1.0))
    assert found.value == pytest.approx(1, abs=0.05)
    assert found.reach > 0


def test_a_bot_that_always_wins_has_no_luck_to_take_away():
    cells = made(np.random.default_rng(6), 60, interplay=1.0)
    ones, zeros = np.ones((60, 4, 1)), np.zeros((60, 4, 1))
    always = Cells(ones, cells.second, None, True, True)
    never = Cells(cells.first, zeros, None, True, True)
    assert (kept_variance(always), slope_of(never), kept_variance(never)) == (1.0, 0.0, 1.0)
    assert until_sure(always).value == until_sure(always).high == 1
