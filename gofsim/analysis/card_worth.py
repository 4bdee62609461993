"""The worth of cards, of so many of a number and of the exchange: figures, tables, a sentence."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.table import Column, Kind, Table
from gofsim.analysis.words import joined, with_interval

MEASURES: tuple[tuple[str, str, Kind], ...] = (
    ("points", "Points saved a round", "change"),
    ("first", "Rounds won, percentage points", "share_change"),
    ("games", "Share of games, percentage points", "share_change"),
)
PHOENIXES = 11  # where the pair of them stands among the numbers
GANG = 4


@dataclass(frozen=True)
class Worth:
    """What some cards are worth against others in their place: the three measures by name.

    `number` and `count` where they are so many of a number; `share`: of deals, where that is asked.
    """

    label: str
    values: Mapping[str, Estimate]
    number: int | None = None
    count: int = 1
    share: float | None = None

    @property
    def points(self) -> Estimate:
        """Points saved a round."""
        return self.values["points"]


@dataclass(frozen=True)
class CardWorths:
    """All that a report shows, empty where it is not asked.

    `giver` and `receiver` are by the card given in the exchange, the first of any card.
    """

    cards: Sequence[Worth]
    numbers: Sequence[Worth]
    giver: Sequence[Worth]
    receiver: Sequence[Worth]

    @property
    def gangs(self) -> list[Worth]:
        """Four and more of a number."""
        return [each for each in self.numbers if each.count >= GANG]


def cards_table(found: CardWorths) -> Table:
    """Each different card, weakest first."""
    rows = [{"cards": each.label, **each.values} for each in found.cards]
    return _table("card_worth", "Each card", [Column("cards", "Card")], rows)


def numbers_table(found: CardWorths) -> Table:
    """So many of each number, and the pair of phoenixes."""
    rows = [{"cards": each.label, **each.values} for each in found.numbers]
    return _table("number_worth", "So many of a number", [Column("cards", "Cards")], rows)


def exchange_table(found: CardWorths) -> Table:
    """Giver and receiver by the card given."""
    rows = [
        {"side": side, "cards": each.label, "share": each.share, **each.values}
        for side, worths in (("giver", found.giver), ("receiver", found.receiver))
        for each in worths
    ]
    first = [
        Column("side", "For the"),
        Column("cards", "Card given"),
        Column("share", "Share of deals", "share", digits=1),
    ]
    return _table("exchange_worth", "The exchange by the card given", first, rows)


def _table(
    name: str, title: str, first: Sequence[Column], rows: Sequence[Mapping[str, Any]]
) -> Table:
    measures = [Column(key, label, kind) for key, label, kind in MEASURES]
    return Table(name, title, (*first, *measures), tuple(rows))


def worth_sentence(found: CardWorths, bot: str) -> str:
    """The dearest and the cheapest card, the dearest gang, and both sides of the exchange."""
    return joined([*_sentences(found, bot)])


def _sentences(found: CardWorths, bot: str) -> Iterator[str]:
    if found.cards:
        best, worst = _ends(found.cards)
        yield (
            f"in the hands of {bot}, {best.label} came out as the card worth most,"
            f" {_points(best)} points saved a round against an average card in its place, and"
            f" {worst.label} as the one worth least, {_points(worst)}"
        )
    if found.numbers:
        best, _ = _ends(found.gangs)
        yield f"of the gangs {best.label} came out highest, {_points(best)} points saved a round"
    if found.giver:
        yield (
            f"the exchange is worth {_points(found.receiver[0])} points a round to its receiver and"
            f" {_points(found.giver[0])} to its giver"
        )


def _ends(worths: Sequence[Worth]) -> tuple[Worth, Worth]:
    """The largest and the smallest by points."""
    best, *_, worst = sorted(worths, key=lambda each: -(each.points.value or 0.0))
    return best, worst


def _points(each: Worth) -> str:
    return with_interval(each.points, "change")
