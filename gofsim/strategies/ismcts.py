"""Search as pimc does, and learn meanwhile how to play on: a tree of one's own later decisions."""

import numpy as np

from gofsim.kernel.jit import kernel
from gofsim.kernel.view import draw_word
from gofsim.strategies.base import Choice, Parameter, Strategy
from gofsim.strategies.inference import MODEL, MODEL_BOT, note_clues
from gofsim.strategies.race import LATEST, add_up, doubt, drop_worse, runner, start_race, winner
from gofsim.strategies.rollouts import BOT, FAILED, asked_bot
from gofsim.strategies.search import (
    BROKEN,
    CANDIDATES,
    MOST_CANDIDATES,
    ROLLOUT,
    WORLD,
    candidates,
    list_candidates,
)
from gofsim.strategies.standing import OBJECTIVE
from gofsim.strategies.tree import descend, plant_tree
from gofsim.strategies.walk import WALK, start_walk, walk
from gofsim.strategies.worlds import deal_world, note_what_is_known

_ITERATIONS, _DOUBT, _EXPLORATION, _CANDIDATES, _BRANCHES, _WARM_UP, _STEPS = range(7)
_TEMPERATURE, _OBJECTIVE, _INFERENCE, _ROLLOUT, _MODEL = range(7, 12)


@kernel
def choose(view, hand, parameters, offset):
    """The play that does best on average over the worlds, later ones found by the tree."""
    row = asked_bot(view, BOT, parameters, offset, _ROLLOUT)
    most = np.int64(parameters[offset + _CANDIDATES])
    count = list_candidates(view, hand, parameters, row, most)
    if count == 1:
        return view[CANDIDATES]
    infers = parameters[offset + _INFERENCE] != 0.0
    temperature = parameters[offset + _TEMPERATURE]
    model = asked_bot(view, MODEL, parameters, offset, _MODEL)
    note_what_is_known(view, hand)
    if infers:
        note_clues(view)
        start_walk(view, hand, parameters, model)
        walk(view, hand, np.int64(parameters[offset + _WARM_UP]), temperature, parameters, model)
    iterations = np.int64(parameters[offset + _ITERATIONS])
    plant_tree(view, iterations * count)
    start_race(view, count)
    for _ in range(iterations):
        if infers:
            walk(view, hand, np.int64(parameters[offset + _STEPS]), temperature, parameters, model)
        else:
            deal_world(view, hand, WORLD)
        if not _try_each(view, count, parameters, offset, row):
            return BROKEN
        count = drop_worse(view, count, parameters[offset + _DOUBT])
        if count == 1:
            break
    return winner(view, count)


@kernel
def _try_each(view, running, parameters, offset, row):
    """Play all that run to the end in the world, and add up; False when a bot broke the rules."""
    stream, objective = draw_word(view), np.int64(parameters[offset + _OBJECTIVE])
    most = np.int64(parameters[offset + _BRANCHES])
    exploration = parameters[offset + _EXPLORATION]
    for place in range(running):
        i = runner(view, place)
        play = view[CANDIDATES + i]
        loss = descend(view, play, WORLD, stream, parameters, row, objective, most, exploration)
        if loss == FAILED:
            return False
        view[LATEST + i] = np.uint64(loss)
    add_up(view, running)
    return True


ISMCTS = Strategy(
    name="ismcts",
    idea="Searches like pimc or pimc-infer, and over all worlds grows a tree of its own later "
    "decisions: a roll-out that comes to one again tries another play, or the one that did best.",
    source="Information set tree search (Cowling, Powley and Whitehouse, 2012), with the tree of "
    "one player as in POMCP (Silver and Veness, 2010).",
    choose=choose,
    parameters=(
        Parameter(
            "iterations",
            150,
            1,
            10_000,
            "worlds that it plays on in, once a play, at most",
            whole=True,
        ),
        doubt(3.0),
        Parameter(
            "exploration", 0.5, 0, 10, "spreads of the losses that a play little tried may be off"
        ),
        candidates(12),
        Parameter(
            "branches", 3, 1, MOST_CANDIDATES, "plays at a later decision, at most", whole=True
        ),
        *WALK,
    ),
    choices=(
        OBJECTIVE,
        Choice("inference", "on", ("off", "on"), "whether worlds are drawn as by pimc-infer"),
    ),
    asks=(ROLLOUT, MODEL_BOT),
    draws=True,
    counts=True,
    default_give="value",
)
