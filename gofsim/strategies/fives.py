"""Which combinations of five a plan of few plays takes out of a hand.

The search of `planning.turns`, but it remembers the best choice it found: who compares many plays
of one hand divides it once and looks at the parts.
"""

import numpy as np

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import (
    NOTHING,
    NUMBER_CARDS,
    ONE,
    at_least,
    normal,
    number_counts,
    without,
)
from gofsim.kernel.combinations import FIVE, straight_starts
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import MULTI_ONE_WILD
from gofsim.strategies.planning import (
    COLOUR_STEP,
    COLOURS_END,
    WINDOW_ONES,
    phoenix_pair,
    plays_by_number,
    straight_from,
    without_flush,
)


@kernel(inline=False)
def find_fives(view, hand):
    """Up to three combinations of five (normal masks, 0 for none) that a plan takes out.

    No two share a card; without them the hand goes number by number in as few plays as
    `planning.turns` says, but that nothing is tried behind a third one.
    """
    cards, pair = hand & NUMBER_CARDS, phoenix_pair(view, hand)
    wild = view[MULTI_ONE_WILD] != NOTHING
    first = second = third = NOTHING
    fewest, path, straights = _with_straights(cards, pair)
    left = cards
    for colour in range(0, COLOURS_END, COLOUR_STEP):
        one = without_flush(cards, colour, wild)
        if one == cards:
            continue
        plays, way, taken = _with_straights(one, pair)
        if 1 + plays < fewest:
            fewest, path, straights, left = 1 + plays, way, taken, one
            first, second, third = cards ^ one, NOTHING, NOTHING
        if popcount(one) < FIVE or fewest <= 3:
            continue
        for next_colour in range(colour, COLOURS_END, COLOUR_STEP):
            two = without_flush(one, next_colour, wild)
            if two == one:
                continue
            plays, way, taken = _with_straights(two, pair)
            if 2 + plays < fewest:
                fewest, path, straights, left = 2 + plays, way, taken, two
                first, second, third = cards ^ one, one ^ two, NOTHING
            if popcount(two) < FIVE or fewest <= 4:
                continue
            for last_colour in range(next_colour, COLOURS_END, COLOUR_STEP):
                three = without_flush(two, last_colour, wild)
                plays = plays_by_number(number_counts(three), pair)
                if three != two and 3 + plays < fewest:
                    fewest, straights = 3 + plays, 0
                    first, second, third = cards ^ one, one ^ two, two ^ three
    while straights > 0:
        five = straight_from(left, np.int64(path & np.uint64(0xFF)))
        left, path, straights = left & ~five, path >> np.uint64(8), straights - 1
        first, second, third = five, first, second
    return normal(first), normal(second), normal(third)


@kernel
def take_out(cards, five):
    """(cards without the five, 1), or (the same cards, 0) where it is not all there, or none."""
    if five != NOTHING and five & ~cards == NOTHING:
        return without(cards, five), 1
    return cards, 0


@kernel
def _with_straights(cards, pair):
    """(fewest plays, lanes where straights start, straights) when straights are taken out first."""
    counts = number_counts(cards)
    if straight_starts(at_least(counts, 1)) == NOTHING:
        return plays_by_number(counts, pair), NOTHING, 0
    return _walk_straights(counts, pair)


@kernel(inline=False)
def _walk_straights(counts, pair):
    """The same, walking through all choices; the lanes are eight bits each, the last one lowest."""
    fewest, best, straights = plays_by_number(counts, pair), NOTHING, 0
    path, taken = NOTHING, 0
    starts = straight_starts(at_least(counts, 1))
    while starts != NOTHING or taken > 0:
        if starts != NOTHING:
            start = np.uint64(lowest_index(starts))
            counts -= WINDOW_ONES << start
            path, taken = (path << np.uint64(8)) | start, taken + 1
            plays = taken + plays_by_number(counts, pair)
            if plays < fewest:
                fewest, best, straights = plays, path, taken
            done = (ONE << start) - ONE
        else:
            start = path & np.uint64(0xFF)
            counts += WINDOW_ONES << start
            path, taken = path >> np.uint64(8), taken - 1
            done = (np.uint64(2) << start) - ONE
        starts = straight_starts(at_least(counts, 1)) & ~done
    return fewest, best, straights
