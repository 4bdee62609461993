"""What the last round's winner and loser make of the next one, with the exchange and without."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.cards import CARD_GROUPS, RETURN_GROUPS, card_text
from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import Estimate, holm, is_significant, variance_reduction
from gofsim.analysis.figures import Dot, Panel, dot_chart
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.table import Column, Table, cell_text
from gofsim.analysis.words import limit, size_interval, size_of, with_interval

Row = dict[str, Any]
ROLES = ("winner", "loser", "others")


def win_rate(arm: ArmInfo, role: str) -> Rate:
    """Chance to win a round, for one player who had ``role`` in the round before."""
    if role == "others":
        weights = {"next": 1, "again": -1, "loser_wins": -1}
        return Rate(arm.name, weights, "next", arm.players - 2)
    return Rate(arm.name, {"again" if role == "winner" else "loser_wins": 1}, "next")


def points_rate(arm: ArmInfo, role: str) -> Rate:
    """Points in a round of one player who had ``role`` in the round before."""
    if role == "others":
        weights = {"next_points": 1, "again_points": -1, "loser_points": -1}
        return Rate(arm.name, weights, "next", arm.players - 2)
    return Rate(arm.name, {"again_points" if role == "winner" else "loser_points": 1}, "next")


def on_and_off(evidence: Evidence) -> list[tuple[ArmInfo, ArmInfo]]:
    """Pairs of arms that differ in nothing but the exchange; the usual lead first."""
    pairs = [
        (on, off)
        for on in evidence.run.arms
        for off in evidence.run.arms
        if on.rules["exchange"] != "off"
        and off.rules["exchange"] == "off"
        and on.labels == off.labels
        and _besides(on, "exchange") == _besides(off, "exchange")
    ]
    return sorted(pairs, key=lambda pair: pair[0].rules["next_lead"] != "winner")


@dataclass(frozen=True)
class Split:
    """Four arms that take the last winner's advantage apart."""

    both: ArmInfo
    lead: ArmInfo
    cards: ArmInfo
    neither: ArmInfo


def split_arms(evidence: Evidence) -> Split | None:
    """The arms with and without the cards and with and without the lead, if all four are there."""
    for both in evidence.run.arms:
        if both.rules["exchange"] == "off" or both.rules["next_lead"] != "winner":
            continue
        found = {
            (arm.rules["exchange"] != "off", arm.rules["next_lead"]): arm
            for arm in reversed(evidence.run.arms)
            if arm.labels == both.labels
            and _besides(arm, "exchange", "next_lead") == _besides(both, "exchange", "next_lead")
        }
        wanted = [(True, "winner"), (False, "winner"), (True, "random"), (False, "random")]
        if all(key in found for key in wanted):
            return Split(*(found[key] for key in wanted))
    return None


def exchange_section(evidence: Evidence) -> Section | None:
    """Chances and points by last role; None for single rounds."""
    if not _follows(evidence):
        return None
    tables = [roles_table(evidence)]
    if on_and_off(evidence):
        tables.append(effects_table(evidence))
    text = [
        "Role: what a player was in the round before. The loser is defined in the same way where"
        " nothing is exchanged."
    ]
    split = split_arms(evidence)
    if split:
        tables.append(split_table(evidence, split))
        text.append(split_text(tables[-1]))
    return Section(
        "exchange", "The last round's winner and loser", tuple(text), (roles_picture(evidence),),
        tuple(tables),
        "Chances of one player; “others” is the mean of those who were neither. Differences are"
        " paired by deals.",
    )  # fmt: skip


def roles_table(evidence: Evidence) -> Table:
    """Chance to win the next round and its points, by arm and role."""
    sums = evidence.sums["play"]
    rows = tuple(
        {
            "arm": arm.name,
            "role": role,
            "rounds": sums.total(arm.name, "next"),
            "won": sums.estimate(win_rate(arm, role)),
            "points": sums.estimate(points_rate(arm, role)),
        }
        for arm in evidence.run.arms
        for role in ROLES
    )
    columns = (
        Column("arm", "Arm"),
        Column("role", "Last round's"),
        Column("rounds", "Rounds", "count"),
        Column("won", "Wins the next round", "share"),
        Column("points", "Its points", "number"),
    )
    return Table("roles", "By role in the round before", columns, rows)


def roles_picture(evidence: Evidence) -> Picture:
    """Chance to win the next round: arms as rows, roles as series."""
    rows = roles_table(evidence).rows
    dots = [
        Dot(arm.name, {row["role"]: row["won"] for row in rows if row["arm"] == arm.name})
        for arm in evidence.run.shown
    ]
    players = {arm.players for arm in evidence.run.shown}
    mark = (1 / players.pop(), "equal chances") if len(players) == 1 else None
    words = "; ".join(
        f"{arm.name}: "
        + ", ".join(
            f"{row['role']} {cell_text(row['won'], 'share')}"
            for row in rows
            if row["arm"] == arm.name
        )
        for arm in evidence.run.shown
    )
    return Picture(
        "roles", f"Chance to win the next round by last round's role. {words}.",
        "Chance to win the next round, by role in the last one; bars are 95% intervals"
        " (where not hidden by the marks).",
        dot_chart([Panel(dots, "chance to win the next round, %", "share", mark=mark)]),
    )  # fmt: skip


