"""The public part of a round over again, move by move, from its record: hands stay unknown."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import HAND_SIZE, MULTI_ONE, NOTHING, ONE
from gofsim.kernel.combinations import strength
from gofsim.kernel.jit import kernel
from gofsim.kernel.round import lay, next_in, next_turn, record_move, start_round
from gofsim.kernel.turn import is_bound, opens_with_multi_one
from gofsim.kernel.view import (
    ANNOUNCED,
    BOUND,
    CLOCKWISE,
    COUNTS,
    LAST_CARD,
    MOVE_CARDS,
    MOVES,
    MULTI_ONE_WILD,
    NEXT_SEAT,
    NO_LAST_CARD,
    OUT,
    OWNER,
    PASSED,
    PASSES,
    PASSING_FINAL,
    PHOENIX_IN_FULL_HOUSE,
    PLAYERS,
    SEAT,
    TO_BEAT_KIND,
    TOP_CARD,
)


@kernel(inline=False)
def rewind(view):
    """Take a view, which holds the moves of the round so far, back to its first lead."""
    opening = view[MOVE_CARDS] & MULTI_ONE if opens_with_multi_one(view) else NOTHING
    start_round(view, opening)
    for seat in range(np.int64(view[PLAYERS])):
        view[COUNTS + seat] = np.uint64(HAND_SIZE)


@kernel
def _step(view):
    return 1 if view[CLOCKWISE] else np.int64(view[PLAYERS]) - 1


@kernel
def _in_play(view):
    return ((ONE << view[PLAYERS]) - ONE) & ~view[OUT]


@kernel(inline=False)
def show_turn(view, seat):
    """Make the view what the seat to act sees."""
    players = np.int64(view[PLAYERS])
    view[SEAT] = np.uint64(seat)
    view[NEXT_SEAT] = np.uint64(next_in(_in_play(view), seat, _step(view), players))
    view[BOUND] = np.uint64(is_bound(view))


@kernel(inline=False)
def redo(view, hands, seat, cards, forgets):
    """Make the move of the seat shown; return the seat that is to act next.

    `cards`: none for a pass; `forgets`: to announce its last card.

    Plays are taken from `hands` (uint64, a seat a word), which may hold anything.
    """
    players, final = np.int64(view[PLAYERS]), view[PASSING_FINAL] != NOTHING
    owner = seat if view[TO_BEAT_KIND] == NOTHING else np.int64(view[OWNER])
    passed, me = view[PASSED], ONE << np.uint64(seat)
    record_move(view, np.int64(view[MOVES]), seat, cards)
    if cards == NOTHING:
        view[PASSES] += ONE
        passed |= me
    else:
        size, top_card = popcount(cards), view[TOP_CARD] != NOTHING
        phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
        power = strength(cards, size, top_card, phoenix, wild)
        left = lay(view, hands, seat, cards, size, power, top_card)
        owner, passed = seat, passed if final else NOTHING
        if left == ONE and forgets:
            view[OUT] |= me
        elif left == ONE and view[LAST_CARD] != NO_LAST_CARD:
            view[ANNOUNCED] |= me
    after, in_play = np.int64(view[NEXT_SEAT]), _in_play(view)
    seat, _ = next_turn(view, seat, after, owner, in_play, passed, _step(view), players, final)
    return seat
