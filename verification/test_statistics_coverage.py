"""Blocks of known truth: how often the intervals hold it."""

import warnings
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from gofsim.analysis.block_sums import BlockSums, rate
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.looks import GO_ON, judged
from verification.record import record

MEAN, SCALE = 3.0, 1000  # points a round; kept in thousandths, as the sums are of whole numbers
SEATINGS = 4
BETWEEN = 0.7  # spread of the blocks; below 1 the rounds of a block are negatively correlated
SKEWED = (0.0, 0.5, 1.0)
RUNS = {10: 20_000, 100: 20_000, 1000: 10_000}


def block_effects(chance, skewness, shape):
    """Mean 0, variance 1 and this skewness: normal, or a gamma distribution moved."""
    if skewness == 0:
        return chance.normal(size=shape)
    form = 4 / skewness**2
    return (chance.gamma(form, size=shape) - form) / sqrt(form)


def rounds(chance, skewness, shape):
    """Points of the rounds of each block, float64[*shape, seatings].

    What one seating has more of, the others of the same deal have less of.
    """
    own = chance.normal(size=(*shape, SEATINGS))
    within = 2 * (own - own.mean(axis=-1, keepdims=True))
    return MEAN + BETWEEN * block_effects(chance, skewness, shape)[..., None] + within


def whole(points):
    """Sums by block of thousandths of points, as BlockSums takes them."""
    return np.rint(SCALE * points).sum(axis=-1)


@pytest.fixture
def chance():
    return np.random.default_rng(20261130)


def estimate(points, counts):
    """The report's interval of points a round, from float64[blocks] sums and rounds."""
    sums = BlockSums([("arm", "points"), ("arm", "rounds")])
    sums.add(np.stack([points, counts], axis=1))
    return sums.estimate(rate("arm", "points", "rounds", SCALE))


def holds(found, truth):
    return found.low <= truth <= found.high


def judge(what, covered, runs, *, promised=True):
    """Record a coverage, and hold it against the promise where there is one."""
    error = sqrt(0.05 * 0.95 / runs)
    record("4 Coverage", what, f"{covered:.1%} of {runs:,}",
           "94-96%" if promised else f"reported (± {error:.1%})")  # fmt: skip
    assert not promised or 0.94 <= covered <= 0.96


def test_the_rounds_of_a_block_are_as_described(chance):
    found = rounds(chance, 1.0, (200_000,))
    assert np.corrcoef(found.T)[np.tril_indices(SEATINGS, -1)].max() < -0.1
    assert stats.skew(found.mean(axis=1)) == pytest.approx(1, abs=0.05)
    assert found.mean() == pytest.approx(MEAN, abs=0.01)


@pytest.mark.parametrize("skewness", SKEWED)
@pytest.mark.parametrize("blocks", RUNS)
def test_intervals_of_a_rate(chance, blocks, skewness):
    counts = np.full(blocks, float(SEATINGS))
    covered = np.mean(
        [
            holds(estimate(whole(rounds(chance, skewness, (blocks,))), counts), MEAN)
            for _ in range(RUNS[blocks])
        ]
    )
    what = f"t interval of points a round, {blocks:,} blocks, skewness {skewness:g}"
    judge(what, covered, RUNS[blocks], promised=blocks > 10)


@pytest.mark.parametrize("blocks", [100, 1000])
def test_intervals_of_a_rate_over_games_of_different_lengths(chance, blocks):
    """Long games have fewer points a round here: numerator and base hang together."""
    covered = 0
    for _ in range(RUNS[1000]):
        lengths = 4 + chance.poisson(12, blocks).astype(float)
        noise = 3 * chance.normal(size=blocks) * np.sqrt(lengths)
        points = np.rint(SCALE * (MEAN * lengths - 0.1 * (lengths - 16) ** 2 + noise))
        truth = MEAN - 0.1 * 12 / 16  # the mean of (lengths - 16)² is 12
        covered += holds(estimate(points, lengths), truth)
    what = f"t interval of points a round, games of 4 to about 28 rounds, {blocks:,} blocks"
    judge(what, covered / RUNS[1000], RUNS[1000])


