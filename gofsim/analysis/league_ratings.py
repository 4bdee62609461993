"""The ladder of a league: Plackett-Luce ratings with errors by bootstrap, and the plain figures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import log

import numpy as np
import numpy.typing as npt

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.estimates import Estimate, from_error, holm, is_significant
from gofsim.analysis.figures import Dot, Panel, dot_chart
from gofsim.analysis.league import League
from gofsim.analysis.league_evidence import LeagueEvidence
from gofsim.analysis.measures import SHARES
from gofsim.analysis.rates import field_rate, games_rate, rounds_rate
from gofsim.analysis.ratings import connected, fit
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.table import Column, Table, cell_text
from gofsim.analysis.words import counted, listed

SCALE = 400 / log(10)  # rating points of one unit of log strength: 400 points are tenfold strength
MUCH = 0.02  # of the resampled runs
DIGITS = 6  # of a rating; what is smaller is rounding
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """Ratings of a pool, the strongest first; their mean is 0.

    ``ahead`` holds the differences of all pairs (stronger, weaker) with p-values, ``p_holm`` the
    same adjusted for all pairs. ``flags`` say why a rating is not to be trusted; ``tied`` whether
    the finishing orders connect all bots (if not, only a prior keeps the ratings finite), and
    ``loose`` in what share of the resampled runs they do not.
    """

    order: tuple[str, ...]
    of: Mapping[str, Estimate]
    ahead: Mapping[tuple[str, str], Estimate]
    p_holm: Mapping[tuple[str, str], float | None]
    flags: Mapping[str, str]
    tied: bool
    loose: float

    def separated(self, stronger: str, weaker: str) -> bool:
        """Whether the order of two bots is more than chance, among all pairs."""
        pair = (stronger, weaker)
        return is_significant(self.ahead[pair], self.p_holm[pair])

    def like(self, bot: str) -> list[str]:
        """The bots that fare identically with one, itself among them."""
        found = [
            other
            for other in self.order
            if other == bot
            or (
                self._between(bot, other).flag == "identical"
                and not self._between(bot, other).value
            )
        ]
        return found

    @property
    def alike(self) -> bool:
        """Whether all bots fare identically."""
        return len(self.like(self.order[0])) == len(self.order)

    def _between(self, bot: str, other: str) -> Estimate:
        return self.ahead.get((bot, other)) or self.ahead[other, bot]


def ratings_of(evidence: LeagueEvidence) -> Ratings:
    """Fit the finishing orders, and those of resampled blocks for the errors."""
    bots, blocks = evidence.league.bots, evidence.league.run.blocks
    value = SCALE * fit(evidence.choices, evidence.counts)
    seen = evidence.resampled[evidence.resampled.sum(axis=1) > 0]
    spread = SCALE * fit(evidence.choices, seen)

    def estimate(weights: Numbers, *, test: bool) -> Estimate:
        error = float((spread @ weights).std(ddof=1)) if len(seen) > 1 else 0.0
        return from_error(
            round(float(value @ weights), DIGITS), round(error, DIGITS), blocks, test=test,
            anytime=evidence.league.run.anytime,
        )  # fmt: skip

    unit = dict(zip(bots, np.eye(len(bots)), strict=True))
    of = {bot: estimate(unit[bot], test=False) for bot in bots}
    order = tuple(sorted(bots, key=lambda bot: -(of[bot].value or 0.0)))
    ahead = {(a, b): estimate(unit[a] - unit[b], test=True) for a, b in combinations(order, 2)}
    adjusted = holm([difference.p for difference in ahead.values()])
    return Ratings(
        order, of, ahead, dict(zip(ahead, adjusted, strict=True)), _flags(evidence),
        bool(connected(evidence.choices, evidence.counts)),
        1 - float(connected(evidence.choices, seen).mean()),
    )  # fmt: skip


def _flags(evidence: LeagueEvidence) -> dict[str, str]:
    """What is one-sided: bots that never came before another one, or never behind."""
    choices, bots = evidence.choices, evidence.league.bots
    came = np.eye(len(bots))[[bot for _, bot in choices.outcomes]]
    there = np.sign(choices.present)[[stage for stage, _ in choices.outcomes]]
    ahead, behind = evidence.counts @ came, evidence.counts @ (there - came)
    return {
        bot: "never beaten" if not behind[place] else "never ahead" if not ahead[place] else ""
        for place, bot in enumerate(bots)
    }


def ratings_section(evidence: LeagueEvidence, ratings: Ratings) -> Section:
    """The ladder."""
    league = evidence.league
    ends = "totals at the end of the game" if league.run.has_games else "points of the round"
    text = [
        f"A rating sums up who came before whom, by the {ends}, at"
        f" {counted(len(league.tables), 'table')} of different bots; ties count as half."
        " It is made for this pool and says nothing"
        f" outside it: {listed(ratings.order)}. Their mean is 0; 400 points more mean ten times"
        " the chance to come first among the rest of the table."
    ]
    if not ratings.tied:
        text.append(
            "The finishing orders do not tie all bots together: some never came before, or never"
            " behind, any of the rest. Then no finite rating fits best; each bot is given half a"
            " win and half a loss against a middling one, and the distances are no estimates."
        )
    elif ratings.loose > MUCH:
        text.append(
            f"In {100 * ratings.loose:.0f}% of the runs with resampled blocks the finishing orders"
            " do not tie all bots together: one side hardly ever loses, and the intervals are"
            " rough."
        )
    return Section(
        "ratings", "The ladder", tuple(text), (ladder_picture(ratings),),
        (ratings_table(evidence, ratings), steps_table(ratings)),
        "The strongest stands on top. Whether two bots are separated is in the table of steps:"
        " their ratings share deals and tables, so overlapping bars do not decide it.",
    )  # fmt: skip


def ladder_picture(ratings: Ratings) -> Picture:
    """Ratings with intervals, the strongest on top."""
    dots = [Dot(bot, {"": ratings.of[bot]}) for bot in ratings.order]
    words = ", ".join(f"{bot} {cell_text(ratings.of[bot], 'change')}" for bot in ratings.order)
    panel = Panel(dots, "rating", "change", mark=(0.0, "mean of the pool"))
    return Picture(
        "league_ladder", f"Ratings, the strongest first: {words}.",
        "Plackett-Luce ratings with 95% intervals; 400 points are ten times the strength.",
        dot_chart([panel]),
    )  # fmt: skip


def ratings_table(evidence: LeagueEvidence, ratings: Ratings) -> Table:
    """Ratings beside the plain figures they should agree with."""
    league = evidence.league
    rows = tuple(
        {"bot": bot, "rating": ratings.of[bot], "error": ratings.of[bot].error,
         "flag": ratings.flags[bot]} | averages(evidence, bot)
        for bot in ratings.order
    )  # fmt: skip
    columns = [
        Column("bot", "Bot"),
        Column("rating", "Rating", "change"),
        Column("error", "Standard error", "number", on_page=False),
        Column("games", "Share of games won", "share"),
        Column("field", "Points a round less the field", "change"),
        Column("rounds", "Rounds won", "share"),
        Column("flag", "Flag"),
    ]
    hidden = {"games"} if not league.run.has_games else set()
    if not any(ratings.flags.values()):
        hidden.add("flag")
    where = "over the fields of all other bots" if league.has_fields else "over its tables"
    note = f"Pool: {listed(league.bots)}. Shares, points and rounds won are means {where}."
    shown = tuple(column for column in columns if column.key not in hidden)
    return Table("league_ratings", "Ratings", shown, rows, note)


def steps_table(ratings: Ratings) -> Table:
    """Differences of all pairs; a page shows those of neighbours on the ladder."""
    rows = tuple(
        {"stronger": a, "weaker": b, "difference": difference, "p_holm": ratings.p_holm[a, b]}
        for (a, b), difference in ratings.ahead.items()
    )
    neighbours = set(pairwise(ratings.order))
    shown = tuple(row for row in rows if (row["stronger"], row["weaker"]) in neighbours)
    columns = (
        Column("stronger", "Bot"),
        Column("weaker", "The next below"),
        Column("difference", "Rating points ahead", "change"),
        Column("p_holm", "p (Holm)", "p"),
    )
    note = f"p is adjusted for all {len(rows)} pairs of the pool; the file has them all."
    if len(rows) == 1:
        note = "There is one pair, so p is as it is."
    return Table("league_steps", "The steps of the ladder", columns, rows, note, shown)


def averages(evidence: LeagueEvidence, bot: str) -> dict[str, Estimate | None]:
    """Share of games, points less the field and rounds won: means over fields, or over tables."""
    league = evidence.league
    if league.has_fields:
        found = {"games": games_rate, "field": field_rate, "rounds": rounds_rate}
        rates = {name: _over_fields(league, bot, rate) for name, rate in found.items()}
    else:
        n = league.players
        rates = {
            "games": (Rate(bot, {"share": 1}, "games", SHARES),),
            "field": (Rate(bot, {"points": n, "all": -1}, "rounds", n - 1),),
            "rounds": (Rate(bot, {"wins": 1}, "rounds"),),
        }
    return {
        name: evidence.sums.contrast(parts, ()) if name != "games" or league.run.has_games else None
        for name, parts in rates.items()
    }


def _over_fields(
    league: League, bot: str, rate: Callable[[ArmInfo, str], Rate]
) -> tuple[Rate, ...]:
    """Rates that sum up to the mean over the fields."""
    fields = league.others(bot)
    rates = [rate(league.alone[bot, field], bot) for field in fields]
    return tuple(replace(each, times=each.times * len(fields)) for each in rates)
