"""What search bots share: the plays that they compare."""

from gofsim.kernel.bits import advance, call_bot
from gofsim.kernel.cards import FULL_DECK, normal
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import SEATS
from gofsim.strategies.base import AskedBot, Parameter
from gofsim.strategies.rollouts import BOT, ROLLOUTS_END, imagine
from gofsim.strategies.shortlist import add_promising

MOST_CANDIDATES = 128
# Words of the search room: the plays compared, their losses so far, the worlds in which they were
# played, a world.
CANDIDATES = ROLLOUTS_END
LOSSES = CANDIDATES + MOST_CANDIDATES
PLAYED = LOSSES + MOST_CANDIDATES
WORLD = PLAYED + MOST_CANDIDATES
SEARCH_END = WORLD + SEATS
NO_LIMIT = 1000.0  # turns, a margin that leaves no play out
BROKEN = FULL_DECK  # no play: the engine refuses it and ends the run
ROLLOUT = AskedBot("rollout", "linear", "the bot that plays on in each world")


def candidates(default: int) -> Parameter:
    """The setting for how many plays a search compares."""
    idea = "plays that it compares, at most"
    return Parameter("candidates", default, 1, MOST_CANDIDATES, idea, whole=True)


@kernel(inline=False)
def write_candidates(view, hand, parameters, row, most, margin=NO_LIMIT):
    """Write the plays to compare, at most so many, all within so many turns; their number.

    First what the bot of the roll-outs would do, then the most promising others.
    """
    play = normal(call_bot(advance(view, BOT), 0, view, hand, parameters, row + 1))
    view[CANDIDATES] = play
    if play == hand:
        return 1
    return add_promising(view, hand, play, CANDIDATES, LOSSES, most, margin)


@kernel
def list_candidates(view, hand, parameters, row, most, margin=NO_LIMIT):
    """Write the plays to compare, as above, and make ready to play on from several."""
    count = write_candidates(view, hand, parameters, row, most, margin)
    if count > 1:
        imagine(view)
    return count
