"""Each bot of a league alone in a field of each other: how it fares, and what that proves."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from gofsim.analysis.block_sums import BlockSums, Rate
from gofsim.analysis.comparison import equal_share
from gofsim.analysis.equivalence import tost
from gofsim.analysis.estimates import (
    SIGNIFICANT,
    Estimate,
    holm,
    is_significant,
    variance_reduction,
)
from gofsim.analysis.power import blocks_needed
from gofsim.analysis.rates import field_rate, games_rate, rounds_rate
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.table import Column, Table
from gofsim.errors import BadInputError

MARGIN = 0.1  # points a round: less than this apart is "the same"
POWER = 0.8  # with which the planned number of games would decide
BETTER, WORSE, SAME, IDENTICAL, UNDECIDED = "better", "worse", "the same", "identical", "undecided"


@dataclass(frozen=True)
class Duel:
    """One bot alone in a field of another.

    ``edge`` is the share of games less an equal share (None for single rounds), ``points`` those
    a round less the field's (negative is good). ``p_games`` and ``p_points`` are adjusted for all
    duels of the league on this figure, ``joint_games`` and ``joint_points`` for both figures
    together: the verdict rests on either. ``tests`` is the size of that family, ``anytime`` the
    tuning of intervals under looking (None for a run of fixed size).
    """

    arm: ArmInfo
    games: Estimate | None
    edge: Estimate | None
    points: Estimate
    rounds: Estimate
    saved: float | None
    p_games: float | None
    p_points: float | None
    joint_games: float | None
    joint_points: float | None
    tests: int
    anytime: float | None

    @property
    def bot(self) -> str:
        """The one alone."""
        return self.arm.labels[0]

    @property
    def field(self) -> str:
        """The others."""
        return self.arm.labels[-1]

    @property
    def by(self) -> str:
        """The figure that decides: "games", "points", or nothing."""
        if self.edge is not None and is_significant(self.edge, self.joint_games):
            return "games"
        return "points" if is_significant(self.points, self.joint_points) else ""

    @property
    def verdict(self) -> str:
        """What is proved of the bot alone: share of games first, points where games are open."""
        if self.by:
            ahead = self.edge if self.by == "games" else self.points
            assert ahead is not None
            good = (ahead.value or 0) > 0 if self.by == "games" else (ahead.value or 0) < 0
            return BETTER if good else WORSE
        if self.points.flag == "identical" and not self.points.value:
            return IDENTICAL
        return SAME if is_same(self.points, anytime=self.anytime is not None) else UNDECIDED

    @property
    def to_decide(self) -> int | None:
        """Games that would decide it with power 0.8, were the truth as found; None if decided.

        By the test that the verdict rests on: the first step of Holm, under looking with the
        confidence sequence at one look.
        """
        if self.verdict != UNDECIDED:
            return None
        blocks = [self._blocks(each) for each in (self.edge, self.points) if each is not None]
        known = [each for each in blocks if each is not None]
        return min(known) * self.arm.seatings if known else None

    def _blocks(self, figure: Estimate) -> int | None:
        """None where the figure shows no effect, or one too small for any number of blocks."""
        if not figure.value or not figure.error:
            return None
        spread, alpha = figure.error * sqrt(figure.n), SIGNIFICANT / max(1, self.tests)
        try:
            return blocks_needed(figure.value, spread, POWER, alpha, self.anytime)
        except BadInputError:
            return None


def duels_of(arms: Sequence[ArmInfo], sums: BlockSums) -> list[Duel]:
    """The duels among the arms of a one-vs-field league; residents (one bot) are left out."""
    found = [_duel(arm, sums) for arm in arms if len(arm.distinct) > 1]
    games = [None if duel["edge"] is None else duel["edge"].p for duel in found]
    points = [duel["points"].p for duel in found]
    joint = holm([*games, *points])
    adjusted = zip(
        found, holm(games), holm(points), joint[: len(found)], joint[len(found) :], strict=True
    )
    return [
        Duel(**duel, p_games=p, p_points=q, joint_games=jp, joint_points=jq,
             tests=sum(each is not None for each in joint))
        for duel, p, q, jp, jq in adjusted
    ]  # fmt: skip


def _duel(arm: ArmInfo, sums: BlockSums) -> dict[str, Any]:
    bot, games = arm.labels[0], sums.has(arm.name, "games")
    own = sums.estimate(Rate(arm.name, {"points_0": 1}, "rounds"))
    others = sums.estimate(Rate(arm.name, {"points": 1, "points_0": -1}, "rounds", arm.players - 1))
    points = sums.contrast((field_rate(arm, bot),), ())
    won = games_rate(arm, bot)
    return {
        "arm": arm,
        "games": sums.estimate(won) if games else None,
        "edge": sums.difference(won, equal_share(arm)) if games else None,
        "points": points,
        "rounds": sums.estimate(rounds_rate(arm, bot)),
        "saved": variance_reduction(own, others, points) if points.error else None,
        "anytime": sums.anytime,
    }


def is_same(points: Estimate, *, anytime: bool) -> bool:
    """Whether a difference in points is proved smaller than `MARGIN`, either way."""
    if anytime:
        if points.low is None or points.high is None:
            return False
        return points.low > -MARGIN and points.high < MARGIN
    p = tost(points, MARGIN)
    return p is not None and p < SIGNIFICANT


def duels_table(duels: Sequence[Duel]) -> Table:
    """All three figures of every duel, side by side, and what they prove."""
    rows = tuple(
        {
            "bot": duel.bot, "field": duel.field, "games": duel.games, "points": duel.points,
            "rounds": duel.rounds, "p_games": duel.joint_games, "p_points": duel.joint_points,
            "saved": duel.saved, "verdict": duel.verdict, "by": duel.by,
            "to_decide": duel.to_decide,
            "blocks_to_decide": duel.to_decide and duel.to_decide // duel.arm.seatings,
        }
        for duel in duels
    )  # fmt: skip
    columns = [
        Column("bot", "Bot"),
        Column("field", "Field of"),
        Column("games", "Share of games won", "share"),
        Column("points", "Points a round less the field", "change"),
        Column("rounds", "Rounds won", "share"),
        Column("p_games", "p of games (Holm)", "p", on_page=False),
        Column("p_points", "p of points (Holm)", "p", on_page=False),
        Column("saved", "Saved by common deals", "factor"),
        Column("verdict", "Verdict"),
        Column("by", "By", on_page=False),
        Column("to_decide", "Games to decide", "count", on_page=False),
        Column("blocks_to_decide", "Blocks to decide", "count"),
    ]
    if all(duel.games is None for duel in duels):
        columns = [column for column in columns if column.key not in ("games", "p_games")]
    note = (
        "A bot alone in a field of another. Verdict: by the share of games where that differs from"
        " an equal share, else by the points (p below 0.05, Holm over both figures of all pairs);"
        f" “the same” is proved when the points differ by less than {MARGIN} a round (two one-sided"
        " tests at 5% for each pair). Saved: how many times fewer blocks are needed because bot and"
        " field play the same deals in the same seats. Blocks to decide (as --games counts):"
        f" by the same test, for {POWER:.0%} power, if the truth is as found."
    )
    return Table("duels", "Bot by bot", tuple(columns), rows, note)
