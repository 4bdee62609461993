"""Tables of different bots: every pair of them at the tables where both sit."""

from dataclasses import dataclass
from itertools import combinations

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.estimates import Estimate, holm, is_significant
from gofsim.analysis.league_evidence import LeagueEvidence, pair_name
from gofsim.analysis.measures import SHARES
from gofsim.analysis.section import Section
from gofsim.analysis.table import Column, Table
from gofsim.analysis.words import counted

MOST_ROWS = 15  # pairs on a page: those of six bots


@dataclass(frozen=True)
class Pair:
    """Two bots at the same tables: the first less the second, p adjusted for all pairs."""

    first: str
    second: str
    points: Estimate
    games: Estimate | None
    p_points: float | None
    p_games: float | None

    @property
    def better(self) -> str | None:
        """The bot that takes fewer points, where that is more than chance."""
        if not is_significant(self.points, self.p_points):
            return None
        return self.first if (self.points.value or 0.0) < 0 else self.second


def pairs_of(evidence: LeagueEvidence) -> list[Pair]:
    """All pairs of a league of tables, in the order of its bots."""
    sums, has_games = evidence.sums, evidence.league.run.has_games
    names = list(combinations(evidence.league.bots, 2))
    points = [sums.contrast((Rate(pair_name(*n), {"points": 1}, "rounds"),), ()) for n in names]
    games = [
        sums.contrast((Rate(pair_name(*n), {"share": 1}, "games", SHARES),), ())
        if has_games
        else None
        for n in names
    ]
    p_points = holm([found.p for found in points])
    p_games = holm([None if found is None else found.p for found in games])
    return [
        Pair(*name, own, won, p, q)
        for name, own, won, p, q in zip(names, points, games, p_points, p_games, strict=True)
    ]


def pairs_section(evidence: LeagueEvidence, pairs: list[Pair]) -> Section:
    """Who takes fewer points at the same table."""
    found = sum(pair.better is not None for pair in pairs)
    text = (
        f"Two bots are compared where both sit, at {counted(_shared(evidence), 'table')}, on the"
        f" same deals. Pairs: {len(pairs):,}. Of these, further apart in points a round than chance"
        f" explains (Holm): {found:,}.",
    )
    return Section("pairs", "Bots at the same tables", text, (), (pairs_table(pairs),))


def pairs_table(pairs: list[Pair]) -> Table:
    """Points a round and shares of games, the first bot less the second."""
    rows = tuple(
        {"first": pair.first, "second": pair.second, "points": pair.points,
         "p_points": pair.p_points, "games": pair.games, "p_games": pair.p_games,
         "better": pair.better or ""}
        for pair in pairs
    )  # fmt: skip
    columns = [
        Column("first", "First"),
        Column("second", "Second"),
        Column("points", "Points a round", "change"),
        Column("p_points", "p (Holm)", "p"),
        Column("games", "Share of games", "share_change"),
        Column("p_games", "p of games (Holm)", "p", on_page=False),
        Column("better", "Better"),
    ]
    if all(pair.games is None for pair in pairs):
        columns = [column for column in columns if column.key not in ("games", "p_games")]
    note = (
        "The first less the second: points are penalties, so negative speaks for the first; shares"
        " in percentage points."
    )
    shown = rows if len(rows) <= MOST_ROWS else ()
    return Table("league_pairs", "First less second", tuple(columns), rows, note, shown)


def _shared(evidence: LeagueEvidence) -> int:
    one, other, *_ = evidence.league.bots
    return sum({one, other} <= set(arm.labels) for arm in evidence.league.tables)