def effects_table(evidence: Evidence) -> Table:
    """With the exchange less without, by role, on the same deals; Holm over the table."""
    sums = evidence.sums["play"]
    rows: list[Row] = []
    for on, off in on_and_off(evidence):
        for role in ROLES:
            won = sums.difference(win_rate(on, role), win_rate(off, role))
            left, right = (sums.estimate(win_rate(arm, role)) for arm in (on, off))
            points = sums.difference(points_rate(on, role), points_rate(off, role))
            rows.append(
                {
                    "arms": f"{on.name} less {off.name}",
                    "role": role,
                    "won": won,
                    "points": points,
                    "saved": variance_reduction(left, right, won),
                }
            )
    rows = [
        {**row, "p_holm": p}
        for row, p in zip(rows, holm([row["won"].p for row in rows]), strict=True)
    ]
    columns = (
        Column("arms", "Arms"),
        Column("role", "Last round's"),
        Column("won", "Chance, percentage points", "share_change"),
        Column("points", "Points", "change"),
        Column("p_holm", "p (Holm)", "p"),
        Column("saved", "Saved by common deals", "factor"),
    )
    return Table("exchange_effects", "What the exchange changes", columns, tuple(rows))


def effects_of(evidence: Evidence, on: ArmInfo, off: ArmInfo) -> dict[str, Mapping[str, Any]]:
    """The rows of the table of effects for two arms, by role."""
    arms = f"{on.name} less {off.name}"
    return {row["role"]: row for row in effects_table(evidence).rows if row["arms"] == arms}


def is_real(row: Mapping[str, Any]) -> bool:
    """Whether the table of effects calls the change of the chance significant."""
    return is_significant(row["won"], row["p_holm"])


def split_table(evidence: Evidence, split: Split) -> Table:
    """The last winner's and loser's gain from the lead, from the cards, from both, and beyond."""
    steps = (
        ("the lead alone", split.lead, split.neither),
        ("the cards alone", split.cards, split.neither),
        ("the lead, given the cards", split.both, split.cards),
        ("the cards, given the lead", split.both, split.lead),
        ("both", split.both, split.neither),
    )
    rows = [
        {"what": what, "arms": f"{left.name} less {right.name}"}
        | _gains(evidence, (left,), (right,))
        for what, left, right in steps
    ]
    arms = f"{split.both.name} and {split.neither.name} less {split.lead.name} and"
    beyond = _gains(evidence, (split.both, split.neither), (split.lead, split.cards))
    rows.append({"what": "both, beyond the sum", "arms": f"{arms} {split.cards.name}"} | beyond)
    columns = (
        Column("what", "Gain from"),
        Column("arms", "Arms"),
        *(Column(role, f"Last {role}".replace("Last others", "Others"), "share_change")
          for role in ROLES),
    )  # fmt: skip
    note = (
        "Change in the chance to win the next round, percentage points, on the same deals. Bold:"
        " Holm-adjusted p below 0.05 in this table."
    )
    return Table("exchange_split", "The lead and the cards", columns, _with_strong(rows), note)


def _gains(evidence: Evidence, plus: Sequence[ArmInfo], minus: Sequence[ArmInfo]) -> Row:
    """The chances of some arms less those of others, by role."""
    return {
        role: evidence.sums["play"].contrast(
            [win_rate(arm, role) for arm in plus], [win_rate(arm, role) for arm in minus]
        )
        for role in ROLES
    }


