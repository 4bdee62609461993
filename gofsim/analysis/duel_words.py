"""Which of the bots that were compared is the better one, in a sentence and as a name."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import floor, log10

from gofsim.analysis.arm_words import NUMBERS
from gofsim.analysis.duels import BETTER, IDENTICAL, MARGIN, SAME, WORSE, Duel
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.looks import ACCEPTED
from gofsim.analysis.run_folder import RunFolder
from gofsim.analysis.stopping import (
    decision,
    keeps_its_interval,
    sides,
    stop_words,
    stopped_estimate,
)
from gofsim.analysis.table import widest
from gofsim.analysis.words import at_most, joined, size_interval, size_of, with_interval

GOOD = {BETTER: 1, WORSE: -1}


def ruled(run: RunFolder, duel: Duel) -> Duel:
    """The duel that a width rule was about with the interval that this rule asked for."""
    stop = run.stop
    if stop is None or not (run.looks and keeps_its_interval(run)):
        return duel
    if [duel.bot, duel.field] != list(stop["of"]):
        return duel
    if stop["metric"] == "points":
        return replace(duel, points=with_interval_of(duel.points, stopped_estimate(run)))
    assert duel.games is not None
    assert duel.edge is not None
    edge, equal = stopped_estimate(run), 1 / duel.arm.players
    bounds = [None if end is None else end + equal for end in (edge.low, edge.high)]
    games = replace(duel.games, low=bounds[0], high=bounds[1])
    return replace(duel, games=games, edge=with_interval_of(duel.edge, edge))


def with_interval_of(figure: Estimate, other: Estimate) -> Estimate:
    """A figure between the bounds of the same figure taken otherwise."""
    return replace(figure, low=other.low, high=other.high)


def duel_sentence(run: RunFolder, first: Duel, second: Duel) -> str:
    """What two bots, each alone against the other, show; and what a stop rule decided."""
    parts = [_verdict(run, first, second)]
    if run.stop is not None and run.looks:
        parts.append(stop_words(run))
    return joined(parts)


def winner_of(run: RunFolder, duels: Sequence[Duel]) -> str | None:
    """The bot that is better than every other it met, None where no bot is proved to be."""
    alone = {(duel.bot, duel.field): duel for duel in duels}
    bots = list(dict.fromkeys(duel.bot for duel in duels))
    wins = dict.fromkeys(bots, 0)
    for one, other in combinations(bots, 2):
        lead = lead_of(run, alone[one, other], alone[other, one])
        if lead:
            wins[one if lead > 0 else other] += 1
    return next((bot for bot in bots if wins[bot] == len(bots) - 1), None)


def lead_of(run: RunFolder, first: Duel, second: Duel) -> int:
    """1 where the first duel's bot is the better of two, -1 where the other is, else 0.

    Alone in the other's field, as the field of the other, or by the sequential test of the run:
    somebody must say so and nobody the contrary.
    """
    views = [GOOD.get(first.verdict, 0), -GOOD.get(second.verdict, 0), tested(run, first, second)]
    said = set(views) - {0}
    return said.pop() if len(said) == 1 else 0


def tested(run: RunFolder, first: Duel, second: Duel) -> int:
    """What the sequential test of the run decided between these two, as `lead_of`.

    It says which of two values is nearer: that one bot is better only where the value refused
    lies between none at all and the one accepted.
    """
    stop = run.stop
    if stop is None or decision(run) not in ACCEPTED or {first.bot, second.bot} != set(stop["of"]):
        return 0
    accepted, refused = (float(stop[key]) for key in sides(run))
    if not (0 <= refused < accepted or accepted < refused <= 0):
        return 0
    more_is_better = stop["metric"] == "games"
    ahead = 1 if (accepted > 0) == more_is_better else -1
    return ahead if first.bot == stop["of"][0] else -ahead


def _verdict(run: RunFolder, first: Duel, second: Duel) -> str:
    lead = lead_of(run, first, second)
    if lead:
        best, rest = (first, second) if lead > 0 else (second, first)
        return f"the better bot is {best.bot}: {fares(best)}; {fares(rest)}"
    both = f"{first.bot} and {second.bot}"
    if first.verdict == second.verdict == IDENTICAL:
        blocks = f"all {run.blocks:,} blocks" if run.blocks > 1 else "the one block"
        return f"no difference at all between {both}: they fare identically in {blocks}"
    if {first.verdict, second.verdict} <= {SAME, IDENTICAL}:
        largest = widest((first.points, second.points))
        return (
            f"the same within {MARGIN} points a round: alone in the other's field, neither of"
            f" {both} differs by more than {at_most(largest, 'change')} points a round"
        )
    if GOOD.get(first.verdict, 0) * GOOD.get(second.verdict, 0) > 0:
        return f"neither is simply the better bot: {fares(first)}, but {fares(second)}"
    return f"undecided between {both}: {fares(first)}; {fares(second)}{_needed(first, second)}"


def fares(duel: Duel) -> str:
    """How a bot fares alone: its share of games and its points, first what decides between them."""
    where = f"alone against {NUMBERS[duel.arm.players - 1]} {duel.field}, {duel.bot}"
    points = points_words(duel)
    if duel.games is None:
        return f"{where} takes {points} ({size_interval(duel.points, 'change')})"
    won = f"wins {with_interval(duel.games, 'share')} of games"
    equal = f"where an equal share is {100 / duel.arm.players:.1f}%"
    if duel.by == "points":
        return (
            f"{where} takes {points} ({size_interval(duel.points, 'change')}), and {won}, {equal}"
        )
    return f"{where} {won}, {equal}, and takes {points}"


def points_words(duel: Duel) -> str:
    """``2.8 points a round less than its field``."""
    size = size_of(duel.points, "change")
    if not float(size.replace(",", "")):
        return "about as many points a round as its field"
    word = "less" if (duel.points.value or 0) < 0 else "more"
    return f"{size} points a round {word} than its field"


def _needed(first: Duel, second: Duel) -> str:
    found = [(duel.to_decide, duel.arm.seatings) for duel in (first, second) if duel.to_decide]
    if not found:
        return ""
    games, seatings = min(found)
    blocks = rounded_up(games / seatings)
    return (
        f"; if the truth is as found, about {blocks:,} blocks ({blocks * seatings:,} games of the"
        " one alone) would decide it"
    )


def rounded_up(number: float) -> int:
    """To two figures: more would be a precision that a forecast does not have."""
    step = int(10 ** max(0, floor(log10(number)) - 1))
    return -int(-number // step) * step
