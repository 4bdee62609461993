"""Luck and skill: how much of a result comes from the cards, the lead, the bot, and the rest.

A bot is seated at random, one of two, alone in a field of the second: what it takes varies with
who it is, with how far it sits from the leader, with the deal as its seat sees it, and with the
rest, which is how this deal suits this bot and the draws of bots that draw. With both bots on every
seat of every deal the parts are those of a two-way layout with one observation a cell (Scheffe,
The analysis of variance, 1959, chapter 4): what both have in common on a seat is the deal's.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from math import ceil, sqrt

import numpy as np
import numpy.typing as npt

GROUPS = 50  # of blocks, one of which is left out at a time for the errors of all figures
SURE = 1.6448536269514722  # the normal quantile of 95%
REACH = 2.009575  # Student's quantile of 97.5% with GROUPS - 1 degrees of freedom

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cells:
    """What each of two bots took on every seat of every block: float64[blocks, seats] each.

    `places` (int64[blocks, seats]): how far the seat is from the one that led, 0 for that; all 0
    where whole games are looked at. `more`: whether more of it is better.
    """

    first: Floats
    second: Floats
    places: Ints
    more: bool

    def part(self, kept: npt.NDArray[np.bool_]) -> "Cells":
        """Some of the blocks."""
        return Cells(self.first[kept], self.second[kept], self.places[kept], self.more)


@dataclass(frozen=True)
class Parts:
    """The variance of what a bot takes, by where it comes from; their sum is the whole."""

    bot: float
    lead: float
    deal: float
    rest: float

    @property
    def whole(self) -> float:
        """All of it."""
        return self.bot + self.lead + self.deal + self.rest

    def share(self, name: str) -> float:
        """One part of the whole."""
        return float(getattr(self, name)) / self.whole if self.whole else 0.0


def parts_of(cells: Cells) -> Parts:
    """Split the variance, each part estimated without bias but for the lead's small one."""
    first, second, places = cells.first.ravel(), cells.second.ravel(), cells.places.ravel()
    counts = np.bincount(places)
    both = np.stack([first, second])
    means = np.array([np.bincount(places, each) / np.maximum(counts, 1) for each in both])
    left = both - means[:, places]  # within bot and place
    free = len(first) - np.count_nonzero(counts)
    deal = float((left[0] * left[1]).sum() / free)
    rest = float(((left[0] - left[1]) ** 2).sum() / free / 2)
    middle = means.mean(axis=0)
    lead = float(np.average((middle - np.average(middle, weights=counts)) ** 2, weights=counts))
    lead -= (deal + rest / 2) * (np.count_nonzero(counts) - 1) / len(first)
    gap = first.mean() - second.mean()
    bot = float(gap * gap / 4 - (first - second).var(ddof=1) / len(first) / 4)
    return Parts(max(bot, 0.0), max(lead, 0.0), deal, rest)


@dataclass(frozen=True)
class Figure:
    """A figure and half of its 95% interval."""

    value: float
    reach: float


def figure(cells: Cells, statistic: Callable[[Cells], float]) -> Figure:
    """A statistic with an interval by leaving out one group of blocks at a time (jackknife)."""
    blocks = len(cells.first)
    groups = np.arange(blocks) * GROUPS // blocks
    without = np.array([statistic(cells.part(groups != group)) for group in range(GROUPS)])
    error = sqrt((GROUPS - 1) / GROUPS * float(((without - without.mean()) ** 2).sum()))
    return Figure(statistic(cells), REACH * error)


def shares_of(cells: Cells) -> dict[str, Figure]:
    """Each part's share of the variance, by its name."""

    def share(name: str) -> Figure:
        return figure(cells, lambda some: parts_of(some).share(name))

    return {each.name: share(each.name) for each in fields(Parts)}


def until_sure(cells: Cells) -> float:
    """Single results until the better of the two is ahead with 95%; infinite where none is.

    Each result of the first bot on a seat at random beside an equal share of what all take.
    """
    gap = float(cells.first.mean() - _even(cells))
    if gap == 0:
        return float("inf")
    return float(max(1, ceil((SURE / gap) ** 2 * cells.first.var(ddof=1))))


def _even(cells: Cells) -> float:
    """What a bot takes among its own kind: the mean of the field's, which is known exactly."""
    return 1 / cells.first.shape[1] if cells.more else 0.0


def slope_of(cells: Cells) -> float:
    """How much of what the second bot takes on a deal the first one takes as well."""
    first, second = cells.first.ravel(), cells.second.ravel()
    spread = float(second.var(ddof=1))
    return float(np.cov(first, second)[0, 1]) / spread if spread else 0.0


def kept_variance(cells: Cells) -> float:
    """Variance left of a luck-adjusted result, as a part of that of the plain one.

    Adjusted is what the first bot took less `slope_of` times what the second, beyond an even
    share, takes with the same cards on the same seat. The slope comes from the odd blocks and is
    tried on the even ones, so that nothing is promised that does not hold.
    """
    odd = np.arange(len(cells.first)) % 2 == 1
    slope, tried = slope_of(cells.part(odd)), cells.part(~odd)
    adjusted = tried.first - slope * (tried.second - _even(cells))
    spread = float(tried.first.var(ddof=1))
    return float(adjusted.var(ddof=1)) / spread if spread else 1.0
