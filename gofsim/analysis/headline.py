"""The answer of a report: one plain sentence made from the numbers, a chart, and a short table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gofsim.analysis import arms, bots, exact, exchange, gangs
from gofsim.analysis.arm_words import table_words
from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import Estimate, is_significant
from gofsim.analysis.metrics import PERCENTAGE_POINTS, SILENT, main_metrics
from gofsim.analysis.rates import field_rate
from gofsim.analysis.rule_words import MOST_NAMED, arms_sentence, silent_sentence
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture
from gofsim.analysis.sweep import Sweep, sweep_of
from gofsim.analysis.sweep_section import sweep_pictures
from gofsim.analysis.sweep_tables import findings_of
from gofsim.analysis.sweep_words import sweep_sentence
from gofsim.analysis.table import Kind, Table, cell_text, figure, widest
from gofsim.analysis.words import (
    from_to,
    joined,
    limit,
    listed,
    size_interval,
    size_of,
    with_interval,
)


@dataclass(frozen=True)
class Headline:
    """The sentence, the chart that shows it and the table behind it."""

    kind: str
    sentence: str
    picture: Picture
    table: Table
    winner: str | None = None


def make_headline(evidence: Evidence) -> Headline:
    """The answer for the run's headline kind, by content where the experiment names none."""
    kind = evidence.run.experiment.get("headline") or default_kind(evidence)
    makers: dict[str, Callable[[Evidence], Headline]] = {
        "bots": bots_headline,
        "arms": arms_headline,
        "exchange": exchange_headline,
        "gangs": gangs_headline,
    }
    return makers[kind](evidence)


def default_kind(evidence: Evidence) -> str:
    """What the arms differ in decides: the exchange, other rules, bots; else the gangs."""
    run = evidence.run
    if sweep_of(run) is not None:
        return "arms"
    if run.has_games and exchange.on_and_off(evidence):
        return "exchange"
    if len({arm.labels for arm in run.arms}) == 1 and run.varied:
        return "arms"
    return "bots" if bots.mixed_arms(evidence) else ("arms" if len(run.arms) > 1 else "gangs")


def exchange_headline(evidence: Evidence) -> Headline:
    """What the exchange does to the last winner's and loser's chances."""
    pairs = exchange.on_and_off(evidence)
    picture, table = exchange.roles_picture(evidence), exchange.roles_table(evidence)
    if not pairs:
        return Headline("exchange", _roles_sentence(evidence), picture, table)
    first, *others = pairs
    parts = [_exchange_words(evidence, *first)]
    parts += [_again_words(evidence, on, off) for on, off in others if on.labels != first[0].labels]
    answer = joined(parts)
    return Headline("exchange", answer, picture, exchange.effects_table(evidence))


def _exchange_words(evidence: Evidence, on: ArmInfo, off: ArmInfo) -> str:
    rows = exchange.effects_of(evidence, on, off)
    winner = rows["winner"]["won"]
    where = f"{table_words(on)}, " if table_words(on) else ""
    if exchange.is_real(rows["winner"]):
        return (
            f"{where}the exchange {_lifts(winner)} the last winner's chance of the next round"
            f" {_moves(evidence, on, off, 'winner', winner)}, and"
            f" {_loser_words(evidence, on, off, rows['loser'])}"
        )
    with_it, without = (
        cell_text(exchange.role_chance(evidence, arm, "winner"), "share", 1) for arm in (on, off)
    )
    return (
        f"{where}no difference was found: with the exchange the last round's winner wins the"
        f" next one {with_it} of the time, without it {without}; it changes that chance by"
        f" {limit(winner, 'share_change', PERCENTAGE_POINTS)}"
    )


def _again_words(evidence: Evidence, on: ArmInfo, off: ArmInfo) -> str:
    """The same question among other bots."""
    row = exchange.effects_of(evidence, on, off)["winner"]
    winner = row["won"]
    where = f"at a table of {listed(on.distinct)} bots it"
    if not exchange.is_real(row):
        return f"{where} changes the winner's by {limit(winner, 'share_change', PERCENTAGE_POINTS)}"
    return f"{where} {_lifts(winner)} the winner's {_moves(evidence, on, off, 'winner', winner)}"


def _moves(evidence: Evidence, on: ArmInfo, off: ArmInfo, role: str, change: Estimate) -> str:
    """``from 33.3% to 50.6%, by 17.3 percentage points (95% interval 17.2 to 17.4)``."""
    before, after = (exchange.role_chance(evidence, arm, role) for arm in (off, on))
    return (
        f"{from_to(before, after, change, 'share')}, by {size_of(change, 'share_change')}"
        f" percentage points ({size_interval(change, 'share_change')})"
    )