def _with_strong(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Mark the chances that change significantly, Holm over all of them."""
    cells = [(place, role, row[role]) for place, row in enumerate(rows) for role in ROLES]
    adjusted = holm([cell.p for *_, cell in cells])
    real = {
        (place, role)
        for (place, role, cell), p in zip(cells, adjusted, strict=True)
        if is_significant(cell, p)
    }
    return tuple(
        row | {"strong": {role for role in ROLES if (place, role) in real}}
        for place, row in enumerate(rows)
    )


def split_text(table: Table) -> str:
    """Where the last winner's advantage comes from, from the rows of `split_table`."""
    rows = {row["what"]: row for row in table.rows}
    lead, cards, both = (
        rows[what]["winner"] for what in ("the lead alone", "the cards alone", "both")
    )
    return (
        "Of the last winner's advantage the lead alone gives"
        f" {with_interval(lead, 'share_change')} percentage points, the cards alone"
        f" {with_interval(cards, 'share_change')}, both together"
        f" {with_interval(both, 'share_change')}; {_beyond_words(rows['both, beyond the sum'])}."
    )


def _beyond_words(row: Mapping[str, Any]) -> str:
    change: Estimate = row["winner"]
    if "winner" not in row["strong"]:
        return (
            "no difference between both together and the sum of the two was found:"
            f" {limit(change, 'share_change', 'percentage points')}"
        )
    word = "more" if (change.value or 0) > 0 else "less"
    return (
        f"together they give {size_of(change, 'share_change')} percentage points"
        f" ({size_interval(change, 'share_change')}) {word} than the sum of the two"
    )


def cards_section(evidence: Evidence) -> Section | None:
    """Which cards go up and come back; None where nothing was exchanged."""
    if "cards" not in evidence.sums:
        return None
    given = given_table(evidence)
    arms = _exchanging(evidence)
    names = [arm.name for arm in evidence.run.shown]
    rows = [row for row in given.rows if row["arm"] in names]
    dots = [
        Dot(group, {row["arm"]: row["again"] for row in rows if row["group"] == group})
        for group in CARD_GROUPS
        if any(row["group"] == group and row["share"].value for row in rows)
    ]
    words = ", ".join(
        f"{row['group']} {cell_text(row['again'], 'share')} ({row['arm']})" for row in rows
    )
    players = {arm.players for arm in arms}
    mark = (1 / players.pop(), "equal chances") if len(players) == 1 else None
    picture = Picture(
        "cards_up", f"The last winner's chance by the card that comes up: {words}.",
        "The last winner's chance to win the next round, by the card the loser had to give.",
        dot_chart([Panel(dots, "chance of the last winner, %", "share", mark=mark)]),
    )  # fmt: skip
    return Section(
        "cards", "Which cards go up and come back", (), (picture,),
        (given, returned_table(evidence), all_cards_table(evidence)),
        "The loser has no choice: the highest single card goes up. What comes back is chosen by the"
        " bot's way of giving.",
    )  # fmt: skip


def given_table(evidence: Evidence) -> Table:
    """Share of exchanges by the card given, and the chances that go with it."""
    sums = evidence.sums["cards"]
    rows = tuple(
        {"arm": arm.name, "group": group}
        | {
            "share": sums.estimate(Rate(arm.name, {f"given {group}": 1}, "exchanges")),
            "again": sums.estimate(Rate(arm.name, {f"again {group}": 1}, f"given {group}")),
            "loser": sums.estimate(Rate(arm.name, {f"loser {group}": 1}, f"given {group}")),
        }
        for arm in _exchanging(evidence)
        for group in CARD_GROUPS
    )
    columns = (
        Column("arm", "Arm"),
        Column("group", "Card that goes up"),
        Column("share", "Share of exchanges", "share"),
        Column("again", "Last winner wins", "share"),
        Column("loser", "Last loser wins", "share"),
    )
    return Table("cards_given", "Cards that go up", columns, rows)


def returned_table(evidence: Evidence) -> Table:
    """Share of exchanges by the number of the card that comes back."""
    sums = evidence.sums["cards"]
    rows: tuple[Row, ...] = tuple(
        {"group": group}
        | {
            f"arm {arm.name}": sums.estimate(Rate(arm.name, {f"returned {group}": 1}, "exchanges"))
            for arm in _exchanging(evidence)
        }
        for group in RETURN_GROUPS
    )
    shown = tuple(row for row in rows if any(row[key].value for key in row if key != "group"))
    columns = (
        Column("group", "Number that comes back"),
        *(Column(f"arm {arm.name}", arm.name, "share") for arm in _exchanging(evidence)),
    )
    return Table("cards_returned", "Cards that come back", columns, rows, "", shown)


def all_cards_table(evidence: Evidence) -> Table:
    """Every single card, how often it went up and came back; twins together."""
    rows: list[Row] = []
    for arm in _exchanging(evidence):
        given = _by_text(evidence.counts.given[arm.name])
        returned = _by_text(evidence.counts.returned[arm.name])
        rows += [
            {"arm": arm.name, "card": card, "given": given[card], "returned": returned[card]}
            for card in dict.fromkeys(card_text(index) for index in range(64))
            if given[card] or returned[card]
        ]
    columns = (
        Column("arm", "Arm"),
        Column("card", "Card"),
        Column("given", "Went up", "count"),
        Column("returned", "Came back", "count"),
    )
    return Table("cards", "Every card (cards.csv)", columns, tuple(rows), shown=())


def _by_text(counter: Mapping[int, int]) -> Counter[str]:
    found = Counter[str]()
    for index, count in counter.items():
        found[card_text(index)] += count
    return found


def _exchanging(evidence: Evidence) -> list[ArmInfo]:
    sums = evidence.sums["cards"]
    return [arm for arm in evidence.run.arms if sums.has(arm.name, "exchanges")]


def _follows(evidence: Evidence) -> bool:
    return any(evidence.sums["play"].total(arm.name, "next") for arm in evidence.run.arms)


def _besides(arm: ArmInfo, *fields: str) -> dict[str, Any]:
    return {key: value for key, value in arm.rules.items() if key not in fields}


def role_chance(evidence: Evidence, arm: ArmInfo, role: str) -> Estimate:
    """Chance of one player with that last role to win the next round."""
    return evidence.sums["play"].estimate(win_rate(arm, role))
