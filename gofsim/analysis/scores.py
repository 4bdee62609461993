"""How points are spread over hands and games, and how long games last."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.figures import step_chart
from gofsim.analysis.metrics import LENGTH
from gofsim.analysis.quantiles import quantile_interval
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.table import Column, Kind, Table

LEFT_GROUPS = {
    "0 (went out)": range(1),
    "1 to 7": range(1, 8),
    "8 to 10": range(8, 11),
    "11 to 13": range(11, 14),
    "14 or 15": range(14, 16),
    "all 16": range(16, 17),
}
TAIL = 0.999  # of the games: a chart that also showed the longest would be mostly empty


def scores_section(evidence: Evidence) -> Section:
    """Cards left, points a round and totals, by arm."""
    counts = evidence.counts
    tables = [cards_left_table(evidence), points_table(evidence, "round_points")]
    if evidence.run.has_games:
        tables.append(points_table(evidence, "totals"))
    every = _by_arm(evidence, counts.cards_left)
    shares = {arm.name: every[arm.name] for arm in evidence.run.shown}
    chart = step_chart(shares, "cards left at the end of a round", "hands", (8, 11, 14, 16))
    picture = Picture(
        "cards_left", _peaks(shares, "cards left"),
        "How many cards hands are left with; grey lines where another card starts to cost more.",
        chart,
    )  # fmt: skip
    return Section(
        "scores", "Points", (), (picture,), tuple(tables),
        "Shares of all hands of all seats, the winner's included; they describe and carry no"
        " interval.",
    )  # fmt: skip


def length_section(evidence: Evidence) -> Section | None:
    """Game length in rounds; None for single rounds."""
    if not evidence.run.has_games:
        return None
    shares = {
        arm.name: _shares(Counter(_lengths(evidence, arm).ravel().tolist()))
        for arm in evidence.run.shown
    }
    longest = max(_tail(share) for share in shares.values())
    cut = {name: {x: s for x, s in share.items() if x <= longest} for name, share in shares.items()}
    picture = Picture(
        "game_length", _peaks(shares, "rounds"), "How many rounds games last.",
        step_chart(cut, "rounds a game", "games"),
    )  # fmt: skip
    return Section(
        "length", "How long games last", (), (picture,), (length_table(evidence),),
        "The median is the game in the middle; nine games in ten end within the last column.",
    )  # fmt: skip


def length_table(evidence: Evidence) -> Table:
    """Mean, median and 90% quantile of the rounds a game."""
    rows = tuple(
        {
            "arm": arm.name,
            "games": evidence.sums["games"].total(arm.name, "games"),
            "mean": LENGTH.estimate(evidence, arm),
            "median": _quantile(evidence, arm, 0.5),
            "most": _quantile(evidence, arm, 0.9),
        }
        for arm in evidence.run.arms
    )
    columns = (
        Column("arm", "Arm"),
        Column("games", "Games", "count"),
        Column("mean", "Mean rounds", "number"),
        Column("median", "Median", "count"),
        Column("most", "9 in 10 end within", "count"),
    )
    return Table("game_length", "Rounds a game", columns, rows)


def cards_left_table(evidence: Evidence) -> Table:
    """Share of hands by cards left, grouped where the price of a card changes."""
    shares = _by_arm(evidence, evidence.counts.cards_left)
    rows = tuple(
        {"left": group} | {f"arm {name}": sum(share.get(x, 0.0) for x in cards)
                           for name, share in shares.items()}
        for group, cards in LEFT_GROUPS.items()
    )  # fmt: skip
    columns = (Column("left", "Cards left"), *_arm_columns(evidence, "share", digits=2))
    return Table("cards_left", "Cards left at the end of a round", columns, rows)


def points_table(evidence: Evidence, what: str) -> Table:
    """Quantiles of a player's points a round, or of the totals at the end."""
    counters: Mapping[str, Counter[int]] = getattr(evidence.counts, what)
    titles = {"round_points": "A player's points a round", "totals": "Totals at the end of a game"}
    rows = tuple(
        {"at": label} | {f"arm {name}": _at(counter, share) for name, counter in counters.items()}
        for label, share in (("smallest", 0.0), ("1 in 10 below", 0.1), ("median", 0.5),
                             ("1 in 10 above", 0.9), ("largest", 1.0))
    )  # fmt: skip
    return Table(what, titles[what], (Column("at", ""), *_arm_columns(evidence, "count")), rows)


def _arm_columns(
    evidence: Evidence, kind: Kind, *, digits: int | None = None
) -> tuple[Column, ...]:
    return tuple(
        Column(f"arm {arm.name}", arm.name, kind, digits=digits) for arm in evidence.run.arms
    )


def _lengths(evidence: Evidence, arm: ArmInfo) -> np.ndarray:
    return np.concatenate(evidence.counts.lengths[arm.name])


def _quantile(evidence: Evidence, arm: ArmInfo, share: float) -> Estimate:
    found = quantile_interval(_lengths(evidence, arm), share)
    if evidence.run.anytime is None:
        return found
    return Estimate(found.value, None, None, found.n, flag="stopped by looking")


def _by_arm(
    evidence: Evidence, counters: Mapping[str, Counter[int]]
) -> dict[str, dict[int, float]]:
    return {arm.name: _shares(counters[arm.name]) for arm in evidence.run.arms}


def _shares(counter: Counter[int]) -> dict[int, float]:
    total = counter.total()
    return {value: counter[value] / total for value in sorted(counter)}


def _at(counter: Counter[int], share: float) -> int:
    """Smallest value that at least this share of all values does not exceed."""
    wanted, reached = share * counter.total(), 0
    for value in sorted(counter):
        reached += counter[value]
        if reached >= wanted:
            return value
    return max(counter)


def _tail(shares: Mapping[int, float]) -> int:
    reached = 0.0
    for value, share in shares.items():
        reached += share
        if reached >= TAIL:
            return value
    return max(shares)


def _peaks(shares: Mapping[str, Mapping[int, float]], what: str) -> str:
    words = (
        f"{name}: most often {max(share, key=lambda x: share[x])} {what},"
        f" mean {sum(x * s for x, s in share.items()):.1f}"
        for name, share in shares.items()
    )
    return "Distribution. " + "; ".join(words) + "."
