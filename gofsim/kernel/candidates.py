"""Options counted and built by number: choices of physical cards, without listing them.

A *candidate* is such a choice. Some are no play of their own: the upper twin without the lower one,
or five cards that count as a higher kind, where they are counted again. See sampling.py.
"""

import numpy as np

from gofsim.kernel.bits import highest_index, lowest_index, popcount
from gofsim.kernel.cards import (
    CARD_TYPES,
    MULTI_ONE,
    NOTHING,
    NUMBER_CARDS,
    ONE,
    PHOENIXES,
    at_least,
    lane_cards,
    lowest,
    number_counts,
)
from gofsim.kernel.choices import (
    SMALLEST_GANG,
    WINDOW,
)
from gofsim.kernel.combinations import (
    FIVE,
    GREEN,
    RED,
    YELLOW,
    colour_cards,
    straight_starts,
)
from gofsim.kernel.jit import kernel

_MOST_CARDS, _MOST_CHOSEN = 22, 8
# Binomial coefficients: _WAYS[n, k] choices of k out of n cards.
_WAYS = np.array([[1] + [0] * (_MOST_CHOSEN - 1)] * (_MOST_CARDS + 1), np.int64)
for _n in range(1, _MOST_CARDS + 1):
    for _k in range(1, _MOST_CHOSEN):
        _WAYS[_n, _k] = _WAYS[_n - 1, _k - 1] + _WAYS[_n - 1, _k]


@kernel
def nth_subset(cards, size, number):
    """The subset of `size` cards with this number, 0 .. ways - 1."""
    subset, left = NOTHING, popcount(cards)
    while size > 0:
        left -= 1
        card = ONE << np.uint64(highest_index(cards))
        cards ^= card
        without = _WAYS[left, size]
        if number >= without:
            number -= without
            subset |= card
            size -= 1
    return subset


@kernel
def nth_card(cards, number):
    """The card with this number from below."""
    for _ in range(number):
        cards &= cards - ONE
    return lowest(cards)


@kernel
def count_sets(hand, size):
    """Candidates for two or three cards of one number, phoenixes apart: the sum of C(n, size).

    As C(n, 2) grows by k - 1 from n = k - 1 to k, and C(n, 3) by (k - 1)(k - 2) / 2, it is a sum
    over "how many numbers are held at least k times", without a loop over numbers.
    """
    counts = number_counts(hand)
    two, three = popcount(at_least(counts, 2)), popcount(at_least(counts, 3))
    total = two + 2 * three if size == 2 else three
    if at_least(counts, 4) != NOTHING:
        for k in range(4, 8):
            step = k - 1 if size == 2 else (k - 1) * (k - 2) // 2
            total += step * popcount(at_least(counts, k))
    return total


@kernel
def count_gangs(hand):
    """Candidates for gangs of all sizes: a number held 4, 5, 6, 7 times gives 1, 6, 22, 64."""
    counts = number_counts(hand)
    if at_least(counts, 4) == NOTHING:
        return 0
    return (
        popcount(at_least(counts, 4))
        + 5 * popcount(at_least(counts, 5))
        + 16 * popcount(at_least(counts, 6))
        + 42 * popcount(at_least(counts, 7))
    )


@kernel
def count_full_houses(hand, pairs, triples):
    """Candidates for a full house: any triple and any pair, less those of one number.

    A number held 3, 4, 5, 6, 7 times has 3, 24, 100, 300, 735 such; `pairs` counts the phoenixes.
    """
    counts = number_counts(hand)
    one_number = 3 * popcount(at_least(counts, 3))
    if at_least(counts, 4) != NOTHING:
        one_number += (
            21 * popcount(at_least(counts, 4))
            + 76 * popcount(at_least(counts, 5))
            + 200 * popcount(at_least(counts, 6))
            + 435 * popcount(at_least(counts, 7))
        )
    return triples * pairs - one_number


@kernel
def nth_set(hand, size, number):
    """Candidate of this number among `count_sets`; the last one for the phoenixes."""
    counts = number_counts(hand)
    held = at_least(counts, size)
    while held != NOTHING:
        lane = lowest_index(held)
        ways = _WAYS[np.int64((counts >> np.uint64(lane)) & np.uint64(7)), size]
        if number < ways:
            return nth_subset(hand & lane_cards(lane), size, number)
        number -= ways
        held &= held - ONE
    return PHOENIXES


@kernel
def count_straights(hand):
    """Candidates for a straight: one card type from each of five lanes."""
    types = hand & CARD_TYPES & NUMBER_CARDS
    counts, total = number_counts(types), 0
    starts = straight_starts(at_least(counts, 1))
    while starts != NOTHING:
        total += _window_ways(counts, lowest_index(starts))
        starts &= starts - ONE
    return total


@kernel
def _window_ways(counts, start):
    ways = 1
    for lane in range(start, start + 6 * WINDOW, 6):
        ways *= np.int64((counts >> np.uint64(lane)) & np.uint64(7))
    return ways


@kernel
def nth_straight(hand, number):
    """Candidate of this number among `count_straights`."""
    types = hand & CARD_TYPES & NUMBER_CARDS
    counts = number_counts(types)
    starts = straight_starts(at_least(counts, 1))
    start = lowest_index(starts)
    while number >= _window_ways(counts, start):
        number -= _window_ways(counts, start)
        starts &= starts - ONE
        start = lowest_index(starts)
    play = NOTHING
    for lane in range(start, start + 6 * WINDOW, 6):
        choices = np.int64((counts >> np.uint64(lane)) & np.uint64(7))
        play |= nth_card(types & lane_cards(lane), number % choices)
        number //= choices
    return play


@kernel
def _flush_cards(hand, colour, multi_one_wild):
    return hand & (colour_cards(colour) | (MULTI_ONE if multi_one_wild else NOTHING))


@kernel
def count_flushes(hand, multi_one_wild):
    """Candidates for a flush: any five cards of a colour."""
    total = 0
    for colour in (GREEN, YELLOW, RED):
        total += _WAYS[popcount(_flush_cards(hand, colour, multi_one_wild)), FIVE]
    return total


@kernel
def nth_flush(hand, number, multi_one_wild):
    """Candidate of this number among `count_flushes`."""
    cards = NOTHING
    for colour in (GREEN, YELLOW, RED):
        cards = _flush_cards(hand, colour, multi_one_wild)
        ways = _WAYS[popcount(cards), FIVE]
        if number < ways:
            break
        number -= ways
    return nth_subset(cards, FIVE, number)


@kernel
def nth_full_house(hand, number, pairs):
    """Candidate of this number among `count_full_houses`."""
    counts = number_counts(hand)
    held = at_least(counts, 3)
    while True:
        lane = lowest_index(held)
        size = np.int64((counts >> np.uint64(lane)) & np.uint64(7))
        others = pairs - _WAYS[size, 2]
        if number < _WAYS[size, 3] * others:
            triple = nth_subset(hand & lane_cards(lane), 3, number // others)
            return triple | nth_set(hand & ~lane_cards(lane), 2, number % others)
        number -= _WAYS[size, 3] * others
        held &= held - ONE


@kernel
def nth_gang(hand, number):
    """Candidate of this number among `count_gangs`."""
    counts, size = number_counts(hand), SMALLEST_GANG
    while True:
        held = at_least(counts, size)
        while held != NOTHING:
            lane = lowest_index(held)
            ways = _WAYS[np.int64((counts >> np.uint64(lane)) & np.uint64(7)), size]
            if number < ways:
                return nth_subset(hand & lane_cards(lane), size, number)
            number -= ways
            held &= held - ONE
        size += 1
