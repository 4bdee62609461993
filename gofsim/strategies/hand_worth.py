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
from gofsim.kernel.view import PHOENIX_IN_FULL_HOUSE, SCORING, SCRATCH, unseen_cards
from gofsim.strategies.base import Parameter

# The first parameters of a bot that asks `hand_worth`.
HAND = (
    Parameter("card", -0.36, -2.0, 1.0, "turns that each card left is worth"),
    Parameter("points", 0.013, -0.3, 0.3, "turns that each point for the cards left is worth"),
    Parameter("single", 0.43, -3.0, 3.0, "turns that a number held once is worth"),
    Parameter(
        "low_single",
        -0.22,
        -0.6,
        0.2,
        "turns more for each number from 10 down to it, itself included",
    ),
    Parameter("pair", 0.63, -3.0, 3.0, "turns that a pair is worth"),
    Parameter(
        "low_pair",
        -0.19,
        -0.6,
        0.2,
        "turns more for each number from 10 down to it, itself included",
    ),
    Parameter("triple", 0.3, -3.0, 3.0, "turns that a triple is worth"),
    Parameter("five", -1.16, -5.0, 2.0, "turns that five cards of the plan are worth"),
    Parameter("full_house", 2.0, -2.0, 5.0, "turns that a triple is worth more with a pair to it"),
    Parameter("gang", 4.0, 0.0, 8.0, "turns that a gang is worth"),
    Parameter("ten", 0.46, -1.0, 2.0, "turns that a ten is worth"),
    Parameter("phoenix", 1.57, -1.0, 4.0, "turns that a phoenix is worth"),
    Parameter("dragon", 2.0, -1.0, 6.0, "turns that the dragon is worth"),
    Parameter(
        "boss", 0.93, -2.0, 3.0, "turns that each play left is worth that nothing unseen beats"
    ),
    Parameter("last_play", -0.29, -5.0, 5.0, "turns that it is worth to have one play left"),
    Parameter(
        "run_out",
        6.65,
        0.0,
        20.0,
        "turns that a sure play is worth that leaves plays which nothing unseen beats, but one",
    ),
)
(
    _CARD,
    _POINTS,
    _SINGLE,
    _LOW_SINGLE,
    _PAIR,
    _LOW_PAIR,
    _TRIPLE,
    _FIVE,
    _FULL_HOUSE,
    _GANG,
    _TEN,
    _PHOENIX,
    _DRAGON,
    _BOSS,
    _LAST_PLAY,
    _RUN_OUT,
) = range(len(HAND))

# What a decision asks of the cards unseen stands in the view's scratch words, behind the plays.
POOL = SCRATCH + 64
POOL_PAIRS, POOL_TRIPLES = POOL + 1, POOL + 2
_BOSSES, _BOSS_PAIRS, _BOSS_TRIPLES = POOL + 3, POOL + 4, POOL + 5

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
    view[POOL], view[POOL_PAIRS], view[POOL_TRIPLES] = pool, pairs, triples
    view[_BOSSES] = ~(highest(pool) - ONE) if pool != NOTHING else FULL_DECK
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
def hand_worth(view, loose, fives, size, sure, card, high, weights, offset):
    """Worth in turns of `size` cards left: some fives of the plan, and the loose others.

    `sure`: nobody beats the play that left them. `card`: what a card is worth here; `high`: factor
    on gangs and high cards. The weights are HAND's, from `offset` on.
    """
    counts = number_counts(loose)
    held, two = at_least(counts, 1), at_least(counts, 2)
    three, four = at_least(counts, 3), at_least(counts, 4)
    one, pair, triple = held ^ two, two ^ three, three ^ four
    pairs, triples, gangs = popcount(pair), popcount(triple), popcount(four)
    phoenixes, dragon = popcount(loose & PHOENIXES), np.int64(loose >> np.uint64(63))
    both = phoenixes >> 1
    full_houses = min(triples, pairs + (both & np.int64(view[PHOENIX_IN_FULL_HOUSE])))
    turns = fives + popcount(held) - full_houses + (phoenixes - both) + dragon
    bosses = popcount(loose & view[_BOSSES]) + gangs + popcount(pair & view[_BOSS_PAIRS])
    bosses += popcount(triple & view[_BOSS_TRIPLES])
    # Sums in pairs: a sum from left to right would wait for every addition.
    worth = (
        (card * size + weights[offset + _POINTS] * view[SCORING + size])
        + (weights[offset + _SINGLE] * popcount(one) + weights[offset + _PAIR] * pairs)
    ) + (
        (weights[offset + _LOW_SINGLE] * _steps_down(one) + weights[offset + _TRIPLE] * triples)
        + (weights[offset + _LOW_PAIR] * _steps_down(pair) + weights[offset + _FIVE] * fives)
    )
    worth += (
        (weights[offset + _FULL_HOUSE] * full_houses + weights[offset + _BOSS] * bosses) - turns
    ) + high * (
        (
            weights[offset + _GANG] * gangs
            + weights[offset + _TEN] * np.int64((counts >> _TOP_LANE) & np.uint64(7))
        )
        + (weights[offset + _PHOENIX] * phoenixes + weights[offset + _DRAGON] * dragon)
    )
    if turns == 1:
        worth += weights[offset + _LAST_PLAY]
    if sure and turns - bosses <= 1:
        worth += weights[offset + _RUN_OUT]
    return worth
