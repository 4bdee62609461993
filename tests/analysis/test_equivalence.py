"""The test for "the same" against statsmodels, and at its edges."""

import numpy as np
import pytest
from statsmodels.stats.weightstats import DescrStatsW, ttost_paired

from gofsim.analysis.equivalence import tost
from gofsim.analysis.estimates import NO_DATA, mean_interval, paired_difference


@pytest.mark.parametrize("blocks", [2, 5, 40, 2000])
@pytest.mark.parametrize("margin", [0.01, 0.1, 0.5])
def test_it_is_the_paired_tost_of_statsmodels(blocks, margin):
    left, right = np.random.default_rng(blocks).normal(0.05, 1, (2, blocks))
    oracle = ttost_paired(left, right, -margin, margin)[0]
    assert tost(paired_difference(left, right), margin) == pytest.approx(oracle, abs=1e-8)


def test_the_sign_of_the_difference_does_not_matter():
    blocks = np.random.default_rng(2).normal(0.3, 1, 60)
    oracle = DescrStatsW(blocks).ttost_mean(-0.5, 0.5)[0]
    assert tost(mean_interval(blocks), 0.5) == pytest.approx(oracle, abs=1e-8)
    assert tost(mean_interval(-blocks), 0.5) == pytest.approx(oracle, abs=1e-8)


@pytest.mark.parametrize(("value", "p"), [(0.0, 0), (0.09, 0), (-0.09, 0), (0.1, 1), (-0.5, 1)])
def test_blocks_that_all_agree_are_inside_or_outside(value, p):
    assert tost(mean_interval([value] * 50), 0.1) == p


def test_without_a_standard_error_nothing_is_said():
    assert tost(mean_interval([0.0]), 0.1) is None
    assert tost(NO_DATA, 0.1) is None
