"""What the seat and the lead are worth, whatever bot holds them."""

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.collect import Evidence
from gofsim.analysis.figures import Dot, Panel, dot_chart
from gofsim.analysis.measures import SHARES
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.table import Column, Table, cell_text

TURNS = ("leader", "second", "third", "fourth")


def seats_section(evidence: Evidence) -> Section:
    """Seat effects and lead effects, described with block intervals."""
    turns = turns_table(evidence)
    text = (
        "Seats have no advantage by the rules, since dealer and first leader are drawn: seats that"
        " differ here differ by chance, or because other bots sit on them. The order of play"
        " within a round is another matter.",
    )
    return Section(
        "seats", "Seat and lead", text, (turns_picture(evidence, turns),),
        (turns, seats_table(evidence)),
        "Turn: the leader of the round, then those who follow in the direction of play. These"
        " figures describe; they are not a test.",
    )  # fmt: skip


def turns_table(evidence: Evidence) -> Table:
    """Chance to win the round and points, by order of play in it."""
    sums = evidence.sums["seats"]
    rows = tuple(
        {
            "arm": arm.name,
            "turn": TURNS[turn],
            "rounds": sums.total(arm.name, "rounds"),
            "won": sums.estimate(Rate(arm.name, {f"turn_wins_{turn}": 1}, "rounds")),
            "points": sums.estimate(Rate(arm.name, {f"turn_points_{turn}": 1}, "rounds")),
        }
        for arm in evidence.run.arms
        for turn in range(arm.players)
    )
    columns = (
        Column("arm", "Arm"),
        Column("turn", "Order of play"),
        Column("rounds", "Rounds", "count"),
        Column("won", "Rounds won", "share"),
        Column("points", "Points a round", "number"),
    )
    return Table("turns", "By order of play in the round", columns, rows)


def seats_table(evidence: Evidence) -> Table:
    """Games and rounds won and points by seat."""
    sums = evidence.sums["seats"]
    rows = tuple(
        {
            "arm": arm.name,
            "seat": seat,
            "games": evidence.sums["games"].estimate(_share(arm, seat))
            if evidence.run.has_games
            else None,
            "won": sums.estimate(Rate(arm.name, {f"seat_wins_{seat}": 1}, "rounds")),
            "points": sums.estimate(Rate(arm.name, {f"seat_points_{seat}": 1}, "rounds")),
        }
        for arm in evidence.run.arms
        for seat in range(arm.players)
    )
    columns = [
        Column("arm", "Arm"),
        Column("seat", "Seat", "count"),
        Column("games", "Share of games won", "share"),
        Column("won", "Rounds won", "share"),
        Column("points", "Points a round", "number"),
    ]
    if not evidence.run.has_games:
        columns = [column for column in columns if column.key != "games"]
    return Table("seats", "By seat", tuple(columns), rows)


def turns_picture(evidence: Evidence, table: Table) -> Picture:
    """Chance to win by order of play, arms as series."""
    names = [arm.name for arm in evidence.run.shown]
    rows = [row for row in table.rows if row["arm"] in names]
    dots = [
        Dot(turn, {row["arm"]: row["won"] for row in rows if row["turn"] == turn})
        for turn in TURNS[: max(arm.players for arm in evidence.run.shown)]
    ]
    players = {arm.players for arm in evidence.run.shown}
    mark = (1 / players.pop(), "equal") if len(players) == 1 else None
    words = ", ".join(
        f"{row['turn']} {cell_text(row['won'], 'share')} ({row['arm']})" for row in rows
    )
    return Picture(
        "turns", f"Rounds won by order of play: {words}.",
        f"Chance to win the round by order of play, for {', '.join(names)}; 95% intervals.",
        dot_chart([Panel(dots, "rounds won, %", "share", mark=mark)]),
    )  # fmt: skip


def _share(arm: ArmInfo, seat: int) -> Rate:
    return Rate(arm.name, {f"seat_share_{seat}": 1}, "games", SHARES)
