"""Bots beside each other: games and rounds won, points against the field, and their neighbours."""

from itertools import combinations
from typing import Any

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import Estimate, holm
from gofsim.analysis.figures import Dot, Panel, dot_chart
from gofsim.analysis.rates import field_rate, games_rate, rounds_rate
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.table import Column, Table, cell_text
from gofsim.analysis.words import listed

Row = dict[str, Any]


def mixed_arms(evidence: Evidence) -> list[ArmInfo]:
    """Arms in which different bots meet."""
    return [arm for arm in evidence.run.arms if len(arm.distinct) > 1]


def bots_section(evidence: Evidence) -> Section | None:
    """How the bots fare; None where all places of every arm hold the same bot."""
    if not mixed_arms(evidence):
        return None
    text = [
        "Each figure is for one place at the table: a bot that sits on several places counts with"
        " their mean. The field of a place are the other places of the same round."
    ]
    alike = [arm.name for arm in mixed_arms(evidence) if arm.symmetric]
    if alike:
        text.append(
            f"In {listed(alike)} all places hold the same bot under several names, and it draws no"
            " random numbers: every seating would be the same game, so one was played for all, and"
            " the names fare equally by construction."
        )
    tables = (bots_table(evidence), bot_pairs_table(evidence))
    return Section(
        "bots", "How the bots fare", tuple(text), (bots_picture(evidence),), tables,
        "Winning games is the aim; points against the field (negative is good) say the same more"
        " precisely; rounds won alone mislead, because a bot can win many rounds and lose much in"
        " the others.",
    )  # fmt: skip


def bots_table(evidence: Evidence) -> Table:
    """All three figures of every bot in every arm."""
    rows = [
        {
            "arm": arm.name,
            "bot": label,
            "places": len(arm.places(label)),
            "games": _games(evidence, arm, label),
            "field": evidence.sums["bots"].estimate(field_rate(arm, label)),
            "rounds": evidence.sums["bots"].estimate(rounds_rate(arm, label)),
        }
        for arm in mixed_arms(evidence)
        for label in arm.distinct
    ]
    columns = [
        Column("arm", "Arm"),
        Column("bot", "Bot"),
        Column("places", "Places", "count"),
        Column("games", "Share of games won", "share"),
        Column("field", "Points a round less the field", "change"),
        Column("rounds", "Rounds won", "share"),
    ]
    if not evidence.run.has_games:
        columns = [column for column in columns if column.key != "games"]
    return Table("bots", "Bots by arm", tuple(columns), tuple(rows))


def bot_pairs_table(evidence: Evidence) -> Table:
    """All pairs of bots within an arm, paired by block, Holm over the whole table."""
    rows = [
        _pair(evidence, arm, left, right)
        for arm in mixed_arms(evidence)
        for left, right in combinations(arm.distinct, 2)
    ]
    adjusted = holm([row[main_key(evidence)].p for row in rows])
    rows = [{**row, "p_holm": p} for row, p in zip(rows, adjusted, strict=True)]
    columns = [
        Column("arm", "Arm"),
        Column("bots", "Bots"),
        Column("games", "Share of games", "share_change"),
        Column("field", "Points a round", "change"),
        Column("p_holm", "p (Holm)", "p"),
    ]
    if not evidence.run.has_games:
        columns = [column for column in columns if column.key != "games"]
    note = (
        "The first bot less the second; shares in percentage points. p is that of the share of"
        " games (of the points where single rounds were played)."
    )
    return Table("bot_pairs", "Differences between bots", tuple(columns), tuple(rows), note)


def main_key(evidence: Evidence) -> str:
    """The primary figure: games where they were played, points otherwise."""
    return "games" if evidence.run.has_games else "field"


def bots_picture(evidence: Evidence) -> Picture:
    """The primary figure of every bot, one panel an arm."""
    key = main_key(evidence)
    arms = _shown(evidence)
    names = [arm.name for arm in arms]
    rows = [row for row in bots_table(evidence).rows if row["arm"] in names]
    panels = [
        Panel(
            [Dot(row["bot"], {"": row[key]}) for row in rows if row["arm"] == arm.name],
            "share of games won, %" if key == "games" else "points a round less the field",
            "share" if key == "games" else "change",
            arm.name if len(evidence.run.arms) > 1 else "",
            (1 / arm.players, "equal share") if key == "games" else (0.0, "the field"),
        )
        for arm in arms
    ]
    kind = panels[0].kind
    words = ", ".join(f"{row['bot']} in {row['arm']} {cell_text(row[key], kind)}" for row in rows)
    return Picture(
        "bots", f"{panels[0].axis}: {words}.", "One dot a bot, with its 95% interval.",
        dot_chart(panels),
    )  # fmt: skip


