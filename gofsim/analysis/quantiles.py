"""Intervals of medians and other quantiles over all games of many blocks."""

import warnings

import numpy as np
import numpy.typing as npt
from scipy import stats

from gofsim.analysis.estimates import (
    CONFIDENCE,
    FEW_BLOCKS,
    NO_DATA,
    Estimate,
    mean_interval,
)

RESAMPLES = 1999
MOST_RESAMPLED = 1000  # blocks: the jackknife inside BCa costs their square
SEED = 1

Numbers = npt.NDArray[np.float64]


def quantile_interval(
    blocks: npt.ArrayLike, share: float, confidence: float = CONFIDENCE
) -> Estimate:
    """Quantile ``share`` (0..1) of all values in ``blocks``, float64[blocks, values a block].

    BCa up to 1,000 blocks, Woodruff's interval beyond; none under 30 blocks.
    """
    values = np.asarray(blocks, np.float64)
    if values.size == 0:
        return NO_DATA
    count = len(values)
    value = float(np.quantile(values, share))
    if np.ptp(values) == 0 and count > 1:
        return Estimate(value, value, value, count, error=0.0, flag="identical")
    if count < FEW_BLOCKS:
        flag = "one block" if count == 1 else "few blocks"
        return Estimate(value, None, None, count, flag=flag)
    interval = bca_bounds if count <= MOST_RESAMPLED else woodruff_bounds
    low, high = interval(values, share, confidence)
    return Estimate(value, low, high, count)


def bca_bounds(values: Numbers, share: float, confidence: float) -> tuple[float, float]:
    """Bias-corrected and accelerated bootstrap over whole blocks (Efron 1987, by scipy)."""

    def quantile(picked: npt.NDArray[np.int64], axis: int = -1) -> Numbers:
        chosen = values[picked]  # axis is the last but one of these, the games of a block the last
        return np.quantile(chosen.reshape(*picked.shape[:-1], -1), share, axis=-1)

    with warnings.catch_warnings(), np.errstate(invalid="ignore", divide="ignore"):
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap(
            (np.arange(len(values)),),
            quantile,
            n_resamples=RESAMPLES,
            confidence_level=confidence,
            method="BCa",
            rng=np.random.default_rng(SEED),
            batch=50,
            vectorized=True,
        )
    low, high = found.confidence_interval
    if np.isnan(low) or np.isnan(high):  # every resample gave one value: a point
        tails = [(1 - confidence) / 2, (1 + confidence) / 2]
        low, high = np.quantile(found.bootstrap_distribution, tails)
    return float(low), float(high)


def woodruff_bounds(values: Numbers, share: float, confidence: float) -> tuple[float, float]:
    """Quantiles at the ends of the interval of the share of values up to the quantile.

    The share's interval is a t interval on blocks (Woodruff 1952), so nothing is resampled.
    """
    up_to = (values <= np.quantile(values, share)).mean(axis=1)
    around = mean_interval(up_to, confidence)
    reach = (around.error or 0.0) * float(stats.t.ppf((1 + confidence) / 2, len(values) - 1))
    low, high = np.quantile(values, [max(0.0, share - reach), min(1.0, share + reach)])
    return float(low), float(high)
