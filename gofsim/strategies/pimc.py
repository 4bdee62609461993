"""Imagine the hidden hands many times over, play each play out in all of them, take the best."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.strategies.base import AskedBot, Parameter, Strategy
from gofsim.strategies.rollouts import asked_bot
from gofsim.strategies.search import MOST_CANDIDATES, MOST_WORLDS, best_candidate, list_candidates
from gofsim.strategies.standing import OBJECTIVE

_WORLDS, _CANDIDATES, _OBJECTIVE, _ROLLOUT = range(4)


@kernel
def choose(view, hand, parameters, offset):
    """The play that does best on average over sampled worlds, played on by another bot."""
    row = asked_bot(view, parameters, offset, _ROLLOUT)
    most = np.int64(parameters[offset + _CANDIDATES])
    count = list_candidates(view, hand, parameters, row, most)
    worlds = np.int64(parameters[offset + _WORLDS])
    objective = np.int64(parameters[offset + _OBJECTIVE])
    return best_candidate(view, hand, count, worlds, parameters, row, objective)


PIMC = Strategy(
    name="pimc",
    idea="Deals the cards it does not see many times over, plays every candidate play to the end "
    "of the round in each of these worlds with another bot at all seats, and makes the play that "
    "did best on average.",
    source="Perfect-information Monte Carlo, as in Ginsberg's GIB (2001) for bridge.",
    choose=choose,
    parameters=(
        Parameter("worlds", 20, 1, MOST_WORLDS, "worlds that it deals a decision", whole=True),
        Parameter(
            "candidates", 8, 1, MOST_CANDIDATES, "plays that it compares, at most", whole=True
        ),
    ),
    choices=(OBJECTIVE,),
    asks=(AskedBot("rollout", "lowest", "the bot that plays on in each world"),),
    draws=True,
    counts=True,
)