def arms_headline(evidence: Evidence) -> Headline:
    """What a rule does: the real differences from the first arm, or that none was found."""
    sweep = sweep_of(evidence.run)
    if sweep is not None:
        return sweep_headline(evidence, sweep)
    if len(evidence.run.arms) == 1:
        sentence = _one_arm_sentence(evidence)
    elif set(evidence.run.varied) & SILENT and evidence.run.has_games:
        sentence = silent_sentence(evidence)
    else:
        sentence = arms_sentence(evidence)
    if "direction" in evidence.run.varied and "neighbours" in evidence.sums:
        section = bots.neighbours_section(evidence)
        assert section is not None
        sentence = f"{sentence[:-1]}; {_neighbour_words(evidence)}."
        return Headline("arms", sentence, section.pictures[0], section.tables[-1])
    if len(evidence.run.arms) > 1:
        sentence = f"{sentence[:-1]}{_forgetting_words(evidence)}."
    return Headline("arms", sentence, arms.arms_picture(evidence), arms.figures_table(evidence))


def sweep_headline(evidence: Evidence, sweep: Sweep) -> Headline:
    """What each factor of a sweep does, by the arms it multiplied."""
    found = findings_of(evidence, sweep)
    *_, picture = sweep_pictures(evidence, sweep) or [arms.arms_picture(evidence)]
    return Headline("arms", sweep_sentence(found), picture, found.effects)


def gangs_headline(evidence: Evidence) -> Headline:
    """How many hands hold a gang, against the exact value, and what one is worth to whom."""
    parts = []
    if evidence.counts.deals:
        share = gangs.hand_share(evidence.counts.deals[max(evidence.counts.deals)])
        truth = figure(float(1 - exact.gangs_in_hands(1)[0]), "share", 2)
        parts.append(
            f"{with_interval(share, 'share')} of dealt hands hold a gang, where calculation says"
            f" {truth}"
        )
    parts += [_worth_words(evidence, arm) for arm in evidence.run.arms]
    picture, table = gangs.worth_picture(evidence), gangs.worth_table(evidence)
    return Headline("gangs", joined(parts), picture, table)


def _worth_words(evidence: Evidence, arm: ArmInfo) -> str:
    won, points = (gangs.worth_of_one(evidence, arm, what) for what in ("wins", "points"))
    used = next(r["used"] for r in gangs.stages_table(evidence).rows if r["arm"] == arm.name)
    return (
        f"with {arm.name}, {cell_text(used, 'share', 1)} of the gangs held are played as gangs, and"
        f" a hand with one wins {_more(won, 'share_change', 'percentage points', 'more often')}"
        f" than a hand without and takes {_more(points, 'change', 'points', 'more')}"
    )


def _more(change: Estimate, kind: Kind, unit: str, more: str) -> str:
    """``0.9 points more (95% interval 0.8 to 1.0)``, or fewer, or less often."""
    if change.value is None or change.low is None:
        return f"as many {unit} (no interval: {change.flag})"
    fewer = {"more": "fewer", "more often": "less often"}[more]
    if not change.decided:
        return f"neither {more} nor {fewer} ({limit(change, kind, unit)})"
    word = more if change.value > 0 else fewer
    return f"{size_of(change, kind)} {unit} {word} ({size_interval(change, kind)})"


def bots_headline(evidence: Evidence) -> Headline:
    """Which bot does best in the first arm of different bots, and by how much."""
    mixed = bots.mixed_arms(evidence)
    if not mixed:
        return arms_headline(evidence)
    arm = mixed[0]
    key = bots.main_key(evidence)
    rows = [row for row in bots.bots_table(evidence).rows if row["arm"] == arm.name]
    sign = -1 if key == "games" else 1
    best, *others = sorted(rows, key=lambda row: sign * row[key].value)
    pair = _bot_pair(evidence, arm, best["bot"], others[0]["bot"])
    sentence = _bots_sentence(best, others[0], pair, arm, key)
    return Headline("bots", sentence, bots.bots_picture(evidence), bots.bots_table(evidence))


