"""Looking while a run goes on: the formulas by hand, and what they promise."""

from math import exp, inf, log, sqrt

import numpy as np
import pytest
from scipy import optimize, stats

from gofsim.analysis import sequential

EXACT = 1e-8
Z = stats.norm.isf(0.025)


def test_tuning_is_the_formula_at_ten_times_the_first_look():
    assert sequential.tuning(100, 0.05) == pytest.approx(
        sqrt((-2 * log(0.05) + log(-2 * log(0.05)) + 1) / 1000), rel=EXACT
    )


@pytest.mark.parametrize(("blocks", "r", "alpha"), [(100, 0.1, 0.05), (7, 0.4, 0.01)])
def test_the_reach_is_the_formula_in_terms_of_the_spread(blocks, r, alpha):
    sd = 3.7
    inside = 2 * (blocks * r**2 + 1) / (blocks**2 * r**2) * log(sqrt(blocks * r**2 + 1) / alpha)
    found = sequential.confidence_sequence_reach(sd / sqrt(blocks), blocks, r, alpha)
    assert found == pytest.approx(sd * sqrt(inside), rel=EXACT)


def test_the_reach_is_where_the_mixed_likelihood_ratio_is_one_in_alpha():
    """Robbins' normal mixture: the mean is N(0, r² sd²), the ratio at the bound is 1 / alpha."""
    blocks, r, alpha = 250, 0.13, 0.05
    reach = sequential.confidence_sequence_reach(1 / sqrt(blocks), blocks, r, alpha)
    means = np.linspace(-2, 2, 400_001)
    ratios = np.exp(blocks * (means * reach - means**2 / 2)) * stats.norm.pdf(means, scale=r)
    assert ratios.sum() * (means[1] - means[0]) == pytest.approx(1 / alpha, rel=1e-6)


def test_at_the_tuned_size_it_is_half_as_wide_again_as_the_fixed_interval():
    r = sequential.tuning(100, 0.05)
    assert sequential.confidence_sequence_reach(1, 1000, r) / Z == pytest.approx(1.549, abs=5e-4)


@pytest.mark.parametrize(
    ("blocks", "times"), [(100, 1.92), (1000, 1.55), (10_000, 1.66), (100_000, 1.82)]
)
def test_from_the_first_look_on_it_is_never_twice_as_wide(blocks, times):
    reach = sequential.confidence_sequence_reach(1, blocks, sequential.tuning(100))
    assert reach / Z == pytest.approx(times, abs=5e-3)


def test_the_tuning_is_close_to_the_best():
    def reach(r):
        return sequential.confidence_sequence_reach(1, 1000, r)

    best = optimize.minimize_scalar(reach, bounds=(0.01, 1), method="bounded").fun
    assert reach(sequential.tuning(100, 0.05)) < 1.0005 * best


@pytest.mark.parametrize("score", [2.5, 3.2, 6])
def test_the_p_value_is_the_level_whose_interval_ends_at_zero(score):
    p = sequential.anytime_p(-0.5, 0.5 / score, 400, 0.1)
    reach = sequential.confidence_sequence_reach(0.5 / score, 400, 0.1, alpha=p)
    assert p < 1
    assert reach == pytest.approx(0.5, rel=EXACT)


def test_the_p_value_is_never_above_one_nor_undefined():
    assert sequential.anytime_p(0, 1, 100, 0.1) == 1
    assert sequential.anytime_p(0, 0, 100, 0.1) == 1
    assert sequential.anytime_p(0.2, 0, 100, 0.1) == 0
    assert sequential.anytime_p(1e6, 1e-6, 100, 0.1) == 0


def test_the_likelihood_ratio_is_that_of_normal_blocks_whose_spread_is_known():
    sd, d0, d1 = 2.5, 0.0, -0.25
    blocks = np.random.default_rng(3).normal(-0.2, sd, 300)
    by_hand = sum(log(exp(-((x - d1) ** 2 - (x - d0) ** 2) / (2 * sd**2))) for x in blocks)
    found = sequential.sprt_llr(blocks.mean(), sd / sqrt(len(blocks)), d0, d1)
    assert found == pytest.approx(by_hand, abs=EXACT)
    logs = stats.norm.logpdf(blocks[:, None], [d1, d0], sd).sum(axis=0)
    assert found == pytest.approx(logs[0] - logs[1], abs=EXACT)


def test_the_likelihood_ratio_turns_round_with_the_hypotheses():
    forwards = sequential.sprt_llr(0.1, 0.05, 0, 0.3)
    assert sequential.sprt_llr(0.1, 0.05, 0.3, 0) == -forwards
    assert sequential.sprt_llr(-0.1, 0.05, 0, -0.3) == forwards
    assert sequential.sprt_llr(0.15, 0.05, 0, 0.3) == 0


def test_without_any_spread_the_nearer_one_is_certain():
    assert sequential.sprt_llr(0, 0, 0, -0.25) == -inf
    assert sequential.sprt_llr(-0.2, 0, 0, -0.25) == inf
    assert sequential.sprt_llr(0.5, 0, 0, 1) == 0


def test_the_bounds_are_walds():
    assert sequential.sprt_bounds(0.05, 0.1) == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))
    low, high = sequential.sprt_bounds()
    assert low == -high == -log(19)


@pytest.mark.parametrize("mean", [0.0, -0.25])
def test_the_test_keeps_its_risks(mean):
    """Normal blocks, a look at every 20th: 600 runs, wrong in at most 5% + 3 standard errors."""
    chance = np.random.default_rng(17)
    blocks = chance.normal(mean, 2, (600, 4000)).cumsum(axis=1)[:, 99::20]
    looks = np.arange(100, 4001, 20)
    ratios = np.vectorize(sequential.sprt_llr)(blocks / looks, 2 / np.sqrt(looks), 0, -0.25)
    low, high = sequential.sprt_bounds()
    ends = (ratios <= low) | (ratios >= high)
    first = ratios[np.arange(600), ends.argmax(axis=1)]
    wrong = (first >= high) if mean == 0 else (first <= low)
    assert ends.any(axis=1).mean() > 0.99
    assert wrong.mean() < 0.05 + 3 * sqrt(0.05 * 0.95 / 600)
