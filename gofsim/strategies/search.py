"""What search bots share: the plays they compare, and the comparison in common worlds."""

import numpy as np

from gofsim.kernel.bits import advance, call_bot
from gofsim.kernel.cards import FULL_DECK, NOTHING, normal
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.kernel.view import SEATS, draw_word
from gofsim.strategies.base import AskedBot, Parameter
from gofsim.strategies.rollouts import BOT, FAILED, ROLLOUTS_END, imagine, roll_out
from gofsim.strategies.shortlist import add_promising

MOST_CANDIDATES = 128
# Words of the search room: the plays compared, their losses so far, a world.
CANDIDATES = ROLLOUTS_END
LOSSES = CANDIDATES + MOST_CANDIDATES
WORLD = LOSSES + MOST_CANDIDATES
SEARCH_END = WORLD + SEATS
BROKEN = FULL_DECK  # no play: the engine refuses it and ends the run
ROLLOUT = AskedBot("rollout", "linear", "the bot that plays on in each world")


def candidates(default: int) -> Parameter:
    """The setting for how many plays a search compares."""
    idea = "plays that it compares, at most"
    return Parameter("candidates", default, 1, MOST_CANDIDATES, idea, whole=True)


@kernel(inline=False)
def write_candidates(view, hand, parameters, row, most):
    """Write the plays to compare, at most so many, and no losses; their number.

    First what the bot of the roll-outs would do, then the pass and the most promising plays.
    """
    play, count = normal(call_bot(advance(view, BOT), 0, view, hand, parameters, row + 1)), 1
    view[CANDIDATES] = play
    if play != hand:
        if play != NOTHING and may_pass(view, hand) and most > 1:
            view[CANDIDATES + 1], count = NOTHING, 2
        count = add_promising(view, hand, play, CANDIDATES, LOSSES, count, most)
    for i in range(count):
        view[LOSSES + i] = NOTHING
    return count


@kernel
def list_candidates(view, hand, parameters, row, most):
    """Write the plays to compare, as above, and make ready to play on from several."""
    count = write_candidates(view, hand, parameters, row, most)
    if count > 1:
        imagine(view)
    return count


@kernel(inline=False)
def compare_in(view, count, world, parameters, row, objective):
    """Add each candidate's loss in a world to its sum; False when a bot broke the rules."""
    stream = draw_word(view)
    for i in range(count):
        loss = roll_out(view, view[CANDIDATES + i], world, stream, parameters, row, objective)
        if loss == FAILED:
            return False
        view[LOSSES + i] += np.uint64(loss)
    return True


@kernel
def best_candidate(view, count):
    """The play with the least loss; of equals the first listed."""
    best = 0
    for i in range(1, count):
        if view[LOSSES + i] < view[LOSSES + best]:
            best = i
    return view[CANDIDATES + best]
