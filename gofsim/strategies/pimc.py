"""Imagine the hidden hands many times over, play each play out in all of them, take the best."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.race import doubt, drop_worse, run_in, start_race, winner
from gofsim.strategies.rollouts import BOT, asked_bot
from gofsim.strategies.search import (
    BROKEN,
    CANDIDATES,
    NO_LIMIT,
    ROLLOUT,
    WORLD,
    candidates,
    list_candidates,
)
from gofsim.strategies.standing import OBJECTIVE
from gofsim.strategies.worlds import deal_world, note_what_is_known

_WORLDS, _DOUBT, _CANDIDATES, _MARGIN, _OBJECTIVE, _ROLLOUT = range(6)


@kernel
def choose(view, hand, parameters, offset):
    """The play that does best on average over sampled worlds, played on by another bot."""
    row = asked_bot(view, BOT, parameters, offset, _ROLLOUT)
    most = np.int64(parameters[offset + _CANDIDATES])
    count = list_candidates(view, hand, parameters, row, most, parameters[offset + _MARGIN])
    if count == 1:
        return view[CANDIDATES]
    note_what_is_known(view, hand)
    start_race(view, count)
    objective = np.int64(parameters[offset + _OBJECTIVE])
    for _ in range(np.int64(parameters[offset + _WORLDS])):
        deal_world(view, hand, WORLD)
        if not run_in(view, count, WORLD, parameters, row, objective):
            return BROKEN
        count = drop_worse(view, count, parameters[offset + _DOUBT])
        if count == 1:
            break
    return winner(view, count)


PIMC = Strategy(
    name="pimc",
    idea="Deals the cards it does not see many times over, plays every candidate play to the end "
    "of the round in each of these worlds with another bot at all seats, and makes the play that "
    "did best on average.",
    source="Perfect-information Monte Carlo, as in Ginsberg's GIB (2001) for bridge.",
    choose=choose,
    parameters=(
        Parameter("worlds", 60, 1, 10_000, "worlds that it deals a decision, at most", whole=True),
        doubt(1.75),
        candidates(6),
        Parameter(
            "margin",
            10.0,
            0.0,
            NO_LIMIT,
            "turns that `linear` may find a play worth less than the best, to be compared",
        ),
    ),
    choices=(OBJECTIVE,),
    asks=(ROLLOUT,),
    draws=True,
    counts=True,
    default_give="value",
)
