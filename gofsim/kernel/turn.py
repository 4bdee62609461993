"""Whether a play or pass is allowed: cards, opening, and the duty before a last card."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, ONE, highest
from gofsim.kernel.choices import next_flush, next_set, next_straight, next_straight_flush
from gofsim.kernel.combinations import SINGLE
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import (
    ANNOUNCED,
    BOUND,
    FIRST_LEAD_RANDOM,
    FLOOR,
    FORCED,
    LAST_CARD,
    LEAD_MULTI_ONE,
    MULTI_ONE_WILD,
    NEXT_LEAD,
    NEXT_SEAT,
    REQUIRED,
    ROUND,
    SEAT,
    TO_BEAT_KIND,
    list_by_cards,
)


@kernel
def opens_with_multi_one(view):
    """Whether the holder of the multi-coloured 1 leads this round, and must open with it."""
    if view[ROUND] == ONE:
        return view[FIRST_LEAD_RANDOM] == NOTHING
    return view[NEXT_LEAD] == LEAD_MULTI_ONE


@kernel
def is_bound(view):
    """Whether the seat to act sits immediately before one that announced its last card."""
    if view[ANNOUNCED] == NOTHING or view[LAST_CARD] != FORCED:
        return False
    after = view[NEXT_SEAT]
    return after != view[SEAT] and (view[ANNOUNCED] >> after) & np.uint64(1) != NOTHING


@kernel
def must_play_highest(view, hand):
    """Whether the duty binds the seat to its highest single (or a gang) on this table."""
    return view[BOUND] != NOTHING and view[TO_BEAT_KIND] == SINGLE and highest(hand) > view[FLOOR]


@kernel
def may_pass(view, hand):
    """Whether the seat to act may pass."""
    return view[TO_BEAT_KIND] != NOTHING and not must_play_highest(view, hand)


@kernel(inline=False)
def holds_two_or_more(view, hand):
    """Whether the hand holds any combination of two or more cards."""
    wild = view[MULTI_ONE_WILD] != NOTHING
    return (
        next_set(hand, 2, NOTHING) != NOTHING
        or next_straight(hand, NOTHING, wild) != NOTHING
        or next_flush(hand, NOTHING, wild) != NOTHING
        or next_straight_flush(hand, NOTHING, wild) != NOTHING
    )


@kernel(inline=False)
def meets_duties(view, hand, play):
    """Whether a play that the cards allow also meets the opening and the duty."""
    if play & view[REQUIRED] != view[REQUIRED]:
        return False
    if view[BOUND] == NOTHING or popcount(play) > 1:
        # Two or more cards meet the duty of a leader, and a gang that of a follower.
        return True
    if view[TO_BEAT_KIND] == NOTHING:
        return play == highest(hand) and not holds_two_or_more(view, hand)
    return play == highest(hand)


@kernel(inline=False)
def list_legal(view, hand, first):
    """All distinct legal plays of the seat to act, every rule obeyed; fills view[first:].

    Returns their number; whether a pass is legal too tells `may_pass`.
    """
    count = list_by_cards(view, hand, first)
    if view[REQUIRED] == NOTHING and view[BOUND] == NOTHING:
        return count
    kept = 0
    for i in range(count):
        if meets_duties(view, hand, view[first + i]):
            view[first + kept] = view[first + i]
            kept += 1
    return kept
