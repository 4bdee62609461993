"""Intervals of quantiles: the two methods, where they change over, and their edges."""

import numpy as np
import pytest
from scipy import stats

from gofsim.analysis.quantiles import MOST_RESAMPLED, bca_bounds, quantile_interval, woodruff_bounds


@pytest.fixture
def chance():
    """Random numbers of a fixed seed."""
    return np.random.default_rng(11)


def test_bca_is_scipys_when_a_block_holds_one_value(chance):
    values = chance.gamma(2.0, size=(80, 1))
    oracle = stats.bootstrap(
        (values[:, 0],), np.median, n_resamples=1999, rng=np.random.default_rng(1), batch=50
    )
    low, high = bca_bounds(values, 0.5, 0.95)
    assert (low, high) == pytest.approx(tuple(oracle.confidence_interval), abs=1e-8)


def test_both_methods_give_much_the_same_interval(chance):
    values = chance.normal(size=(900, 4)) + chance.normal(size=(900, 1))
    bca, woodruff = bca_bounds(values, 0.5, 0.95), woodruff_bounds(values, 0.5, 0.95)
    assert bca == pytest.approx(woodruff, abs=0.02)
    assert 0.05 < bca[1] - bca[0] < 0.3


@pytest.mark.parametrize("blocks", [100, MOST_RESAMPLED + 500])
def test_intervals_cover_the_median_of_blocks_that_hang_together(chance, blocks):
    runs = 60 if blocks == 100 else 400
    covered = 0
    for _ in range(runs):
        values = chance.normal(size=(blocks, 2)) + chance.normal(size=(blocks, 1))
        found = quantile_interval(values, 0.5)
        covered += found.low <= 0 <= found.high
    assert covered / runs >= 0.88


def test_equal_values_are_identical():
    found = quantile_interval(np.full((50, 2), 9.0), 0.5)
    assert (found.value, found.low, found.high, found.flag) == (9.0, 9.0, 9.0, "identical")


def test_a_median_that_never_moves_is_a_point():
    values = np.full((400, 1), 5.0)
    values[:3] = 4.0
    found = quantile_interval(values, 0.5)
    assert (found.low, found.high, found.flag) == (5.0, 5.0, "")


@pytest.mark.parametrize(("blocks", "flag"), [(1, "one block"), (29, "few blocks")])
def test_under_thirty_blocks_there_is_no_interval(chance, blocks, flag):
    found = quantile_interval(chance.normal(size=(blocks, 4)), 0.5)
    assert (found.low, found.high, found.flag) == (None, None, flag)


def test_nothing_has_no_data():
    assert quantile_interval(np.empty((0, 4)), 0.5).flag == "no data"
