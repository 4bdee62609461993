"""What the cards left in a hand are worth, in turns: a weighted sum of named features.

The unit is the turn: a play that is still needed counts -1, every other weight is in such plays.
"""

import numpy as np

from gofsim.kernel.bits import highest_index, popcount
from gofsim.kernel.cards import (
    FULL_DECK,
    LANE_ONES,
    NOTHING,
    ONE,
    PHOENIXES,
    at_least,
    highest,
    number_counts,
)
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import NOTES, PHOENIX_IN_FULL_HOUSE, SCORING, unseen_cards
from gofsim.strategies.base import Parameter
from gofsim.strategies.surety import surety

# The first parameters of a bot that asks `hand_worth`.
HAND = (
    Parameter(
        "card", -0.3358, -1.5, 0.5, "turns that each card left is worth", default_of_three=-0.3137
    ),
    Parameter(
        "points",
        -0.05032,
        -0.2,
        0.2,
        "turns that each point for the cards left is worth",
        default_of_three=-0.005004,
    ),
    Parameter(
        "single",
        -0.9626,
        -3.0,
        2.0,
        "turns that a number held once is worth",
        default_of_three=-0.7517,
    ),
    Parameter(
        "low_single",
        -0.2263,
        -0.6,
        0.1,
        "turns more for each step from 11 down to it",
        default_of_three=-0.2347,
    ),
    Parameter("pair", -0.8425, -3.0, 3.0, "turns that a pair is worth", default_of_three=-0.6463),
    Parameter(
        "low_pair",
        -0.128,
        -0.6,
        0.1,
        "turns more for each step from 11 down to it",
        default_of_three=-0.165,
    ),
    Parameter(
        "five",
        -1.451,
        -4.0,
        2.0,
        "turns that five cards of the plan are worth",
        default_of_three=-3.023,
    ),
    Parameter(
        "full_house",
        3.263,
        -1.0,
        8.0,
        "turns that a triple with a pair to it is worth",
        default_of_three=3.215,
    ),
    Parameter("gang", 6.881, 0.0, 15.0, "turns that a gang is worth", default_of_three=8.125),
    Parameter("ten", 1.398, -0.5, 4.0, "turns that a ten is worth", default_of_three=1.462),
    Parameter("phoenix", 1.591, -0.5, 5.0, "turns that a phoenix is worth", default_of_three=1.936),
    Parameter("dragon", 2.212, -0.5, 6.0, "turns that the dragon is worth", default_of_three=2.236),
    Parameter(
        "run_out",
        6.226,
        0.0,
        20.0,
        "turns that a run of plays to the end is worth, times the chance that it holds",
        default_of_three=8.378,
    ),
)
(
    _CARD,
    _POINTS,
    _SINGLE,
    _LOW_SINGLE,
    _PAIR,
    _LOW_PAIR,
    _FIVE,
    _FULL_HOUSE,
    _GANG,
    _TEN,
    _PHOENIX,
    _DRAGON,
    _RUN_OUT,
) = range(len(HAND))

# What a decision asks of the cards unseen.
_POOL, _BOSSES, _BOSS_PAIRS, _BOSS_TRIPLES = range(NOTES, NOTES + 4)
_LONGEST_RUN = 8  # cards left that may be gone in one run; longer ones hardly ever are

_TOP_LANE = np.uint64(54)
# Digits of six bits, 1 for the lane of 1s up to 10: times marked lanes, the highest digit is the
# sum over the marks of 10 for a 1 down to 1 for a ten.
_STEPS_DOWN = np.uint64(sum((k + 1) << 6 * k for k in range(10)))


@kernel
def look_at_unseen(view, hand):
    """Write down which cards are unseen, and what nothing among them beats: before `hand_worth`."""
    pool = unseen_cards(view, hand)
    counts = number_counts(pool)
    pairs, triples = at_least(counts, 2), at_least(counts, 3)
    view[_POOL], view[_BOSSES] = pool, FULL_DECK
    if pool != NOTHING:
        view[_BOSSES] = ~(highest(pool) - ONE)
    held = pool & PHOENIXES == PHOENIXES
    view[_BOSS_PAIRS] = NOTHING if held else _lanes_above(pairs)
    view[_BOSS_TRIPLES] = _lanes_above(triples)


@kernel
def _lanes_above(marked):
    """All lanes above the highest marked one; from 2s on for none."""
    return LANE_ONES & ~((np.uint64(2) << np.uint64(highest_index(marked | ONE))) - ONE)


@kernel
def _steps_down(marked):
    """Sum over marked lanes of 10 for a 1 down to 1 for a ten."""
    return np.int64((marked * _STEPS_DOWN >> _TOP_LANE) & np.uint64(0x3F))


@kernel
def hand_worth(view, division, size, card, turn, play, weights, offset):
    """Worth in turns of `size` cards left, divided (see fives.py).

    `card`, `turn`: what each card and each play still needed count here; `play`: what left these
    cards, nothing when they are all that was held. The weights are HAND's, from `offset` on.
    """
    _, _, _, loose, fives = division
    counts = number_counts(loose)
    held, two = at_least(counts, 1), at_least(counts, 2)
    three, four = at_least(counts, 3), at_least(counts, 4)
    one, pair, triple = held ^ two, two ^ three, three ^ four
    pairs, triples, gangs = popcount(pair), popcount(triple), popcount(four)
    phoenixes, dragon = popcount(loose & PHOENIXES), np.int64(loose >> np.uint64(63))
    both = phoenixes >> 1
    full_houses = min(triples, pairs + (both & np.int64(view[PHOENIX_IN_FULL_HOUSE])))
    turns = fives + popcount(held) - full_houses + (phoenixes - both) + dragon
    # Sums in pairs: a sum from left to right would wait for every addition.
    worth = (
        (card * size + weights[offset + _POINTS] * view[SCORING + size])
        + (weights[offset + _SINGLE] * popcount(one) + weights[offset + _PAIR] * pairs)
    ) + (
        (weights[offset + _LOW_SINGLE] * _steps_down(one) + weights[offset + _GANG] * gangs)
        + (weights[offset + _LOW_PAIR] * _steps_down(pair) + weights[offset + _FIVE] * fives)
    )
    worth += (weights[offset + _FULL_HOUSE] * full_houses + turn * turns) + (
        weights[offset + _TEN] * np.int64((counts >> _TOP_LANE) & np.uint64(7))
        + (weights[offset + _PHOENIX] * phoenixes + weights[offset + _DRAGON] * dragon)
    )
    if play != NOTHING and size <= _LONGEST_RUN:
        bosses = popcount(loose & view[_BOSSES]) + popcount(pair & view[_BOSS_PAIRS])
        bosses += popcount(triple & view[_BOSS_TRIPLES]) + gangs
        losers = turns - bosses - fives
        if losers <= 1:
            chance = _run_chance(view, play, division, losers)
            worth += weights[offset + _RUN_OUT] * chance
    return worth


@kernel(inline=False)
def _run_chance(view, play, division, losers):
    """Chance that a play and then the fives hold, but for the weakest where it may come last."""
    first, second, third, _, _ = division
    chance, weakest = surety(view, play, view[_POOL]), 1.0
    for five in (first, second, third):
        if five != NOTHING:
            sure = surety(view, five, view[_POOL])
            chance *= max(sure, weakest) if losers <= 0 else sure
            weakest = min(sure, weakest)
    return chance
