"""The estimates against scipy and statsmodels, at their edges, and for coverage."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from gofsim.analysis import estimates

EXACT = 1e-8


@pytest.fixture
def chance():
    """Random numbers of a fixed seed."""
    return np.random.default_rng(7)


def test_mean_interval_is_the_t_interval_of_scipy(chance):
    blocks = chance.gamma(2.0, size=57)
    found = estimates.mean_interval(blocks, confidence=0.9)
    low, high = stats.t.interval(0.9, 56, blocks.mean(), stats.sem(blocks))
    assert (found.low, found.high) == pytest.approx((low, high), abs=EXACT)
    assert found.p is None
    assert found.n == 57


def test_paired_difference_is_the_paired_t_test_of_scipy(chance):
    left, right = chance.normal(size=(2, 40))
    found = estimates.paired_difference(left, right)
    oracle = stats.ttest_rel(left, right)
    low, high = oracle.confidence_interval()
    assert (found.low, found.high, found.p) == pytest.approx((low, high, oracle.pvalue), abs=EXACT)


def test_identical_blocks_differ_by_exactly_nothing():
    found = estimates.paired_difference([0.1, 0.7, 0.3], [0.1, 0.7, 0.3])
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)
    assert found.flag == "identical"
    assert found.p is None


def test_equal_blocks_give_their_very_value():
    found = estimates.mean_interval([0.1] * 100_003)
    assert (found.value, found.low, found.high) == (0.1, 0.1, 0.1)


def test_one_block_has_no_interval():
    found = estimates.mean_interval([3.0])
    assert (found.value, found.low, found.high) == (3.0, None, None)
    assert found.flag == "one block"


def test_no_block_has_no_data():
    assert estimates.mean_interval([]).flag == "no data"


@pytest.mark.parametrize(("blocks", "flag"), [(29, "few blocks"), (30, "")])
def test_few_blocks_are_flagged(chance, blocks, flag):
    assert estimates.mean_interval(chance.normal(size=blocks)).flag == flag


@pytest.mark.parametrize(("successes", "trials"), [(0, 20), (20, 20), (3, 17), (3_103, 10_000)])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(estimates.wilson, "wilson"), (estimates.clopper_pearson, "beta")],
)
def test_shares_agree_with_statsmodels(successes, trials, ours, theirs):
    found = ours(successes, trials)
    oracle = proportion_confint(successes, trials, method=theirs)
    assert (found.low, found.high) == pytest.approx(oracle, abs=EXACT)


def test_a_share_of_no_trials_has_no_data():
    assert estimates.wilson(0, 0).flag == "no data"
    assert estimates.clopper_pearson(0, 0).flag == "no data"


def test_holm_agrees_with_statsmodels_whatever_the_order(chance):
    p_values = list(chance.uniform(size=25) ** 4)
    oracle = multipletests(p_values, method="holm")[1]
    assert estimates.holm(p_values) == pytest.approx(list(oracle), abs=EXACT)


def test_holm_leaves_out_what_is_identical():
    assert estimates.holm([0.01, None, 0.04]) == [0.02, None, 0.04]


def test_benjamini_hochberg_agrees_with_statsmodels_whatever_the_order(chance):
    p_values = [*(chance.uniform(size=25) ** 4), 0.3, 0.3, 0.0, 1.0]
    oracle = multipletests(p_values, method="fdr_bh")[1]
    assert estimates.benjamini_hochberg(p_values) == pytest.approx(list(oracle), abs=EXACT)


def test_benjamini_hochberg_leaves_out_what_is_identical():
    assert estimates.benjamini_hochberg([0.01, None, 0.04]) == [0.02, None, 0.04]
    assert estimates.benjamini_hochberg([None]) == [None]
    assert estimates.benjamini_hochberg([]) == []


def test_chi_square_agrees_with_scipy():
    counts, chances = [30, 50, 20], [0.25, 0.5, 0.25]
    oracle = stats.chisquare(counts, [25, 50, 25])
    statistic, freedom, p = estimates.chi_square(counts, chances)
    assert (statistic, p) == pytest.approx((oracle.statistic, oracle.pvalue), abs=EXACT)
    assert freedom == 2


def test_common_deals_reduce_the_variance(chance):
    common = chance.normal(size=500)
    left, right = common + chance.normal(0, 0.1, (2, 500))
    reduction = estimates.variance_reduction(
        estimates.mean_interval(left),
        estimates.mean_interval(right),
        estimates.paired_difference(left, right),
    )
    by_hand = (left.var(ddof=1) + right.var(ddof=1)) / (left - right).var(ddof=1)
    assert reduction == pytest.approx(by_hand, rel=EXACT)
    assert reduction > 50


@pytest.mark.parametrize("blocks", [100, 1000])
def test_t_intervals_of_skewed_blocks_cover_the_truth(chance, blocks):
    samples = chance.gamma(4.0, size=(1500, blocks))  # skewness 1
    covered = sum(
        found.low <= 4.0 <= found.high
        for found in (estimates.mean_interval(sample) for sample in samples)
    )
    assert covered / 1500 == pytest.approx(0.95, abs=0.017)
