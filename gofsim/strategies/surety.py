"""How surely nobody beats a play, judged from a pool of cards that the others may hold.

Of the plays in the pool that beat it, the expected number that lie in one opponent's hand; by the
Poisson law exp(-that) is the chance that there is none. Gangs of others are left out: rare, and
mostly kept for something better.
"""

import numpy as np

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import (
    NOTHING,
    NUMBER_CARDS,
    ONE,
    PHOENIXES,
    at_least,
    complement,
    lane_of,
    number_counts,
    together,
)
from gofsim.kernel.combinations import FIVE, GANG, SINGLE, kind_of, strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import floor_of, weakest_beating
from gofsim.kernel.view import (
    COUNTS,
    MOVE_CARDS,
    MOVES,
    MULTI_ONE_WILD,
    PASSES,
    PHOENIX_IN_FULL_HOUSE,
    PLAYERS,
    SEAT,
    TOP_CARD,
    unseen_cards,
)


@kernel
def remembered_pool(view, hand, memory):
    """Cards that others may hold, for who remembers the last `memory` plays of the round."""
    if memory >= np.int64(view[MOVES] - view[PASSES]):
        return unseen_cards(view, hand)
    seen, move = hand, np.int64(view[MOVES])
    while memory >= 1 and move > 0:
        move -= 1
        cards = view[MOVE_CARDS + move]
        seen = together(seen, cards)
        memory -= np.int64(cards != NOTHING)
    return complement(seen)


@kernel
def _most_cards_of_others(view):
    """Cards in the largest hand among the other seats."""
    most = np.int64(0)
    for seat in range(np.int64(view[PLAYERS])):
        if np.uint64(seat) != view[SEAT]:
            most = max(most, np.int64(view[COUNTS + seat]))
    return most


@kernel
def surety(view, play, pool):
    """Chance in 0..1 that no opponent can beat a play with cards of the pool, gangs apart."""
    size = popcount(play)
    if size > _most_cards_of_others(view):
        return 1.0
    top_card = view[TOP_CARD] != NOTHING
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    kind = kind_of(size, strength(play, size, top_card, phoenix, wild))
    if kind == GANG:
        return 1.0
    if size == FIVE:
        floor, floor_pair = floor_of(play, kind, top_card)
        better = weakest_beating(pool, kind, floor, floor_pair, phoenix, wild)
        return 1.0 if better == NOTHING else 0.0
    if kind == SINGLE:
        above = popcount(pool & ~(play | (play - ONE)))
    else:
        above = _sets_above(play, size, pool)
    return np.exp(-_share(view, size, pool) * above)


@kernel
def _sets_above(play, size, pool):
    """Pairs or triples of a higher number in the pool; those of the play's own are left out."""
    if play & NUMBER_CARDS == NOTHING:
        return 0
    counts, ways = number_counts(pool), 0
    numbers = at_least(counts, size) & ~((np.uint64(2) << np.uint64(lane_of(play))) - ONE)
    while numbers != NOTHING:
        held = np.int64((counts >> np.uint64(lowest_index(numbers))) & np.uint64(7))
        ways += held * (held - 1) // 2 if size == 2 else held * (held - 1) * (held - 2) // 6
        numbers &= numbers - ONE
    return ways + np.int64(size == 2 and pool & PHOENIXES == PHOENIXES)


@kernel
def _share(view, size, pool):
    """Chance that some given cards of the pool, `size` in number, lie in one opponent's hand."""
    cards, share = max(popcount(pool), 1), 0.0
    for seat in range(np.int64(view[PLAYERS])):
        if np.uint64(seat) != view[SEAT]:
            part, chance = min(np.int64(view[COUNTS + seat]) / cards, 1.0), 1.0
            for _ in range(size):
                chance *= part
            share += chance
    return share
