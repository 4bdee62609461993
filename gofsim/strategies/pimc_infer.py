"""The search of pimc, in the worlds that explain best what the others have done."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.inference import MODEL, MODEL_BOT, note_clues
from gofsim.strategies.race import doubt, drop_worse, run_in, start_race, winner
from gofsim.strategies.rollouts import BOT, asked_bot
from gofsim.strategies.search import BROKEN, CANDIDATES, ROLLOUT, WORLD, candidates, list_candidates
from gofsim.strategies.standing import OBJECTIVE
from gofsim.strategies.walk import WALK, start_walk, walk
from gofsim.strategies.worlds import note_what_is_known

_WORLDS, _DOUBT, _WARM_UP, _STEPS, _TEMPERATURE, _CANDIDATES = range(6)
_OBJECTIVE, _ROLLOUT, _MODEL = range(6, 9)


@kernel
def choose(view, hand, parameters, offset):
    """The play that does best on average over likely worlds, played on by another bot."""
    row = asked_bot(view, BOT, parameters, offset, _ROLLOUT)
    most = np.int64(parameters[offset + _CANDIDATES])
    count = list_candidates(view, hand, parameters, row, most)
    if count == 1:
        return view[CANDIDATES]
    objective = np.int64(parameters[offset + _OBJECTIVE])
    temperature = parameters[offset + _TEMPERATURE]
    model = asked_bot(view, MODEL, parameters, offset, _MODEL)
    note_what_is_known(view, hand)
    note_clues(view)
    start_race(view, count)
    start_walk(view, hand, parameters, model)
    walk(view, hand, np.int64(parameters[offset + _WARM_UP]), temperature, parameters, model)
    for _ in range(np.int64(parameters[offset + _WORLDS])):
        walk(view, hand, np.int64(parameters[offset + _STEPS]), temperature, parameters, model)
        if not run_in(view, count, WORLD, parameters, row, objective):
            return BROKEN
        count = drop_worse(view, count, parameters[offset + _DOUBT])
        if count == 1:
            break
    return winner(view, count)


PIMC_INFER = Strategy(
    name="pimc-infer",
    idea="Searches like pimc, but in worlds that explain what the others did: it walks from world "
    "to world by swapping hidden cards, and is the more often in one the more of their plays and "
    "passes a model bot would have made in it.",
    source="Inference from play as in skat and bridge programs (Buro et al., Improving state "
    "evaluation, inference, and search in trick-based card games, 2009).",
    choose=choose,
    parameters=(
        Parameter("worlds", 150, 1, 10_000, "worlds that it plays on in, at most", whole=True),
        doubt(3.0),
        *WALK,
        candidates(12),
    ),
    choices=(OBJECTIVE,),
    asks=(ROLLOUT, MODEL_BOT),
    draws=True,
    counts=True,
    default_give="value",
)
