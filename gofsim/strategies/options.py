"""The few plays that a planning bot compares, instead of all legal ones."""

import numpy as np

from gofsim.kernel.bits import lowest_index
from gofsim.kernel.cards import (
    CARD_TYPES,
    FULL_DECK,
    NOTHING,
    ONE,
    highest,
    lane_cards,
    lowest,
)
from gofsim.kernel.choices import gang_lanes, next_set
from gofsim.kernel.combinations import GANG, SINGLE, TRIPLE, gang_strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import next_of_kind
from gofsim.kernel.turn import meets_duties, must_play_highest
from gofsim.kernel.view import (
    BOUND,
    FLOOR,
    FLOOR_PAIR,
    MULTI_ONE_WILD,
    PHOENIX_IN_FULL_HOUSE,
    REQUIRED,
    SCRATCH,
    TO_BEAT_KIND,
    TO_BEAT_STRENGTH,
)
from gofsim.strategies.features import largest_with, lead_when_bound, same_number
from gofsim.strategies.planning import list_plan


@kernel
def list_options(view, hand):
    """Write plays worth comparing into the view's scratch words; returns their number.

    All are legal, opening and duty obeyed; there are none only where a pass is the one thing
    allowed. A leader compares the plays of its plan; who follows, every single card, the weakest
    set of each number, or the weakest play of each kind of five; then gangs, all cards of each.
    """
    kind, count = np.int64(view[TO_BEAT_KIND]), 0
    if kind == 0:
        return _list_leads(view, hand)
    if must_play_highest(view, hand):
        view[SCRATCH], count = highest(hand), 1
    elif kind == SINGLE:
        count = _list_singles(view, hand)
    elif kind <= TRIPLE:
        count = _list_sets(view, hand, kind)
    elif kind < GANG:
        count = _list_fives(view, hand, kind)
    return list_gangs_above(view, hand, count)


@kernel
def _list_leads(view, hand):
    """The plan's plays that meet opening and duty; where none does, one that does."""
    return keep_dutiful(view, hand, list_plan(view, hand))


@kernel
def keep_dutiful(view, hand, count):
    """Of `count` leads in the view's scratch words keep what meets opening and duty; how many.

    Where none does, one that does takes their place.
    """
    if view[REQUIRED] == NOTHING and view[BOUND] == NOTHING:
        return count
    kept = 0
    for i in range(count):
        play = view[SCRATCH + i]
        if meets_duties(view, hand, play):
            view[SCRATCH + kept] = play
            kept += 1
    if kept > 0:
        return kept
    required = view[REQUIRED]
    view[SCRATCH] = largest_with(view, hand, required) if required else lead_when_bound(view, hand)
    return 1


@kernel
def _list_singles(view, hand):
    cards, count = hand & CARD_TYPES & ~(view[FLOOR] | (view[FLOOR] - ONE)), 0
    while cards != NOTHING:
        view[SCRATCH + count] = lowest(cards)
        cards, count = cards & (cards - ONE), count + 1
    return count


@kernel
def _list_sets(view, hand, size):
    play, count = next_set(hand, size, view[FLOOR]), 0
    while play != NOTHING:
        view[SCRATCH + count] = play
        # On to the next number: above all cards of this one.
        floor = play | same_number(FULL_DECK, lowest(play))
        play, count = next_set(hand, size, floor), count + 1
    return count


@kernel
def _list_fives(view, hand, kind):
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    floor, floor_pair, count = view[FLOOR], view[FLOOR_PAIR], 0
    for each in range(kind, GANG):
        play = next_of_kind(hand, each, floor, floor_pair, phoenix, wild)
        if play != NOTHING:
            view[SCRATCH + count] = play
            count += 1
        floor, floor_pair = NOTHING, NOTHING
    return count


@kernel
def list_gangs_above(view, hand, count):
    """Append all cards of each gang that beats the table to `count` plays; the new count."""
    numbers = gang_lanes(hand)
    while numbers != NOTHING:
        gang = hand & lane_cards(lowest_index(numbers))
        if gang_strength(gang) > view[TO_BEAT_STRENGTH]:
            view[SCRATCH + count] = gang
            count += 1
        numbers &= numbers - ONE
    return count
