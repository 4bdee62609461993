"""The search of pimc, in the worlds that explain best what the others have done."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.kernel.view import SEATS
from gofsim.strategies.base import AskedBot, Parameter, Strategy
from gofsim.strategies.inference import KEPT, MODEL, count_misses, keep_likely
from gofsim.strategies.rollouts import BOT, asked_bot
from gofsim.strategies.search import (
    BROKEN,
    MOST_CANDIDATES,
    MOST_WORLDS,
    WORLDS,
    best_candidate,
    compare_in,
    list_candidates,
)
from gofsim.strategies.standing import OBJECTIVE
from gofsim.strategies.worlds import deal_world, note_what_is_known

_WORLDS, _DEALT, _TEMPERATURE, _CANDIDATES, _OBJECTIVE, _ROLLOUT, _MODEL = range(7)


@kernel
def _list_worlds(view, hand, parameters, offset):
    """Deal worlds and keep the likely ones; how many are kept."""
    kept = np.int64(parameters[offset + _WORLDS])
    dealt = max(kept, np.int64(parameters[offset + _DEALT]))
    note_what_is_known(view, hand)
    for world in range(dealt):
        deal_world(view, hand, WORLDS + SEATS * world)
    row = asked_bot(view, MODEL, parameters, offset, _MODEL)
    count_misses(view, dealt, parameters, row)
    keep_likely(view, dealt, kept, parameters[offset + _TEMPERATURE])
    return kept


@kernel
def choose(view, hand, parameters, offset):
    """The play that does best on average over likely worlds, played on by another bot."""
    row = asked_bot(view, BOT, parameters, offset, _ROLLOUT)
    most = np.int64(parameters[offset + _CANDIDATES])
    count = list_candidates(view, hand, parameters, row, most)
    if count > 1:
        objective = np.int64(parameters[offset + _OBJECTIVE])
        for i in range(_list_worlds(view, hand, parameters, offset)):
            world = WORLDS + SEATS * np.int64(view[KEPT + i])
            if not compare_in(view, count, world, parameters, row, objective):
                return BROKEN
    return best_candidate(view, count)


PIMC_INFER = Strategy(
    name="pimc-infer",
    idea="Searches like pimc, but in worlds that explain what the others did: it deals more of "
    "them, and keeps those in which a model bot would have made most of their plays and passes.",
    source="Inference from play as in skat and bridge programs (Buro et al., Improving state "
    "evaluation, inference, and search in trick-based card games, 2009).",
    choose=choose,
    parameters=(
        Parameter("worlds", 20, 1, MOST_WORLDS, "worlds that it plays on in", whole=True),
        Parameter("dealt", 100, 1, MOST_WORLDS, "worlds that it deals to choose from", whole=True),
        Parameter(
            "temperature",
            1.0,
            0.05,
            100.0,
            "moves unlike the model's that make a world e times less likely; large: no inference",
        ),
        Parameter(
            "candidates", 8, 1, MOST_CANDIDATES, "plays that it compares, at most", whole=True
        ),
    ),
    choices=(OBJECTIVE,),
    asks=(
        AskedBot("rollout", "counter", "the bot that plays on in each world"),
        AskedBot("model", "endgame", "the bot that the others are taken for"),
    ),
    draws=True,
    counts=True,
)
