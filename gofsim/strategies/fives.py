"""A hand divided into combinations of five and loose cards, as a plan of few plays wants it.

Greedier than `planning.turns`, and faster: flushes are taken out of the colour with most numbers
held once, then straights one by one, as long as that saves plays. Who compares many plays of one
hand divides it once and looks at the parts.

A *division* is (three fives, normal masks, 0 for none; the loose other cards; number of fives).
"""

import numpy as np

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import (
    MULTI_ONE,
    NOTHING,
    NUMBER_CARDS,
    at_least,
    normal,
    number_counts,
    without,
)
from gofsim.kernel.combinations import FIVE, colour_cards, straight_starts
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import MULTI_ONE_WILD
from gofsim.strategies.planning import (
    COLOUR_STEP,
    COLOURS_END,
    WINDOW_ONES,
    cards_of,
    phoenix_pair,
    plays_by_number,
    some_of,
    straight_from,
)

_MOST_FLUSHES = 3
_FEWEST_LONE = 2  # numbers held once that a flush must rid the hand of


@kernel
def divide(view, hand):
    """The division of a hand."""
    if popcount(hand & NUMBER_CARDS) < FIVE:
        return NOTHING, NOTHING, NOTHING, hand, 0
    first, second, third = find_fives(view, hand)
    loose, fives = hand, 0
    if first != NOTHING:
        loose, fives = without(loose, first), 1
        if second != NOTHING:
            loose, fives = without(loose, second), 2
            if third != NOTHING:
                loose, fives = without(loose, third), 3
    return first, second, third, loose, fives


@kernel
def divide_rest(view, hand, division, play):
    """The division of what a play leaves: only a play that breaks a five asks for a new one."""
    first, second, third, loose, fives = division
    if play & ~loose == NOTHING:
        return first, second, third, loose ^ play, fives
    if play == first:
        return NOTHING, second, third, loose, fives - 1
    if play == second:
        return first, NOTHING, third, loose, fives - 1
    if play == third:
        return first, second, NOTHING, loose, fives - 1
    return divide(view, without(hand, play))


@kernel(inline=False)
def find_fives(view, hand):
    """Up to three combinations of five (normal masks, 0 for none) that a plan takes out.

    No two share a card; what they leave goes number by number.
    """
    cards, pair = hand & NUMBER_CARDS, phoenix_pair(view, hand)
    wild = MULTI_ONE if view[MULTI_ONE_WILD] != NOTHING else NOTHING
    first = second = third = NOTHING
    fewest, path, straights = _straights_of(cards, pair)
    for taken in range(1, _MOST_FLUSHES + 1):
        if popcount(cards) < FIVE or fewest <= taken + 1:
            break
        flush = _flush_of(cards, wild)
        if flush == NOTHING:
            break
        rest = without(cards, flush)
        plays, way, number = _straights_of(rest, pair)
        if taken + plays >= fewest:
            break
        fewest, path, straights = taken + plays, way, number
        first, second, third = cards ^ rest, first, second
        cards = rest
    while straights > 0:
        five = straight_from(cards, np.int64(path & np.uint64(0xFF)))
        cards, path, straights = cards & ~five, path >> np.uint64(8), straights - 1
        first, second, third = five, first, second
    return normal(first), normal(second), normal(third)


@kernel
def _flush_of(cards, wild):
    """A flush of the colour with most numbers held once, these first, then cards of pairs."""
    counts = number_counts(cards)
    two, three = at_least(counts, 2), at_least(counts, 3)
    lone = cards_of(at_least(counts, 1) ^ two)
    most, pool = _FEWEST_LONE - 1, NOTHING
    for colour in range(0, COLOURS_END, COLOUR_STEP):
        coloured = cards & (colour_cards(np.uint64(colour)) | wild)
        alone = popcount(coloured & lone)
        if popcount(coloured) >= FIVE and alone > most:
            most, pool = alone, coloured
    if pool == NOTHING:
        return NOTHING
    flush = some_of(pool & lone, FIVE)
    if popcount(flush) < FIVE:
        flush |= some_of(pool & cards_of(two ^ three), FIVE - popcount(flush))
    if popcount(flush) < FIVE:
        flush |= some_of(pool & ~flush, FIVE - popcount(flush))
    return flush


@kernel
def _straights_of(cards, pair):
    """(fewest plays, where straights start, straights) when straights are taken out first.

    The best one first, as long as any are left; the lanes are eight bits each, the last one lowest.
    """
    counts = number_counts(cards)
    fewest, best, straights = plays_by_number(counts, pair), NOTHING, 0
    starts = straight_starts(at_least(counts, 1))
    if starts != NOTHING:
        fewest, best, straights = _take_straights(counts, pair, starts, fewest)
    return fewest, best, straights


@kernel(inline=False)
def _take_straights(counts, pair, starts, fewest):
    """The same where there are some."""
    path, taken, best, straights = NOTHING, 0, NOTHING, 0
    while starts != NOTHING:
        least, chosen = np.int64(1 << 40), NOTHING
        while starts != NOTHING:
            start = np.uint64(lowest_index(starts))
            plays = plays_by_number(counts - (WINDOW_ONES << start), pair)
            if plays < least:
                least, chosen = plays, start
            starts &= starts - np.uint64(1)
        counts -= WINDOW_ONES << chosen
        path, taken = (path << np.uint64(8)) | chosen, taken + 1
        if taken + least < fewest:
            fewest, best, straights = taken + least, path, taken
        starts = straight_starts(at_least(counts, 1))
    return fewest, best, straights
