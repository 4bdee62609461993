"""Plays that keep the division of a hand, and those worth breaking it; `linear` compares them."""

import numpy as np

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import (
    CARD_TYPES,
    DRAGON,
    NOTHING,
    ONE,
    PHOENIXES,
    at_least,
    lane_cards,
    lowest,
    number_counts,
)
from gofsim.kernel.combinations import FIVE, strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import (
    FLOOR,
    MULTI_ONE_WILD,
    PHOENIX_IN_FULL_HOUSE,
    SCRATCH,
    TO_BEAT_STRENGTH,
    TOP_CARD,
)
from gofsim.strategies.features import same_number
from gofsim.strategies.options import keep_dutiful, list_gangs_above


@kernel
def list_division_leads(view, hand, division):
    """Write the leads worth comparing into the view's scratch words; returns their number.

    The fives, a full house of the lowest loose triple and pair, and all loose cards, a number a
    play. Opening and duty are obeyed.
    """
    first, second, third, loose, count = division
    view[SCRATCH], view[SCRATCH + 1], view[SCRATCH + 2] = first, second, third
    counts = number_counts(loose)
    two, three, four = at_least(counts, 2), at_least(counts, 3), at_least(counts, 4)
    triples, pairs = three ^ four, two ^ three
    pair = loose & PHOENIXES if view[PHOENIX_IN_FULL_HOUSE] != NOTHING else NOTHING
    if pairs != NOTHING:
        pair = loose & lane_cards(lowest_index(pairs))
    if triples != NOTHING and popcount(pair) == 2:
        view[SCRATCH + count] = pair | (loose & lane_cards(lowest_index(triples)))
        count += 1
    count = _list_numbers(view, loose, at_least(counts, 1) ^ two, count)
    if loose & DRAGON != NOTHING:
        view[SCRATCH + count] = DRAGON
        count += 1
    if loose & PHOENIXES != NOTHING:
        view[SCRATCH + count] = loose & PHOENIXES
        count += 1
    count = _list_numbers(view, loose, pairs, count)
    count = _list_numbers(view, loose, triples, count)
    return keep_dutiful(view, hand, _list_numbers(view, loose, four, count))


@kernel
def _list_numbers(view, cards, numbers, count):
    """Append all cards of each marked number."""
    while numbers != NOTHING:
        view[SCRATCH + count] = cards & lane_cards(lowest_index(numbers))
        numbers, count = numbers & (numbers - ONE), count + 1
    return count


@kernel
def list_division_singles(view, hand, division):
    """The same for who follows on a single and is not bound.

    Of each number the lowest card that beats: of the loose ones, then of those in fives; then
    gangs, all cards of each.
    """
    _, _, _, loose, fives = division
    above = ~(view[FLOOR] | (view[FLOOR] - ONE))
    count = _list_singles(view, loose & above, 0)
    if fives > 0:
        count = _list_singles(view, hand & CARD_TYPES & above & ~loose, count)
    return list_gangs_above(view, hand, count)


@kernel
def _list_singles(view, cards, count):
    """Append the lowest card of each number."""
    while cards != NOTHING:
        card = lowest(cards)
        view[SCRATCH + count] = card
        cards, count = cards & ~same_number(cards, card), count + 1
    return count


@kernel
def add_division_fives(view, division, count):
    """Append to `count` plays the fives that beat the table and are not among them."""
    first, second, third, _, _ = division
    count = _add_five(view, count, first)
    count = _add_five(view, count, second)
    return _add_five(view, count, third)


@kernel
def _add_five(view, count, five):
    """Append a five of the plan if it beats the table and is not listed; the new count."""
    if five == NOTHING:
        return count
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    power = strength(five, FIVE, view[TOP_CARD] != NOTHING, phoenix, wild)
    for i in range(count):
        if view[SCRATCH + i] == five:
            return count
    view[SCRATCH + count] = five
    return count + np.int64(power > view[TO_BEAT_STRENGTH])
