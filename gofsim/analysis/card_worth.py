"""The worth of cards as one self-contained page, and as a table for a CSV file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from gofsim.analysis.dots import Series, dots
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.table import Column, Kind, Table, text_row
from gofsim.analysis.template import render
from gofsim.analysis.words import with_interval

NUMBERS = (*map(str, range(1, 11)), "phoenix")  # the last stands for the pair of phoenixes
COLOURS = {"G": "green", "Y": "yellow", "R": "red", "M": "multi"}
MEASURES: tuple[tuple[str, str, Kind], ...] = (
    ("points", "points saved a round", "change"),
    ("first", "rounds won", "share_change"),
    ("games", "share of games", "share_change"),
)
FEW, GANGS = range(1, 4), range(4, 8)


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


@dataclass(frozen=True)
class CardWorths:
    """All that a page shows: `giver` and `receiver` are by the card given, the first of any."""

    cards: Sequence[Worth]
    numbers: Sequence[Worth]
    giver: Sequence[Worth]
    receiver: Sequence[Worth]


def card_worth_page(found: CardWorths, about: Mapping[str, Any]) -> str:
    """The page as HTML; `about`: bot, players, rounds, seed, command. Same bytes for the same."""
    best = sorted(found.cards, key=lambda each: -(each.values["points"].value or 0.0))
    context = {
        "about": about,
        "answer": _answer(best[0], best[-1]),
        "cards": [_cards_chart(found.cards, *measure) for measure in MEASURES[:2]],
        "few": _numbers_chart(found.numbers, FEW, NUMBERS, "Singles, pairs and triples"),
        "gangs": _numbers_chart(found.numbers, GANGS, NUMBERS[:-1], "Gangs"),
        "exchange": _exchange_chart(found),
        "tables": [
            (table, [text_row(table, row) for row in table.rows]) for table in tables(found)
        ],
    }
    return render("card_worth.html", context)


def tables(found: CardWorths) -> list[Table]:
    """The figures of the page: cards, numbers, exchange."""
    return [
        _table("cards", "Cards", [{"cards": each.label, **each.values} for each in found.cards]),
        _table("numbers", "So many of a number", [
            {"cards": each.label, **each.values} for each in found.numbers
        ]),
        _table("exchange", "The exchange", [
            {"cards": each.label, "side": side, "share": each.share, **each.values}
            for side, worths in (("giver", found.giver), ("receiver", found.receiver))
            for each in worths
        ]),
    ]  # fmt: skip


def all_rows(found: CardWorths) -> Table:
    """Everything as one table, for a CSV file: what it is about, cards, side, share, measures."""
    parts = tables(found)
    rows = [
        {"about": part.name, "side": None, "share": None, **row}
        for part in parts
        for row in part.rows
    ]
    columns = (Column("about", "about"), *_columns(rows))
    return Table("card_worth", "Worth of cards", columns, tuple(rows))


def _table(name: str, title: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    return Table(name, title, _columns(rows), tuple(rows))


def _columns(rows: Sequence[Mapping[str, Any]]) -> tuple[Column, ...]:
    first = (Column("cards", "card given" if "side" in rows[0] else "cards"),)
    exchange = (Column("side", "for the"), Column("share", "share of deals", "share", digits=1))
    measures = tuple(Column(key, label, kind) for key, label, kind in MEASURES)
    return first + (exchange if "side" in rows[0] else ()) + measures


def _answer(best: Worth, worst: Worth) -> str:
    words = [with_interval(each.values["points"], "change") for each in (best, worst)]
    return (
        f"{best.label} is worth most: {words[0]} points a round against an average card in its "
        f"place; {worst.label} came out lowest: {words[1]}."
    )


def _cards_chart(cards: Sequence[Worth], key: str, label: str, kind: Kind) -> Markup:
    """One dot a card, in its colour."""
    looks = [COLOURS.get(e.label[0], "") if e.label[1:].isdigit() else "high" for e in cards]
    series = Series("", looks, [each.values[key] for each in cards])
    return dots(f"Worth of each card: {label}", [each.label for each in cards], [series], kind)


def _numbers_chart(
    found: Sequence[Worth], counts: range, labels: Sequence[str], title: str
) -> Markup:
    """Points saved by number, for some counts of it."""
    by_place = {(each.number, each.count): each.values["points"] for each in found}
    series = [
        Series(f"x {count}", [f"count-{count}"] * len(labels), [
            by_place.get((number, count)) for number, _ in enumerate(labels, start=1)
        ])
        for count in counts
    ]  # fmt: skip
    return dots(f"{title}: points saved a round", labels, series, "change")


def _exchange_chart(found: CardWorths) -> Markup:
    """Points saved by card given, of both sides."""
    series = [
        Series(side, [side] * len(worths), [each.values["points"] for each in worths])
        for side, worths in (("giver", found.giver), ("receiver", found.receiver))
    ]
    labels = [each.label for each in found.giver]
    return dots("The exchange: points saved a round by card given", labels, series, "change")