def _bots_sentence(best: Any, second: Any, row: Any, arm: ArmInfo, key: str) -> str:
    where, pair = f"In arm {arm.name}, ", row[key]
    if pair.flag == "identical" and pair.value == 0:
        return f"{where}{best['bot']} and {second['bot']} fare identically in every block."
    kind: Kind = "share" if key == "games" else "change"
    won = with_interval(best[key], kind)
    change: Kind = "share_change" if key == "games" else "change"
    unit = "percentage points of games" if key == "games" else "points a round"
    if not is_significant(pair, row["p_holm"]):
        return (
            f"{where}no difference was found between {best['bot']} and {second['bot']}:"
            f" {limit(pair, change, unit)}."
        )
    if key == "games":
        return (
            f"{where}{best['bot']} does best: it wins {won} of its games, where an equal share"
            f" is {100 / arm.players:.1f}%, and takes {_field_words(best['field'])}."
        )
    return (
        f"{where}{best['bot']} does best: its points a round less the field's are {won},"
        f" {second['bot']}'s {cell_text(second[key], kind)}."
    )


def _field_words(field: Estimate) -> str:
    if not field.decided:
        return f"as many points a round as its field ({limit(field, 'change', 'points')})"
    word = "less" if (field.value or 0) < 0 else "more"
    return f"{size_of(field, 'change')} points a round {word} than its field"


def _bot_pair(evidence: Evidence, arm: ArmInfo, left: str, right: str) -> Any:
    """The row of the table of differences that holds these two, whichever comes first."""
    wanted = {f"{left} less {right}", f"{right} less {left}"}
    rows = bots.bot_pairs_table(evidence).rows
    return next(row for row in rows if row["arm"] == arm.name and row["bots"] in wanted)


def _one_arm_sentence(evidence: Evidence) -> str:
    arm = evidence.run.arms[0]
    words = [
        f"{metric.phrase} is {with_interval(metric.estimate(evidence, arm), metric.kind)}"
        + ("" if metric.kind == "share" else f" {metric.unit}")
        for metric in main_metrics(evidence)[:MOST_NAMED]
    ]
    return joined([listed(words)])


def _neighbour_words(evidence: Evidence) -> str:
    rows = bots.neighbour_contrasts(evidence).rows
    fixed = [arm.name for arm in evidence.run.arms if arm.rules["direction"] != "alternate"]
    rows = tuple(row for row in rows if row["arm"] in fixed)
    found = [row for row in rows if arms.is_real(row)]
    if not found:
        largest = widest(row["difference"] for row in rows)
        return (
            "who plays right before a bot changes its points a round by"
            f" {limit(largest, 'change', 'points')}"
        )
    top = max(found, key=lambda row: abs(row["difference"].value))
    low, high = (top["first"], top["second"])
    if top["difference"].value > 0:
        low, high = high, low
    return (
        f"who sits after whom matters: in {top['arm']}, {top['bot']} takes"
        f" {size_of(top['difference'], 'change')} points a round fewer"
        f" ({size_interval(top['difference'], 'change')}) right after {low} than right after {high}"
    )


def _forgetting_words(evidence: Evidence) -> str:
    """What forgetting costs, where one bot sits there forgetful and as it is."""
    arm = evidence.run.arms[0]
    by_label = dict(zip(arm.labels, arm.bots, strict=True))
    for label, bot in by_label.items():
        for other, sober in by_label.items():
            if bot["forget"] > 0 == sober["forget"] and bot["kind"] == sober["kind"]:
                cost = evidence.sums["bots"].difference(
                    field_rate(arm, label), field_rate(arm, other)
                )
                what = f"; in {arm.name}, forgetting {100 * bot['forget']:.0f}% of last cards"
                if not cost.decided:
                    return (
                        f"{what} changes a bot's score a round by {limit(cost, 'change', 'points')}"
                    )
                verb = "costs" if (cost.value or 0) >= 0 else "spares"
                return (
                    f"{what} {verb} a bot {size_of(cost, 'change')} points a round"
                    f" ({size_interval(cost, 'change')})"
                )
    return ""


def _roles_sentence(evidence: Evidence) -> str:
    arm = evidence.run.arms[0]
    winner, loser = (exchange.role_chance(evidence, arm, role) for role in ("winner", "loser"))
    where = f"{table_words(arm)}, " if table_words(arm) else ""
    sentence = (
        f"{where}the last round's winner wins the next one {with_interval(winner, 'share')} of the"
        f" time, its loser {with_interval(loser, 'share')}, where equal chances would be"
        f" {100 / arm.players:.1f}%"
    )
    return joined([sentence])


def _loser_words(evidence: Evidence, on: ArmInfo, off: ArmInfo, row: Any) -> str:
    loser = row["won"]
    if not exchange.is_real(row):
        return f"changes the loser's by {limit(loser, 'share_change', PERCENTAGE_POINTS)}"
    return f"{_lifts(loser)} the loser's {_moves(evidence, on, off, 'loser', loser)}"


def _lifts(change: Estimate) -> str:
    return "raises" if (change.value or 0) > 0 else "lowers"