@pytest.mark.parametrize("blocks", [100, 1000])
def test_intervals_of_a_paired_difference(chance, blocks):
    """Two arms on common deals, the right one better by half a point."""
    columns = [(arm, name) for arm in ("left", "right") for name in ("points", "rounds")]
    counts, covered = np.full(blocks, float(SEATINGS)), 0
    for _ in range(RUNS[1000]):
        common = rounds(chance, 1.0, (blocks,))
        right = common - 0.5 + 0.5 * block_effects(chance, 1.0, (blocks,))[:, None]
        sums = BlockSums(columns)
        sums.add(np.stack([whole(common), counts, whole(right), counts], axis=1))
        sides = [rate(arm, "points", "rounds", SCALE) for arm in ("right", "left")]
        covered += holds(sums.difference(*sides), -0.5)
    what = f"t interval of a paired difference of arms, {blocks:,} blocks, skewness 1"
    judge(what, covered / RUNS[1000], RUNS[1000])


@pytest.mark.parametrize("skewness", SKEWED)
def test_the_bca_bootstrap_at_ten_blocks(chance, skewness):
    runs = 2000
    means = rounds(chance, skewness, (runs, 10)).mean(axis=-1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap(
            (means,), np.mean, axis=1, n_resamples=999, method="BCa", rng=chance, batch=50
        ).confidence_interval
    covered = np.mean((found.low <= MEAN) & (found.high >= MEAN))
    judge(f"BCa bootstrap of a mean, 10 blocks, skewness {skewness:g}", covered, runs,
          promised=False)  # fmt: skip


def first_stops(chance, stop, skewness, runs, most):
    """The estimate of each run at the look at which the rule ends it."""
    looks = np.arange(stop["first"], most + 1, 50)
    for _ in range(runs):
        means = BETWEEN * block_effects(chance, skewness, most)
        sums, squares = (np.cumsum(means**power)[looks - 1] for power in (1, 2))
        errors = np.sqrt((squares - sums**2 / looks) / (looks - 1) / looks)
        for blocks, value, error in zip(looks, sums / looks, errors, strict=True):
            seen = Estimate(float(value), None, None, int(blocks), float(error))
            found = judged(seen, stop)
            if found["decision"] != GO_ON:
                yield replace(seen, low=found["low"], high=found["high"])
                break


@pytest.mark.parametrize("skewness", SKEWED)
@pytest.mark.parametrize("typical", [200, 1000])
def test_the_interval_at_which_the_width_rule_stops(chance, typical, skewness):
    """Chow and Robbins: looked at from 100 blocks on every 50, and shown as it is."""
    stop = {"rule": "width", "first": 100, "width": 2 * 1.96 * BETWEEN / sqrt(typical)}
    found = list(first_stops(chance, stop, skewness, runs := 10_000, 4 * typical))
    assert len(found) == runs
    length = np.mean([end.n for end in found])
    what = f"t interval at the stop of the width rule, {length:,.0f} blocks on average"
    judge(f"{what}, skewness {skewness:g}", np.mean([holds(end, 0) for end in found]), runs)


@pytest.mark.parametrize("skewness", SKEWED)
def test_the_interval_at_which_the_anytime_rule_stops(chance, skewness):
    stop = {"rule": "anytime", "first": 100, "width": 2 * 3.04 * BETWEEN / sqrt(500)}
    found = list(first_stops(chance, stop, skewness, runs := 5000, 2500))
    covered = np.mean([holds(end, 0) for end in found])
    length = np.mean([end.n for end in found])
    record("4 Coverage", "confidence sequence at the stop of the anytime rule,"
           f" {length:,.0f} blocks on average, skewness {skewness:g}",
           f"{covered:.1%} of {runs:,}", "at least 95%")  # fmt: skip
    assert len(found) == runs
    assert covered >= 0.95
