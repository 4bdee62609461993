"""Search as pimc does, and learn meanwhile how to play on: a tree of one's own later decisions."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.kernel.view import draw_word
from gofsim.strategies.base import AskedBot, Choice, Parameter, Strategy
from gofsim.strategies.inference import MODEL, note_clues, start_walk, walk
from gofsim.strategies.rollouts import BOT, FAILED, asked_bot
from gofsim.strategies.search import (
    BROKEN,
    CANDIDATES,
    LOSSES,
    MOST_CANDIDATES,
    WORLD,
    best_candidate,
    list_candidates,
)
from gofsim.strategies.standing import OBJECTIVE
from gofsim.strategies.tree import descend, plant_tree
from gofsim.strategies.worlds import deal_world, note_what_is_known

_ITERATIONS, _EXPLORATION, _CANDIDATES, _WARM_UP, _STEPS, _TEMPERATURE = range(6)
_OBJECTIVE, _INFERENCE, _ROLLOUT, _MODEL = range(6, 10)


@kernel
def choose(view, hand, parameters, offset):
    """The play that does best on average over sampled worlds, later plays found by the tree."""
    row = asked_bot(view, BOT, parameters, offset, _ROLLOUT)
    most = np.int64(parameters[offset + _CANDIDATES])
    count = list_candidates(view, hand, parameters, row, most)
    if count == 1:
        return view[CANDIDATES]
    infers, steps = parameters[offset + _INFERENCE] > 0.0, np.int64(parameters[offset + _STEPS])
    temperature = parameters[offset + _TEMPERATURE]
    model = asked_bot(view, MODEL, parameters, offset, _MODEL)
    note_what_is_known(view, hand)
    if infers:
        note_clues(view)
        start_walk(view, hand, parameters, model)
        walk(view, np.int64(parameters[offset + _WARM_UP]), temperature, parameters, model)
    iterations = np.int64(parameters[offset + _ITERATIONS])
    plant_tree(view, iterations * count)
    for _ in range(iterations):
        if infers:
            walk(view, steps, temperature, parameters, model)
        else:
            deal_world(view, hand, WORLD)
        if not _try_each(view, count, parameters, offset, row, most):
            return BROKEN
    return best_candidate(view, count)


@kernel
def _try_each(view, count, parameters, offset, row, most):
    """Add each candidate's loss in the world to its sum; False when a bot broke the rules."""
    stream, objective = draw_word(view), np.int64(parameters[offset + _OBJECTIVE])
    exploration = parameters[offset + _EXPLORATION]
    for i in range(count):
        play = view[CANDIDATES + i]
        loss = descend(
            view, play, WORLD, stream, parameters, row, objective, most, exploration
        )
        if loss == FAILED:
            return False
        view[LOSSES + i] += np.uint64(loss)
    return True


ISMCTS = Strategy(
    name="ismcts",
    idea="Searches like pimc, and grows a tree of its own later decisions over all worlds: roll-outs "
    "that come there again play what did best so far.",
    source="Information set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012), the tree "
    "of one player as in POMCP (Silver and Veness, 2010).",
    choose=choose,
    parameters=(
        Parameter(
            "iterations", 20, 1, 10_000, "worlds that it deals, each for every play", whole=True
        ),
        Parameter(
            "exploration", 0.5, 0, 10, "how it tries plays of the tree that did worse, in spreads of losses"
        ),
        Parameter(
            "candidates", 8, 1, MOST_CANDIDATES, "plays that it compares, at most", whole=True
        ),
        Parameter("warm_up", 100, 0, 10_000, "swaps it tries before the first world", whole=True),
        Parameter("steps", 10, 0, 1_000, "swaps it tries before every world", whole=True),
        Parameter("temperature", 1.0, 0.05, 100.0, "."),
    ),
    choices=(OBJECTIVE, Choice("inference", "off", ("off", "on"), "worlds like pimc-infer")),
    asks=(
        AskedBot("rollout", "linear", "the bot that plays on in each world"),
        AskedBot("model", "linear", "the bot that the others are taken for"),
    ),
    draws=True,
    counts=True,
)
