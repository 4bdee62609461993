"""Worlds: hidden hands dealt anew, in accord with all that is public.

What is known of them: the cards nobody has shown, how many each seat holds, that the giver of the
exchange held no better card than the one given, where the two exchanged cards are, and, with three
players, that the multi-coloured 1 lies dead when nobody had to open with it. All deals that agree
with this are equally likely.
"""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import FULL_DECK, MULTI_ONE, NOTHING, ONE, UPPER, lowest, normal
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import scale
from gofsim.kernel.turn import opens_with_multi_one
from gofsim.kernel.view import (
    COUNTS,
    GIVEN,
    GIVER,
    LEADER,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    NO_SEAT,
    PLAYERS,
    RECEIVER,
    RETURNED,
    SEARCH,
    SEAT,
    SEATS,
    draw_word,
    unseen_cards,
)

DEAD = 3  # the dead hand's place among the hands, with three players
# Words of the search room: what is known, and the cards while they are shuffled.
FIXED, LOW, _POOL = SEARCH, SEARCH + SEATS, SEARCH + SEATS + 1
_CARDS = SEARCH + 8
WORLDS_END = _CARDS + 64
_SWAPS_A_WORD = 6  # 48 to 43 choices use up 34 of its bits


@kernel(inline=False)
def note_what_is_known(view, hand):
    """Write down, for `deal_world`, what the seat to act knows of the hands of others."""
    pool = unseen_cards(view, hand)
    for seat in range(SEATS):
        view[FIXED + seat] = NOTHING
    view[LOW] = FULL_DECK
    if view[GIVER] != np.uint64(NO_SEAT):
        _note_exchange(view, pool)
    if view[PLAYERS] == np.uint64(3) and pool & MULTI_ONE and _nobody_had_to_open(view):
        view[FIXED + DEAD] = MULTI_ONE
    view[_POOL] = pool
    for seat in range(SEATS):
        view[_POOL] &= ~view[FIXED + seat]


@kernel
def _note_exchange(view, pool):
    giver, receiver = np.int64(view[GIVER]), np.int64(view[RECEIVER])
    given, returned = view[GIVEN], view[RETURNED]
    if np.uint64(giver) != view[SEAT]:
        twin = ((given << ONE) & UPPER) | given
        view[LOW] = twin | (twin - ONE)
        view[FIXED + giver] = _still_held(view, giver, returned, pool)
    if np.uint64(receiver) != view[SEAT] and given != returned:
        view[FIXED + receiver] = _still_held(view, receiver, given, pool)


@kernel
def _still_held(view, seat, card, pool):
    """The copy in the pool of a card that a seat took, 0 once the seat has laid such a card."""
    copies = card | ((card << ONE) & UPPER)
    for move in range(np.int64(view[MOVES])):
        if view[MOVE_SEATS + move] == np.uint64(seat) and view[MOVE_CARDS + move] & copies:
            return NOTHING
    return lowest(pool & copies)


@kernel
def _nobody_had_to_open(view):
    """Whether the holder of the multi-coloured 1 would have led, and somebody else did."""
    giving = view[GIVER] != np.uint64(NO_SEAT) and view[RETURNED] == NOTHING
    led = not giving and (view[MOVES] != NOTHING or view[LEADER] == view[SEAT])
    return led and opens_with_multi_one(view)


@kernel(inline=False)
def deal_world(view, hand, first):
    """Deal the unseen cards; writes all hands, the own one too, to view[first:first + SEATS].

    Draws from the seat's own stream. The giver of the exchange is dealt to first, from the cards
    that it may hold, then the others from the rest: so all deals stay equally likely.
    """
    me, giver = np.int64(view[SEAT]), np.int64(view[GIVER])
    for seat in range(SEATS):
        view[first + seat] = view[FIXED + seat]
    count, rest = 0, view[_POOL]
    if view[LOW] != FULL_DECK:
        low = rest & view[LOW]
        lacking = min(_lacking(view, giver, first), popcount(low))
        count = _lay_out(view, low)
        _shuffle(view, count, lacking)
        taken = _take(view, 0, lacking)
        view[first + giver] |= taken
        rest ^= taken
    count = _lay_out(view, rest)
    needed = 0
    for seat in range(np.int64(view[PLAYERS])):
        if seat != me:
            needed += _lacking(view, seat, first)
    needed = min(needed, count)
    _shuffle(view, count, needed)
    start = 0
    for seat in range(np.int64(view[PLAYERS])):
        if seat != me:
            lacking = min(_lacking(view, seat, first), needed - start)
            cards = view[first + seat] | _take(view, start, lacking)
            view[first + seat], start = normal(cards), start + lacking
    if view[PLAYERS] == np.uint64(DEAD):
        view[first + DEAD] = normal(view[first + DEAD] | _take(view, start, count - start))
    view[first + me] = hand


@kernel
def _lacking(view, seat, first):
    """Cards that a seat's hand still lacks."""
    return max(np.int64(view[COUNTS + seat]) - popcount(view[first + seat]), 0)


@kernel
def _lay_out(view, cards):
    """One card a word, to be shuffled; their number."""
    count = 0
    while cards != NOTHING:
        view[_CARDS + count] = lowest(cards)
        cards, count = cards & (cards - ONE), count + 1
    return count


@kernel
def _shuffle(view, count, needed):
    """Bring a uniformly random choice of the cards laid out, in random order, to the front."""
    word = NOTHING
    for i in range(needed):
        if i % _SWAPS_A_WORD == 0:
            word = draw_word(view)
        left = np.uint64(count - i)
        j = i + scale(word, left)
        word *= left
        view[_CARDS + i], view[_CARDS + j] = view[_CARDS + j], view[_CARDS + i]


@kernel
def _take(view, start, count):
    cards = NOTHING
    for i in range(start, start + count):
        cards |= view[_CARDS + i]
    return cards
