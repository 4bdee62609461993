"""Luck and skill: how much of a result comes from bot, seat, lead, cards, how they suit, chance.

A bot is seated at random, one of two, alone in a field of the second. With both bots on every seat
of every deal the parts of its result's variance are those of a two-way layout (Scheffe, The
analysis of variance, 1959, chapter 4): what both have in common on a seat is the deal's, what is
left of a cell when its chance is averaged out is how the deal suits the bot. All parts are
estimated without bias from sums over blocks, which alone are independent; a part near zero may
therefore come out a little below it.
"""

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from gofsim.analysis.jackknife import Figure, jackknife

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cells:
    """What each of two bots took on every seat of every block: float64[blocks, seats, times] each.

    The last axis are games with the same deals and other draws, which differ between the bots.
    `places` (int64[blocks, seats]): how far the seat is from the one that led, 0 for that; None
    where whole games are looked at. `more`: whether more of it is better. `draws`: whether the same
    cell may come out otherwise at all.
    """

    first: Floats
    second: Floats
    places: Ints | None
    more: bool
    draws: bool

    @property
    def tells_chance(self) -> bool:
        """Whether chance can be told from how a deal suits a bot.

        The first bot needs a second result in a cell; the other has one where its kind draws.
        """
        return self.first.shape[2] > 1 or not self.draws

    def part(self, kept: npt.NDArray[np.bool_]) -> "Cells":
        """Some of the blocks."""
        places = None if self.places is None else self.places[kept]
        return Cells(self.first[kept], self.second[kept], places, self.more, self.draws)


@dataclass(frozen=True)
class Parts:
    """The variance of what a bot takes, by where it comes from; their sum is the whole.

    `interplay` is how deal, seat and lead suit the bot, `chance` what draws decide. Where they
    cannot be told apart `interplay` holds both, and `chance` is 0.
    """

    bot: float
    seat: float
    lead: float
    deal: float
    interplay: float
    chance: float

    @property
    def whole(self) -> float:
        """All of it."""
        return float(sum(getattr(self, each.name) for each in fields(self)))

    def shares(self) -> dict[str, float]:
        """Each part of the whole by its name; all 0 where nothing ever varies."""
        return {
            each.name: float(getattr(self, each.name)) / (self.whole or 1.0)
            for each in fields(self)
        }


def parts_of(cells: Cells) -> Parts:
    """Split the variance of a single result."""
    first, second = cells.first.mean(axis=2), cells.second.mean(axis=2)
    common, apart = (first + second) / 2, (first - second) / 2
    bot = float(apart.mean() ** 2) - _variance_of_mean(apart)
    seat = _between(common)
    lead = 0.0 if cells.places is None else _between(_in_order(common, cells.places))
    # Chance that was averaged over is in `common` as much as in `apart`, so the deal is free of it.
    deal = _variance(common) - seat - lead - _variance(apart)
    chances = _chance(cells.first), _chance(cells.second)
    averaged = sum(
        chance / each.shape[2]
        for chance, each in zip(chances, (cells.first, cells.second), strict=True)
    )
    chance = sum(chances) / 2 if cells.tells_chance else 0.0
    both = 2 * _variance(apart) + (sum(chances) - averaged) / 2
    return Parts(bot, seat, lead, deal, both - chance, chance)


def _variance(values: Floats) -> float:
    """Variance of float64[blocks, seats] about the true mean, without bias."""
    return float((values**2).mean() - values.mean() ** 2) + _variance_of_mean(values)


def _variance_of_mean(values: Floats) -> float:
    """Variance that the mean of float64[blocks, seats] has by the choice of blocks."""
    return float(values.mean(axis=1).var(ddof=1)) / len(values)


def _between(values: Floats) -> float:
    """Variance of the true means of the columns of float64[blocks, columns], without bias."""
    free = values - values.mean(axis=1, keepdims=True)
    by_chance = free.var(axis=0, ddof=1).mean() / len(values)
    return float((free.mean(axis=0) ** 2).mean() - by_chance)


def _in_order(values: Floats, places: Ints) -> Floats:
    """Values of the seats of every block, that which led first."""
    return np.take_along_axis(values, np.argsort(places, axis=1), axis=1)


def _chance(values: Floats) -> float:
    """Variance within cells; 0 where each has but one result."""
    return float(values.var(axis=2, ddof=1).mean()) if values.shape[2] > 1 else 0.0


def shares_of(cells: Cells) -> dict[str, Figure]:
    """Each part's share of the variance, by its name."""
    return jackknife(cells, len(cells.first), Cells.part, lambda some: parts_of(some).shares())
