"""See all hands: not a player, but the ceiling that players of hidden hands cannot reach."""

import numpy as np

from gofsim.kernel.bits import words_at
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import SEATS
from gofsim.strategies.base import Strategy
from gofsim.strategies.race import run_in, start_race, winner
from gofsim.strategies.rollouts import BOT, asked_bot
from gofsim.strategies.search import BROKEN, CANDIDATES, ROLLOUT, WORLD, candidates, list_candidates
from gofsim.strategies.standing import OBJECTIVE

_CANDIDATES, _OBJECTIVE, _ROLLOUT, _HANDS = range(4)


@kernel
def choose(view, hand, parameters, offset):
    """The play that does best when another bot plays on with the true hands."""
    row = asked_bot(view, BOT, parameters, offset, _ROLLOUT)
    most = np.int64(parameters[offset + _CANDIDATES])
    count = list_candidates(view, hand, parameters, row, most)
    if count == 1:
        return view[CANDIDATES]
    start_race(view, count)
    hands = words_at(np.uint64(parameters[offset + _HANDS]))
    for seat in range(SEATS):
        view[WORLD + seat] = hands[seat]
    objective = np.int64(parameters[offset + _OBJECTIVE])
    if not run_in(view, count, WORLD, parameters, row, objective):
        return BROKEN
    return winner(view, count)


ORACLE = Strategy(
    name="oracle",
    idea="Sees all hands, and makes the play that does best when another bot plays on at all "
    "seats. Not a player but a yardstick: what knowing the hidden cards would be worth where the "
    "others play as that bot does.",
    source="The cheating player of game programs, beyond whom those that must guess hardly come.",
    choose=choose,
    parameters=(candidates(24),),
    choices=(OBJECTIVE,),
    asks=(ROLLOUT,),
    draws=True,
    counts=True,
    sees_all=True,
    default_give="value",
)
