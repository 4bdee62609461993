"""What luck costs and what takes it away: results until a bot is ahead, and adjusting for cards."""

from dataclasses import dataclass
from math import ceil, inf

import numpy as np

from gofsim.analysis.jackknife import Figure, jackknife
from gofsim.analysis.luck import Cells

SURE = 1.6448536269514722  # the normal quantile of 95%
ROUNDING = 1e-12  # of sums of thirds


@dataclass(frozen=True)
class Results:
    """A number of results with its 95% interval; infinite where no number is enough."""

    value: float
    low: float
    high: float


def until_sure(cells: Cells) -> Results:
    """Single results until the better of the two is ahead with 95%.

    Each result of the first bot on a seat at random beside an equal share of what all take. The
    interval is that of the gap, and open where there may be none.
    """
    gap = gap_of(cells)
    ends = sorted((abs(gap.low), abs(gap.high)))
    least = 0.0 if gap.low <= 0 <= gap.high else ends[0]
    spread = float(cells.first.std(ddof=1))
    return Results(*(_results(each, spread) for each in (gap.value, ends[1], least)))


def _results(gap: float, spread: float) -> float:
    if abs(gap) <= ROUNDING:
        return inf
    return float(max(1, ceil((SURE * spread / gap) ** 2)))


def gap_of(cells: Cells) -> Figure:
    """What the first bot takes beyond an equal share."""

    def gap(some: Cells) -> dict[str, float]:
        return {"gap": float(some.first.mean() - _even(some))}

    return jackknife(cells, len(cells.first), Cells.part, gap)["gap"]


def _even(cells: Cells) -> float:
    """What a bot takes among its own kind: the mean of the field's, which is known exactly."""
    return 1 / cells.first.shape[1] if cells.more else 0.0


def adjusted(cells: Cells) -> Figure:
    """Variance left of a luck-adjusted result, as a part of that of the plain one."""
    left = jackknife(cells, len(cells.first), Cells.part, lambda some: {"": kept_variance(some)})
    return left[""]


def kept_variance(cells: Cells) -> float:
    """As `adjusted`, without an interval.

    Adjusted is what the first bot took less `slope_of` times what the second, beyond an even
    share, takes with the same cards on the same seat, each in one game. The slope comes from the
    odd blocks and is tried on the even ones, so that nothing is promised that does not hold.
    """
    odd = np.arange(len(cells.first)) % 2 == 1
    slope, tried = slope_of(cells.part(odd)), cells.part(~odd)
    first, second = tried.first[:, :, 0], tried.second[:, :, 0]
    spread = float(first.var(ddof=1))
    left = (first - slope * (second - _even(cells))).var(ddof=1)
    return float(left) / spread if spread else 1.0


def slope_of(cells: Cells) -> float:
    """How much of what the second bot takes on a deal the first one takes as well."""
    first, second = cells.first[:, :, 0].ravel(), cells.second[:, :, 0].ravel()
    spread = float(second.var(ddof=1))
    return float(np.cov(first, second)[0, 1]) / spread if spread else 0.0
