"""From the rows of a run with ``[worth]`` to what cards, numbers and the exchange are worth."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from math import sqrt

import numpy as np
import numpy.typing as npt

from gofsim.analysis.card_worth import MEASURES, PHOENIXES, CardWorths, Worth
from gofsim.analysis.cards import CARD_GROUPS
from gofsim.analysis.estimates import NO_DATA, Estimate, from_error
from gofsim.analysis.game_share import GAME, game_shares
from gofsim.analysis.run_folder import ArmInfo, RunFolder

# Cards given in the exchange: any, then the groups that reports know.
GIVEN = {"any": range(64), **CARD_GROUPS}
UNITS = (1, 1, GAME)  # of the outcomes, which are whole numbers
KEYS = ("block", "seating", "round", "winner", "leader")
SIDES = ("giver", "receiver")

Ints = npt.NDArray[np.int64]


@dataclass
class Sums:
    """Differences of outcomes, one a block, as exact sums of them and of their squares."""

    count: int = 0
    totals: list[int] = field(default_factory=lambda: [0] * len(UNITS))
    squares: list[int] = field(default_factory=lambda: [0] * len(UNITS))

    def add(self, differences: Ints) -> None:
        """Take in int64[blocks, outcomes]."""
        self.count += len(differences)
        for place in range(len(UNITS)):
            self.totals[place] += int(differences[:, place].sum())
            self.squares[place] += int((differences[:, place] ** 2).sum())

    def values(self) -> dict[str, Estimate]:
        """The mean of each outcome with its t interval over blocks, by the measures' names."""
        return {key: self._mean(place) for place, (key, *_) in enumerate(MEASURES)}

    def _mean(self, place: int) -> Estimate:
        n, total, unit = self.count, self.totals[place], UNITS[place]
        if n == 0:
            return NO_DATA
        spread = n * self.squares[place] - total**2
        error = sqrt(spread / (n**2 * max(1, n - 1))) / unit
        return from_error(total / n / unit, error, n)


@dataclass(frozen=True)
class Rows:
    """Single rounds of an arm, one a block: points int64[blocks, players], and who went out."""

    points: Ints
    winner: Ints
    leader: Ints
    target: int

    def outcomes(self, seat: Ints | int) -> Ints:
        """What the rounds came to for a seat, int64[blocks, outcomes]; more is better."""
        every = np.arange(len(self.winner))
        share = game_shares(self.points, self.winner, self.target)[every, seat]
        return np.stack([-self.points[every, seat], self.winner == seat, share], axis=1)


def card_worths(run: RunFolder) -> CardWorths:
    """Read the run a window of blocks at a time; memory does not grow with its length."""
    found = dict(_of_sets(run))
    labels = [arm.name for arm in run.arms if arm.deal.get("act") == "held"]
    worths = [_worth(run, label, found[label]) for label in labels]
    return CardWorths(
        [each for each in worths if each.number is None],
        [each for each in worths if each.number is not None],
        *_of_the_exchange(run),
    )


def _of_sets(run: RunFolder) -> Iterator[tuple[str, Sums]]:
    """Each arm in which cards are held against the one without them."""
    arms = [arm for arm in run.arms if arm.deal.get("cards")]
    for _, same in groupby(sorted(arms, key=_cards), _cards):
        by_act = {act: [*each] for act, each in groupby(sorted(same, key=_act), _act)}
        (without,) = by_act["without"]
        sums = {arm.name: Sums() for arm in by_act["held"]}
        for window in run.windows():
            base = _rows(run, without, window).outcomes(0)
            for arm in by_act["held"]:
                sums[arm.name].add(_rows(run, arm, window).outcomes(0) - base)
        yield from sums.items()


def _cards(arm: ArmInfo) -> str:
    return str(arm.deal["cards"])


def _act(arm: ArmInfo) -> str:
    return str(arm.deal["act"])


def _worth(run: RunFolder, label: str, sums: Sums) -> Worth:
    """A single card, or so many of a number."""
    deal = next(arm.deal for arm in run.arms if arm.name == label)
    cards = str(deal["cards"]).split()
    if len(cards) == 1:
        return Worth(cards[0], sums.values())
    number = int(cards[0][1:]) if cards[0][1:].isdigit() else PHOENIXES
    return Worth(label, sums.values(), number, int(deal.get("count", 0)))


def _of_the_exchange(run: RunFolder) -> Iterable[list[Worth]]:
    """Worths for the giver and for the receiver, by the card given; none where it is not asked."""
    made = [arm for arm in run.arms if arm.deal.get("act") == "exchange"]
    if not made:
        return [], []
    (alone,) = [arm for arm in run.arms if not arm.deal]
    sums = {side: {label: Sums() for label in GIVEN} for side in SIDES}
    for window in run.windows():
        given, giver = _given(run, made[0], window)
        with_it, without = (_rows(run, arm, window) for arm in (made[0], alone))
        for side, seat in zip(SIDES, (giver, with_it.leader), strict=True):
            changes = with_it.outcomes(seat) - without.outcomes(seat)
            for label, group in GIVEN.items():
                sums[side][label].add(changes[np.isin(given, list(group))])
    return [
        [
            Worth(label, each.values(), share=each.count / run.blocks)
            for label, each in sums[side].items()
        ]
        for side in SIDES
    ]


def _given(run: RunFolder, arm: ArmInfo, window: range) -> tuple[Ints, Ints]:
    """The card given and its giver's seat, block by block."""
    columns = ("exchange_given", "exchange_giver")
    rows = run.rows("rounds", arm, window, (*KEYS, *columns))
    given, giver = (rows[column].fill_null(-1).to_numpy().astype(np.int64) for column in columns)
    return given, giver


def _rows(run: RunFolder, arm: ArmInfo, window: range) -> Rows:
    names = [f"points_{seat}" for seat in range(arm.players)]
    rows = run.rows("rounds", arm, window, (*KEYS, *names))
    winner, leader = (rows[name].to_numpy().astype(np.int64) for name in ("winner", "leader"))
    points = rows.select(names).to_numpy().astype(np.int64)
    return Rows(points, winner, leader, int(arm.rules["target"]))
