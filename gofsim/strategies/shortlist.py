"""The plays a search compares: of all legal ones those that leave the best hands."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import DRAGON, PHOENIXES, lane_cards, without
from gofsim.kernel.choices import gang_lanes
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal
from gofsim.kernel.view import SCRATCH
from gofsim.strategies.planning import turns

_LANE_OF_TENS = 54
# In hundredths of a turn; the prices are those of `control`.
_TURN, _CARD, _TEN, _PHOENIX, _DRAGON, _GANG = 100, 1, 2, 20, 40, 200
_BASE = 2000  # keeps costs above 0, whatever a hand keeps


@kernel
def _cost_of_rest(view, hand):
    """How bad it is to be left with a hand: its turns and cards less the worth of what it keeps."""
    kept = (
        _TEN * popcount(hand & lane_cards(_LANE_OF_TENS))
        + _PHOENIX * popcount(hand & PHOENIXES)
        + _DRAGON * popcount(hand & DRAGON)
        + _GANG * popcount(gang_lanes(hand))
    )
    return np.uint64(_BASE + _TURN * turns(view, hand) + _CARD * popcount(hand) - kept)


@kernel(inline=False)
def add_promising(view, hand, known, plays, costs, first, most):
    """Add legal plays but the known one to view[plays + first:], `most` in all; the new count.

    Those that leave the best hands, best first; `costs` is room for as many numbers.
    """
    count = first
    for i in range(list_legal(view, hand, SCRATCH)):
        play = view[SCRATCH + i]
        if play == known or most == first:
            continue
        cost = _cost_of_rest(view, without(hand, play))
        if count < most:
            count += 1
        elif cost >= view[costs + count - 1]:
            continue
        at = count - 1
        while at > first and view[costs + at - 1] > cost:
            view[plays + at], view[costs + at] = view[plays + at - 1], view[costs + at - 1]
            at -= 1
        view[plays + at], view[costs + at] = play, cost
    return count
