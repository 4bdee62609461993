"""What search bots share: the plays they compare, and the comparison in common worlds."""

import numpy as np

from gofsim.kernel.bits import advance, call_bot
from gofsim.kernel.cards import FULL_DECK, NOTHING, normal
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import SCRATCH, SEATS, draw_word
from gofsim.strategies.options import list_options
from gofsim.strategies.rollouts import FAILED, ROLLOUTS_END, imagine, roll_out
from gofsim.strategies.worlds import deal_world, note_what_is_known

MOST_CANDIDATES = 128
MOST_WORLDS = 1024
# Words of the search room: the plays compared, their losses so far, the worlds.
CANDIDATES = ROLLOUTS_END
LOSSES = CANDIDATES + MOST_CANDIDATES
WORLDS = LOSSES + MOST_CANDIDATES
SEARCH_END = WORLDS + SEATS * MOST_WORLDS
BROKEN = FULL_DECK  # no play: the engine refuses it and ends the run


@kernel
def policy_play(view, hand, parameters, row):
    """What the bot of the roll-outs would do here."""
    return normal(call_bot(advance(view, ROLLOUTS_END - 1), 0, view, hand, parameters, row + 1))


@kernel(inline=False)
def list_candidates(view, hand, parameters, row, most):
    """Write the plays to compare, at most so many, the policy's own first; their number."""
    view[CANDIDATES], count = policy_play(view, hand, parameters, row), 1
    if may_pass(view, hand) and view[CANDIDATES] != NOTHING:
        view[CANDIDATES + 1], count = NOTHING, 2
    options = list_options(view, hand)
    for i in range(options):
        play = view[SCRATCH + i]
        if play != view[CANDIDATES] and count < most:
            view[CANDIDATES + count] = play
            count += 1
    return count


@kernel(inline=False)
def best_candidate(view, hand, count, worlds, parameters, row, objective):
    """The play, of those listed, with the least loss over so many sampled worlds."""
    note_what_is_known(view, hand)
    imagine(view)
    for i in range(count):
        view[LOSSES + i] = NOTHING
    for _ in range(worlds):
        deal_world(view, hand, WORLDS)
        stream = draw_word(view)
        for i in range(count):
            loss = roll_out(view, view[CANDIDATES + i], WORLDS, stream, parameters, row, objective)
            if loss == FAILED:
                return BROKEN
            view[LOSSES + i] += np.uint64(loss)
    best = 0
    for i in range(1, count):
        if view[LOSSES + i] < view[LOSSES + best]:
            best = i
    return view[CANDIDATES + best]
