"""The exchange before rounds 2 and later: the loser's best card against any card of the winner."""

import numpy as np

from gofsim.kernel.bits import call_bot, popcount
from gofsim.kernel.cards import NOTHING, highest, normal, together, without
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import (
    COUNTS,
    GIVEN,
    GIVER,
    NO_SEAT,
    RECEIVER,
    RETURNED,
    SEAT,
)


@kernel
def no_exchange(view):
    """Note in the view that this round has no exchange."""
    view[GIVER] = view[RECEIVER] = np.uint64(NO_SEAT)
    view[GIVEN] = view[RETURNED] = NOTHING


@kernel(inline=False)
def exchange(view, hands, loser, winner, givers, place, parameters, offset):
    """Move both cards; False when the winner's bot returns what is not one card of its hand.

    `givers` begins with the giving functions by place; the winner's sees the hand with the
    received card in it, and finds its parameters from `offset` on.
    """
    card = highest(hands[loser])
    hands[loser] = without(hands[loser], card)
    hands[winner] = together(hands[winner], card)
    view[SEAT] = np.uint64(winner)
    view[GIVER], view[RECEIVER] = np.uint64(loser), np.uint64(winner)
    view[GIVEN], view[RETURNED] = card, NOTHING
    view[COUNTS + winner] += np.uint64(1)
    view[COUNTS + loser] -= np.uint64(1)
    back = normal(call_bot(givers, place, view, hands[winner], parameters, offset))
    view[COUNTS + winner] -= np.uint64(1)
    view[COUNTS + loser] += np.uint64(1)
    view[RETURNED] = back
    if popcount(back) != 1 or back & ~hands[winner] != NOTHING:
        return False
    hands[winner] = without(hands[winner], back)
    hands[loser] = together(hands[loser], back)
    return True
