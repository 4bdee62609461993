"""Roll-outs: the round played on from where it stands, in a world that may be the true one."""

import numpy as np

from gofsim.kernel.bits import advance
from gofsim.kernel.jit import kernel
from gofsim.kernel.round import PLAYED, play_out
from gofsim.kernel.view import (
    IMAGINED,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    PASSES,
    RULES,
    SEAT,
    SEATS,
    start_stream,
)
from gofsim.strategies.standing import round_loss
from gofsim.strategies.worlds import WORLDS_END

# Words of the search room: the hands being played, and the number of the bot that plays them.
HANDS, BOT = WORLDS_END, WORLDS_END + SEATS
ROLLOUTS_END = BOT + 1
FAILED = np.int64(-1)


@kernel
def asked_bot(view, slot, parameters, offset, start):
    """Note the number of a bot that is asked in the view's slot; where its row begins.

    `start`: the word of the row that says where the bot's part begins (row.py).
    """
    part = offset + np.int64(parameters[offset + start])
    view[slot] = np.uint64(parameters[part])
    return part + 1


@kernel(inline=False)
def imagine(view):
    """Copy what is public to the imagined view, before the first roll-out of a decision."""
    imagined = advance(view, IMAGINED)
    for word in range(MOVE_SEATS):
        imagined[word] = view[word]
    for move in range(np.int64(view[MOVES])):
        imagined[MOVE_SEATS + move] = view[MOVE_SEATS + move]
        imagined[MOVE_CARDS + move] = view[MOVE_CARDS + move]


@kernel
def set_out(view, world, stream):
    """Put the imagined view and its hands back to where the round stands, in a world."""
    imagined, hands = advance(view, IMAGINED), advance(view, HANDS)
    for word in range(RULES):
        imagined[word] = view[word]
    imagined[PASSES] = view[PASSES]  # the one word behind the rules that changes in a round
    for seat in range(SEATS):
        hands[seat] = view[world + seat]
        start_stream(imagined, seat, stream + np.uint64(seat))


@kernel(inline=False)
def roll_out(view, play, world, stream, parameters, row, objective):
    """The loss (standing.py) when the seat to act makes a play, or passes, in a world.

    `world`: where the hands of the world stand in the view; `stream`: a word from which the bots
    draw, the same for all plays compared. FAILED when a bot broke the rules.
    """
    imagined, hands = advance(view, IMAGINED), advance(view, HANDS)
    set_out(view, world, stream)
    me = np.int64(view[SEAT])
    status = play_out(imagined, hands, me, play, advance(view, BOT), advance(parameters, row))
    return round_loss(imagined, me, objective) if status == PLAYED else FAILED
