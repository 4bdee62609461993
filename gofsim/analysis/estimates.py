"""Estimates with intervals from blocks or independent trials; each method names its source."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, sqrt

import numpy as np
import numpy.typing as npt
from scipy import stats

from gofsim.analysis.sequential import ALPHA, anytime_p, confidence_sequence_reach

CONFIDENCE = 1 - ALPHA
SIGNIFICANT = ALPHA
FEW_BLOCKS = 30  # below, skewed data are covered less often than the interval promises

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A number with its interval: None bounds mean there is none, and ``flag`` says why.

    ``n`` counts blocks (or trials); ``flag`` is "" or "identical" (all blocks equal: the value is
    exact as far as these deals go), "one block", "few blocks" (fewer than 30: take the interval
    with care) or "no data". ``p`` is the two-sided p-value of a difference, None where none is due.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    error: float | None = None
    p: float | None = None
    flag: str = ""

    @property
    def decided(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low is not None and self.high is not None and self.low * self.high > 0


NO_DATA = Estimate(None, None, None, 0, flag="no data")


def from_error(
    value: float,
    error: float,
    blocks: int,
    *,
    test: bool = False,
    confidence: float = CONFIDENCE,
    anytime: float | None = None,
) -> Estimate:
    """Interval ``value ± reach`` from a standard error between ``blocks`` blocks.

    Student's t (1908) with ``blocks - 1`` degrees of freedom; or, where looking may have decided
    when to stop, the confidence sequence tuned by ``anytime`` (see `sequential.tuning`). ``test``
    adds the p-value against zero of the same kind. An error of exactly 0 is "identical".
    """
    if blocks == 1:
        return Estimate(value, None, None, blocks, flag="one block")
    if error == 0:
        return Estimate(value, value, value, blocks, error=0.0, flag="identical")
    if anytime is None:
        reach = _t_quantile((1 + confidence) / 2, blocks - 1) * error
        p = float(2 * stats.t.sf(abs(value) / error, blocks - 1)) if test else None
    else:
        reach = confidence_sequence_reach(error, blocks, anytime, 1 - confidence)
        p = anytime_p(value, error, blocks, anytime) if test else None
    flag = "few blocks" if blocks < FEW_BLOCKS else ""
    return Estimate(value, value - reach, value + reach, blocks, error, p, flag)


def mean_interval(blocks: npt.ArrayLike, confidence: float = CONFIDENCE) -> Estimate:
    """Mean of one number a block (1-d float64) with its t interval."""
    return _mean(np.asarray(blocks, np.float64), test=False, confidence=confidence)


def paired_difference(
    left: npt.ArrayLike, right: npt.ArrayLike, confidence: float = CONFIDENCE
) -> Estimate:
    """Mean of ``left - right`` block by block (two 1-d arrays of the same blocks), paired t."""
    difference = np.asarray(left, np.float64) - np.asarray(right, np.float64)
    return _mean(difference, test=True, confidence=confidence)


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
    """Share of independent trials with its score interval (Wilson 1927)."""
    if trials == 0:
        return NO_DATA
    z = float(stats.norm.ppf((1 + confidence) / 2))
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    spread = sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    reach = z * spread / (1 + z * z / trials)
    error = sqrt(share * (1 - share) / trials)
    return Estimate(share, max(0.0, centre - reach), min(1.0, centre + reach), trials, error)


def clopper_pearson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
    """Share of independent trials with the exact binomial interval (Clopper and Pearson 1934)."""
    if trials == 0:
        return NO_DATA
    tail = (1 - confidence) / 2
    low = stats.beta.ppf(tail, successes, trials - successes + 1) if successes else 0.0
    high = stats.beta.isf(tail, successes + 1, trials - successes) if successes < trials else 1.0
    return Estimate(successes / trials, float(low), float(high), trials)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """P-values adjusted for the size of their family, step down (Holm 1979).

    None (identical, or no interval) stays None and does not count towards the family.
    """
    known = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, place) in enumerate(known):
        highest = max(highest, min(1.0, (len(known) - rank) * p))
        adjusted[place] = highest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float | None]) -> list[float | None]:
    """P-values adjusted for the share of false finds among all finds (Benjamini, Hochberg 1995).

    For screens, where some false finds do no harm; None stays None and is not counted.
    """
    known = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    lowest = 1.0
    for rank, (p, place) in reversed(list(enumerate(known, start=1))):
        lowest = min(lowest, p * len(known) / rank)
        adjusted[place] = lowest
    return adjusted


def is_significant(difference: Estimate, p_holm: float | None) -> bool:
    """Whether a difference may be claimed, given its p-value adjusted for its whole table.

    Blocks that all differ by the same amount have no p-value; enough of them are no chance.
    """
    if p_holm is None:
        same = difference.flag == "identical" and difference.n >= FEW_BLOCKS
        return same and bool(difference.value)
    return p_holm < SIGNIFICANT


def chi_square(counts: Sequence[int], chances: Sequence[float]) -> tuple[float, int, float]:
    """Pearson's goodness of fit (1900): statistic, degrees of freedom and p-value.

    ``counts`` of independent trials by cell against the cells' exact ``chances``, which sum to 1.
    """
    trials = sum(counts)
    expected = [trials * chance for chance in chances]
    statistic = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    return statistic, freedom, float(stats.chi2.sf(statistic, freedom))


def ratio_of_sums(
    above: npt.ArrayLike, below: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> Estimate:
    """``sum(above) / sum(below)`` over independent units, t interval of the linearised ratio.

    Arrays of one float64 a unit; ``weights`` says how many units each entry stands for. Units
    with nothing below say nothing and are not counted (Cochran 1977, chapter 6).
    """
    a, b = np.asarray(above, np.float64), np.asarray(below, np.float64)
    w = np.ones_like(a) if weights is None else np.asarray(weights, np.float64)
    base, units = float(w @ b), int(w @ (b != 0))
    if units == 0:
        return NO_DATA
    value = float(w @ a) / base
    squares = float(w @ (a - value * b) ** 2)
    error = sqrt(squares * units / (units - 1)) / base if units > 1 else 0.0
    return from_error(value, error, units)


def variance_reduction(left: Estimate, right: Estimate, difference: Estimate) -> float | None:
    """How many times fewer blocks the pairing needs than separate deals would.

    The variance of the difference of independent estimates over that of the paired difference;
    None where a standard error is missing, infinite where paired blocks never differ.
    """
    if left.error is None or right.error is None or difference.error is None:
        return None
    apart = left.error**2 + right.error**2
    if apart == 0:
        return None
    return apart / difference.error**2 if difference.error else inf


@cache
def _t_quantile(share: float, freedom: int) -> float:
    """A quantile of Student's t distribution; reports ask for the same one thousands of times."""
    return float(stats.t.ppf(share, freedom))


def _mean(blocks: Numbers, *, test: bool, confidence: float) -> Estimate:
    if blocks.size == 0:
        return NO_DATA
    if blocks.size > 1 and np.ptp(blocks) == 0:
        return from_error(float(blocks[0]), 0.0, blocks.size)
    error = float(blocks.std(ddof=1) / sqrt(blocks.size)) if blocks.size > 1 else 0.0
    return from_error(float(blocks.mean()), error, blocks.size, test=test, confidence=confidence)
