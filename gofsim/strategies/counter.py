"""Count cards: lay what nobody can beat any more when that is the way out."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, without
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import SCRATCH
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.options import list_options
from gofsim.strategies.planning import list_plan
from gofsim.strategies.pricing import PRICES, WATCHING, cheapest, watched_pass
from gofsim.strategies.surety import remembered_pool, surety

_BOSS_THRESHOLD = len(PRICES) + len(WATCHING)
_MEMORY = _BOSS_THRESHOLD + 1
_LONGEST_RUN = 10  # cards of a hand that may be gone in one run; longer ones hardly ever are
_KEPT = SCRATCH + 64  # the options stand here while plans are listed in their place


@kernel
def _plan_surety(view, hand, pool, least):
    """Chance that all plays of the plan hold but the weakest, which goes out; 0 below `least`."""
    count = list_plan(view, hand)
    chance, weakest = 1.0, 1.0
    for i in range(count):
        sure = surety(view, view[SCRATCH + i], pool)
        chance *= max(sure, weakest)
        weakest = min(sure, weakest)
        if chance < least:
            return 0.0
    return chance


@kernel
def _run_out(view, hand, count, pool, threshold):
    """Of the options the one that most surely begins a run of unbeaten plays; 0 for none."""
    best, surest = NOTHING, 0.0
    for i in range(count):
        play = view[_KEPT + i]
        rest = without(hand, play)
        if rest == NOTHING:
            return play
        chance = surety(view, play, pool)
        if chance >= threshold and chance > surest:
            chance *= _plan_surety(view, rest, pool, threshold)
            if chance >= threshold and chance > surest:
                best, surest = play, chance
    return best


@kernel
def choose(view, hand, parameters, offset):
    """A run of plays that nobody is likely to beat, to go out with; else what costs least."""
    count, play = list_options(view, hand), NOTHING
    if popcount(hand) <= _LONGEST_RUN:
        for i in range(count):
            view[_KEPT + i] = view[SCRATCH + i]
        pool = remembered_pool(view, hand, np.int64(parameters[offset + _MEMORY]))
        play = _run_out(view, hand, count, pool, parameters[offset + _BOSS_THRESHOLD])
        for i in range(count):
            view[SCRATCH + i] = view[_KEPT + i]
    if play != NOTHING:
        return play
    return cheapest(view, hand, count, watched_pass(view, parameters, offset), parameters, offset)


COUNTER = Strategy(
    name="counter",
    idea="Plays like endgame, but counts the cards: from those unseen it judges how surely nobody "
    "can beat a play, and lays its winners one after the other as soon as they take it out.",
    source="Card counting as in bridge and whist: lead the boss cards, lose the lead with none.",
    choose=choose,
    parameters=(
        *PRICES,
        *WATCHING,
        Parameter(
            "boss_threshold",
            0.75,
            0.0,
            2.0,
            "chance that a run of plays must have to hold; above 1 it never runs out",
        ),
        Parameter(
            "memory", 64, 0, 64, "plays of the round that it remembers, the last ones", whole=True
        ),
    ),
    counts=True,
)
