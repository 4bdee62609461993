"""Get rid of the hand in as few plays as possible."""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, without
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import SCRATCH, TO_BEAT_KIND
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.options import list_options
from gofsim.strategies.planning import turns

_MANY = 100.0  # more turns than any hand needs


@kernel
def _lead(view, count):
    """Of the plan's plays the one with the most cards, then the weakest."""
    best = view[SCRATCH]
    for i in range(1, count):
        play = view[SCRATCH + i]
        more = popcount(play) - popcount(best)
        if more > 0 or (more == 0 and play < best):
            best = play
    return best


@kernel
def choose(view, hand, parameters, offset):
    """The weakest play that leaves the fewest turns; a pass where even that breaks the plan."""
    count = list_options(view, hand)
    if view[TO_BEAT_KIND] == NOTHING:
        return _lead(view, count)
    best, fewest = NOTHING, _MANY
    if may_pass(view, hand):
        fewest = turns(view, hand) - 1 + parameters[offset]
    for i in range(count):
        left = turns(view, without(hand, view[SCRATCH + i]))
        if left < fewest or (left == fewest and best == NOTHING):
            best, fewest = view[SCRATCH + i], np.float64(left)
    return best


MIN_TURNS = Strategy(
    name="min-turns",
    idea="Plans the fewest plays that get rid of its hand: leads the largest of them, follows "
    "with what leaves the fewest, and passes when beating would break the plan.",
    source="A teaching example: the shortest way out wins rounds, but loses points in the others.",
    choose=choose,
    parameters=(
        Parameter(
            "pass_penalty",
            0.0,
            0.0,
            20.0,
            "turns that a pass costs: a play that makes the plan longer by no more is laid",
        ),
    ),
)
