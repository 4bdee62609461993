"""Own methods beside those of statsmodels, choix and scipy, on many random cases."""

from math import sqrt

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from orders import draw_orders, one_by_one, tally
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import ttost_paired

from gofsim.analysis import estimates
from gofsim.analysis.block_sums import BlockSums, rate
from gofsim.analysis.equivalence import tost
from gofsim.analysis.power import power
from gofsim.analysis.ratings import connected, fit
from verification.record import record

CLOSE = 1e-8


@pytest.fixture
def chance():
    return np.random.default_rng(20261130)


def judge(what, oracle, pairs):
    """Record the largest difference between ours and theirs, and hold it against 1e-8."""
    apart = [np.max(np.abs(np.subtract(ours, theirs))) for ours, theirs in pairs]
    figure = f"largest difference {max(apart):.0e} in {len(apart):,} cases"
    record("6 Oracles", f"{what}, beside {oracle}", figure, "at most 1e-8")
    assert max(apart) <= CLOSE


@pytest.mark.parametrize(
    ("adjust", "method"), [(estimates.holm, "holm"), (estimates.benjamini_hochberg, "fdr_bh")]
)
def test_families_of_p_values(chance, adjust, method):
    families = [chance.uniform(size=chance.integers(1, 40)) ** 3 for _ in range(200)]
    pairs = [(adjust(list(p)), multipletests(p, method=method)[1]) for p in families]
    judge(f"p-values adjusted by {adjust.__name__}", "statsmodels", pairs)


def test_shares(chance):
    def ours(hits, trials):
        found = estimates.wilson(hits, trials)
        return found.low, found.high

    trials = chance.integers(1, 10_000, 2000)
    cases = [(int(chance.integers(0, n + 1)), int(n)) for n in trials]
    pairs = [(ours(*case), proportion_confint(*case, method="wilson")) for case in cases]
    judge("Wilson intervals", "statsmodels", pairs)


def test_cluster_errors(chance):
    """Of a rate over rows, with blocks of unequal size as clusters."""
    pairs = []
    for _ in range(300):
        sizes = chance.integers(1, 9, chance.integers(10, 300))
        blocks = np.repeat(np.arange(len(sizes)), sizes)
        rows = chance.integers(-20, 60, len(blocks)) + chance.integers(0, 9, len(sizes))[blocks]
        sums = BlockSums([("arm", "points"), ("arm", "rounds")])
        sums.add(np.stack([np.bincount(blocks, rows), sizes], axis=1).astype(float))
        found = sums.estimate(rate("arm", "points", "rounds"))
        model = sm.OLS(rows, np.ones(len(rows))).fit(
            cov_type="cluster", cov_kwds={"groups": blocks, "use_correction": False}
        )
        corrected = model.bse[0] * sqrt(len(sizes) / (len(sizes) - 1))
        pairs.append(((found.value, found.error), (model.params[0], corrected)))
    judge("rates and their cluster errors", "statsmodels", pairs)


def test_equivalence(chance):
    pairs = []
    for _ in range(500):
        left, right = chance.normal(chance.normal(0, 0.1), 1, (2, chance.integers(5, 500)))
        margin = float(chance.uniform(0.01, 0.5))
        ours = tost(estimates.paired_difference(left, right), margin)
        pairs.append((ours, ttost_paired(left, right, -margin, margin)[0]))
    judge("two one-sided tests", "statsmodels", pairs)


def test_power(chance):
    pairs = []
    for _ in range(500):
        blocks, shift = int(chance.integers(5, 5000)), float(chance.uniform(0, 5))
        effect = shift / sqrt(blocks)
        pairs.append((power(effect, 1.0, blocks), TTestPower().power(effect, blocks, 0.05)))
    judge("power of the paired t test", "statsmodels", pairs)


@pytest.mark.parametrize("copies", [False, True])
def test_ratings(chance, copies):
    """Pools of 3 to 6 bots at random tables, with or without copies of a bot at a table."""
    pairs = []
    while len(pairs) < 40:
        bots = int(chance.integers(3, 7))
        size = min(bots, 4)
        tables = np.array([chance.choice(bots, size, replace=copies) for _ in range(150)])
        orders = draw_orders(chance, chance.normal(size=bots), tables, 1)[0]
        choices, counts = tally([[one_by_one(order)] for order in orders], "abcdef"[:bots])
        total = counts.sum(axis=0)
        if not connected(choices, total):
            continue
        firsts = [(int(order[at]), order[at + 1 :].tolist())
                  for order in orders for at in range(size - 1)]  # fmt: skip
        oracle = choix.mm_top1(bots, firsts, tol=1e-12)
        pairs.append((fit(choices, total), oracle - oracle.mean()))
    tables = "tables with copies" if copies else "distinct bots"
    judge(f"Plackett-Luce ratings, {tables}", "choix", pairs)