def neighbours_section(evidence: Evidence) -> Section | None:
    """How a bot fares after each other bot; only where the direction of play is studied."""
    if "neighbours" not in evidence.sums:
        return None
    table = neighbours_table(evidence)
    text = (
        "With a fixed direction every bot always plays after the same neighbour; alternating, it"
        " plays after each of its two neighbours in half of the rounds. The order of the bots"
        " around the table is drawn afresh for every block.",
    )
    return Section(
        "neighbours", "Who sits after whom", text, (_neighbours_picture(evidence, table),),
        (table, neighbour_contrasts(evidence)),
        "Points less the field, by the bot that plays immediately before. Further left is better.",
    )  # fmt: skip


def neighbour_rate(arm: ArmInfo, own: int, before: int) -> Rate:
    """Points less the field of bot ``own`` in rounds in which ``before`` plays just before it."""
    key = f"{own}_{before}"
    return Rate(arm.name, {f"points_{key}": 1}, f"seats_{key}", arm.players - 1)


def neighbours_table(evidence: Evidence) -> Table:
    """Points less the field and rounds won of each bot after each other."""
    sums = evidence.sums["neighbours"]
    rows = tuple(
        {
            "arm": arm.name,
            "bot": arm.distinct[own],
            "before": arm.distinct[before],
            "rounds": sums.total(arm.name, f"seats_{own}_{before}"),
            "field": sums.estimate(neighbour_rate(arm, own, before)),
            "won": sums.estimate(
                Rate(arm.name, {f"wins_{own}_{before}": 1}, f"seats_{own}_{before}")
            ),
        }
        for arm in mixed_arms(evidence)
        for own, before in _meetings(evidence, arm)
    )
    columns = (
        Column("arm", "Arm"),
        Column("bot", "Bot"),
        Column("before", "Plays right after"),
        Column("rounds", "Rounds", "count"),
        Column("field", "Points a round less the field", "change"),
        Column("won", "Rounds won", "share"),
    )
    return Table("neighbours", "Each bot after each other", columns, rows)


def neighbour_contrasts(evidence: Evidence) -> Table:
    """For every bot the difference between two bots right before it, Holm over the table."""
    sums = evidence.sums["neighbours"]
    rows: list[Row] = []
    for arm in mixed_arms(evidence):
        meetings = _meetings(evidence, arm)
        for (own, first), (other, second) in combinations(meetings, 2):
            if own == other:
                names = [arm.distinct[bot] for bot in (own, first, second)]
                difference = sums.difference(
                    neighbour_rate(arm, own, first), neighbour_rate(arm, own, second)
                )
                rows.append(
                    {"arm": arm.name, "bot": names[0], "first": names[1], "second": names[2],
                     "difference": difference}
                )  # fmt: skip
    adjusted = holm([row["difference"].p for row in rows])
    rows = [{**row, "p_holm": p} for row, p in zip(rows, adjusted, strict=True)]
    columns = (
        Column("arm", "Arm"),
        Column("bot", "Bot"),
        Column("first", "After this one"),
        Column("second", "less after this one"),
        Column("difference", "Points a round", "change"),
        Column("p_holm", "p (Holm)", "p"),
    )
    return Table("neighbour_pairs", "Does it matter who plays right before?", columns, tuple(rows))


def _meetings(evidence: Evidence, arm: ArmInfo) -> list[tuple[int, int]]:
    bots = range(len(arm.distinct))
    sums = evidence.sums["neighbours"]
    return [
        (own, before)
        for own in bots
        for before in bots
        if sums.total(arm.name, f"seats_{own}_{before}")
    ]


def _neighbours_picture(evidence: Evidence, table: Table) -> Picture:
    arms = _shown(evidence)
    names = [arm.name for arm in arms]
    bots = list(dict.fromkeys(row["bot"] for row in table.rows))
    panels = []
    for bot in bots:
        mine = [row for row in table.rows if row["bot"] == bot and row["arm"] in names]
        befores = list(dict.fromkeys(row["before"] for row in mine))
        dots = [
            Dot(f"after {before}", {r["arm"]: r["field"] for r in mine if r["before"] == before})
            for before in befores
        ]
        panels.append(Panel(dots, "points a round less the field", "change", bot))
    words = f"Points less the field of {', '.join(bots)} by the bot right before, in" + (
        f" {', '.join(names)}; the table below holds every value."
    )
    return Picture("neighbours", words, "Points of each bot after each other bot.",
                   dot_chart(panels))  # fmt: skip


def _shown(evidence: Evidence) -> list[ArmInfo]:
    """The arms of different bots that charts show, at least one."""
    arms = mixed_arms(evidence)
    return [arm for arm in arms if arm in evidence.run.shown] or arms[:1]


def _games(evidence: Evidence, arm: ArmInfo, label: str) -> Estimate | None:
    if not evidence.run.has_games:
        return None
    return evidence.sums["games"].estimate(games_rate(arm, label))


def _pair(evidence: Evidence, arm: ArmInfo, left: str, right: str) -> Row:
    games = None
    if evidence.run.has_games:
        games = evidence.sums["games"].difference(games_rate(arm, left), games_rate(arm, right))
    field = evidence.sums["bots"].difference(field_rate(arm, left), field_rate(arm, right))
    return {"arm": arm.name, "bots": f"{left} less {right}", "games": games, "field": field}
