"""Leaving groups out: the intervals of means are the usual ones, and others hold what they say."""

import numpy as np
import pytest
from scipy import stats

from gofsim.analysis.jackknife import GROUPS, jackknife


def of_rows(rows, statistics):
    return jackknife(rows, len(rows), lambda some, kept: some[kept], statistics)


def test_the_interval_of_a_mean_is_students():
    rows = np.random.default_rng(1).normal(3, 2, GROUPS)
    found = of_rows(rows, lambda some: {"mean": some.mean(), "none": 0.0})
    low, high = stats.t.interval(0.95, GROUPS - 1, rows.mean(), stats.sem(rows))
    assert (found["mean"].low, found["mean"].high) == pytest.approx((low, high), rel=1e-6)
    assert (found["none"].value, found["none"].reach) == (0, 0)


def test_intervals_of_a_ratio_hold():
    """Of a hundred studies at most eleven miss: 95% would miss five."""
    rng, missed = np.random.default_rng(2), 0
    for _ in range(100):
        rows = rng.exponential((1.0, 4.0), (150, 2))
        ratio = of_rows(rows, lambda some: {"": some[:, 0].sum() / some[:, 1].sum()})[""]
        missed += not ratio.low < 0.25 < ratio.high
    assert missed <= 11
