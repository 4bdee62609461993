"""How many blocks, and how long, it takes to see effects of given sizes: the planning table."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

from gofsim.analysis.arms import pairs_table
from gofsim.analysis.bots import bot_pairs_table
from gofsim.analysis.card_worth import CardWorths
from gofsim.analysis.collect import collect
from gofsim.analysis.duels import duels_of
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.league import League, league_of
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.league_pairs import pairs_of
from gofsim.analysis.metrics import main_metrics
from gofsim.analysis.power import blocks_needed
from gofsim.analysis.run_folder import RunFolder
from gofsim.analysis.table import PERCENT, Column, Kind, Table
from gofsim.analysis.worth_rows import card_worths

POWERS = (0.8, 0.95)
# Effects worth planning for, by how the figure reads: in its own unit, or in percentage points.
EFFECTS: dict[str, Sequence[float]] = {
    "change": (0.05, 0.1, 0.25, 0.5),
    "share_change": (0.25, 0.5, 1, 2),
}
SCALE = {"change": 1, "share_change": PERCENT}
MOST_METRICS = 4  # of arms: the first of those their rules bear on
MINUTE = 60


class Difference(NamedTuple):
    """One comparison of the pilot: what is compared, in which figure, and how it came out."""

    what: str
    figure: str
    kind: Kind
    found: Estimate


def planned(run: RunFolder, seconds_a_block: float) -> Table:
    """The blocks and minutes that each comparison of a pilot run needs, by effect and power.

    ``seconds_a_block`` is how long a block of all arms takes here.
    """
    rows = [
        _row(difference, effect, seconds_a_block)
        for difference in differences(run)
        if difference.found.error
        for effect in EFFECTS[difference.kind]
    ]
    columns = [
        Column("what", "Comparison"),
        Column("figure", "Figure"),
        Column("sd", "Spread a block", "number", digits=2),
        Column("effect", "Effect", "number", digits=2),
    ]
    for power in POWERS:
        columns += [
            Column(f"blocks_{power:g}", f"Blocks ({power:.0%})", "count"),
            Column(f"minutes_{power:g}", f"Minutes ({power:.0%})", "number"),
        ]
    note = (
        "Blocks with which a paired t test on common deals finds an effect of this size with a"
        " power of 80% or 95%, at p below 0.05 for one comparison alone; the Holm adjustment of a"
        " table of many asks for more. Effects and spreads of shares are in percentage points. The"
        " spread comes from the pilot and is as rough as that is short."
    )
    return Table("plan", "What it takes", tuple(columns), tuple(rows), note)


def differences(run: RunFolder) -> Iterator[Difference]:
    """What the experiment compares: bots of a league, arms with the first, or bots of one arm."""
    league = league_of(run)
    if league is not None:
        yield from _of_league(league) if league.has_fields else _of_tables(league)
        return
    if run.about_cards:
        yield from _of_cards(card_worths(run))
        return
    evidence = collect(run)
    if len(run.arms) > 1:
        main = [metric.name for metric in main_metrics(evidence)]
        firsts = {group[0].name for group in run.groups}
        for row in pairs_table(evidence).rows:
            if row["left"] in firsts and row["name"] in main[:MOST_METRICS]:
                what = f"{row['right']} less {row['left']}"
                yield Difference(what, row["metric"], row["kind"], row["difference"])
        return
    for row in bot_pairs_table(evidence).rows:
        for key, figure, kind in FIGURES:
            if row[key] is not None:
                yield Difference(row["bots"], figure, kind, row[key])


FIGURES: tuple[tuple[str, str, Kind], ...] = (
    ("games", "Share of games", "share_change"),
    ("field", "Points a round", "change"),
)


def _of_league(league: League) -> Iterator[Difference]:
    for duel in duels_of(league.run.arms, collect_league(league).sums):
        what = duel.arm.name
        if duel.edge is not None:
            yield Difference(what, "Share of games", "share_change", duel.edge)
        yield Difference(what, "Points a round", "change", duel.points)


def _of_cards(found: CardWorths) -> Iterator[Difference]:
    """Of each part of the question the worth that is known least."""
    parts = {
        "cards": found.cards,
        "numbers": found.numbers,
        "exchange, giver": found.giver[:1],
        "exchange, receiver": found.receiver[:1],
    }
    for part, worths in parts.items():
        if worths:
            worst = max(worths, key=lambda each: each.points.error or 0.0)
            yield Difference(f"{part}: {worst.label}", "Points a round", "change", worst.points)


def _of_tables(league: League) -> Iterator[Difference]:
    for pair in pairs_of(collect_league(league)):
        what = f"{pair.first} less {pair.second}"
        if pair.games is not None:
            yield Difference(what, "Share of games", "share_change", pair.games)
        yield Difference(what, "Points a round", "change", pair.points)


def _row(difference: Difference, effect: float, seconds: float) -> dict[str, Any]:
    found = difference.found
    assert found.error is not None
    sd = SCALE[difference.kind] * found.error * sqrt(found.n)
    row: dict[str, Any] = {
        "what": difference.what,
        "figure": difference.figure,
        "sd": sd,
        "effect": effect,
    }
    for power in POWERS:
        blocks = blocks_needed(effect, sd, power)
        row |= {f"blocks_{power:g}": blocks, f"minutes_{power:g}": blocks * seconds / MINUTE}
    return row
