"""The gallery of bots: one self-contained page of cards with charts on common axes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from gofsim.analysis.bar_chart import (
    Shares,
    bar_chart,
    common_top,
    middles,
    strip,
    wide_enough,
)
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.habits import GIFTS, HAND, LAID_ON, SEATS, Habits
from gofsim.analysis.table import Kind, cell_text, interval_text
from gofsim.analysis.template import render

EVEN = 1 / SEATS
CARDS = tuple(map(str, range(1, HAND + 1)))
SHORT_GIFTS = (*GIFTS[:10], "P", "D")


@dataclass(frozen=True)
class Portrait:
    """All that the page says of a bot. ``settings`` are rows of texts by heading; ``traits`` words.

    ``rounds_a_second`` is of CPU time, ``microseconds`` those of one decision.
    """

    name: str
    idea: str
    source: str
    traits: tuple[str, ...]
    settings: Sequence[Mapping[str, str]]
    rounds_a_second: float
    microseconds: float
    habits: Habits


@dataclass(frozen=True)
class Chart:
    """One chart of every card: the field of `Habits` that it shows and its words."""

    field: str
    title: str
    labels: tuple[str, ...]
    note: str


CHARTS = (
    Chart(
        "passed_by_cards", "Passes though it could play", CARDS,
        "% of its decisions with a choice, by the cards it holds",
    ),
    Chart("laid_on", "Lays its gangs on", tuple(LAID_ON), "% of the gangs it holds"),
    Chart(
        "cards_left", "Cards left when another goes out", CARDS,
        "% of the rounds that it does not win",
    ),
    Chart("gifts", "Gives back in the exchange", SHORT_GIFTS, "% of its gifts, by number"),
)  # fmt: skip


def gallery_page(portraits: Sequence[Portrait], field: str, seed: int, command: str) -> str:
    """The page as HTML, strongest bot first; the same portraits give the same bytes."""
    ordered = sorted(portraits, key=lambda each: -(each.habits.games_won.value or 0.0))
    context: dict[str, Any] = {
        "portraits": [(f"bot-{place}", each) for place, each in enumerate(ordered, start=1)],
        "charts": CHARTS,
        "drawn": _drawn(ordered),
        "rows": _rows(ordered),
        "field": field,
        "seed": seed,
        "command": command,
        "several": len(ordered) > 1,
    }
    return render("gallery.html", context)


def _drawn(portraits: Sequence[Portrait]) -> dict[str, list[Markup]]:
    """The charts of every bot by field, each field on one axis."""
    return {chart.field: _same_axis(chart, portraits) for chart in CHARTS}


def _same_axis(chart: Chart, portraits: Sequence[Portrait]) -> list[Markup]:
    shares: list[Shares] = [getattr(each.habits, chart.field) for each in portraits]
    top, marks = common_top(shares), middles(shares)
    return [
        bar_chart(f"{each.name}: {chart.title}, {chart.note}", chart.labels, values, top, marks)
        for each, values in zip(portraits, shares, strict=True)
    ]


def _rows(portraits: Sequence[Portrait]) -> list[list[tuple[str, str, Markup]]]:
    """For each bot the cells of the table: figure, interval, and a dot on the column's axis."""
    points = wide_enough([each.habits.points.value for each in portraits], 0.0)
    return [_row(each.habits, points) for each in portraits]


def _row(habits: Habits, points: tuple[float, float]) -> list[tuple[str, str, Markup]]:
    return [
        _cell(habits.games_won, "share", (0.0, 1.0), EVEN),
        _cell(habits.points, "change", points, 0.0),
        _cell(habits.rounds_won, "share", (0.0, 1.0), EVEN),
        _cell(habits.tricks_led, "share", (0.0, 1.0), EVEN),
        _cell(habits.passed, "share", (0.0, 1.0), 0.0),
        _cell(habits.gangs_laid, "share", (0.0, 1.0), 0.0),
    ]


def _cell(
    value: Estimate | float | None, kind: Kind, ends: tuple[float, float], even: float
) -> tuple[str, str, Markup]:
    return cell_text(value, kind), interval_text(value, kind), strip(value, *ends, even)
