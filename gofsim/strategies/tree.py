"""A search tree of the seat's own later decisions, to which every roll-out adds one play.

A node is what the seat then holds and has to beat. How that came about, and what the others hold,
is left out: so many roll-outs of many worlds meet in it. The tree is a table of arms, each a play
at a node; once that is as full as it should be, roll-outs add none.
"""

import numpy as np

from gofsim.kernel.bits import advance
from gofsim.kernel.cards import NOTHING, ONE
from gofsim.kernel.jit import kernel
from gofsim.kernel.round import PLAYED, WAITING, play_until
from gofsim.kernel.view import IMAGINED, MOST_MOVES, SEAT, TO_BEAT
from gofsim.strategies.race import RACE_END
from gofsim.strategies.rollouts import BOT, FAILED, HANDS, set_out
from gofsim.strategies.search import CANDIDATES, write_candidates
from gofsim.strategies.standing import round_loss

MOST_ARMS = 6000
_MOST_PLACES = 1 << 13
# Words of the search room: places in the table, a power of two, and how many are taken; number, sum
# and sum of squares of all losses; the arms that a roll-out came through; then the table, where an
# arm has its key, the number of its roll-outs and the sum of their losses.
PLACES = RACE_END
TAKEN, ROLL_OUTS, _SUM, _SQUARES = range(PLACES + 1, PLACES + 5)
_PATH = PLACES + 5
TABLE = _PATH + MOST_MOVES
_VISITS, _LOSS, ARM_SIZE = 1, 2, 3
TREE_END = TABLE + ARM_SIZE * _MOST_PLACES
_FACTOR, _OTHER_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@kernel(inline=False)
def plant_tree(view, roll_outs):
    """Begin an empty tree with room for so many roll-outs, but at most MOST_ARMS."""
    places = 16
    while places < roll_outs * 3 // 2 and places < _MOST_PLACES:
        places *= 2
    for word in range(PLACES, TABLE + ARM_SIZE * places):
        view[word] = NOTHING
    view[PLACES] = np.uint64(places)
    advance(view, IMAGINED)[BOT] = view[BOT]


@kernel
def _mix(key, word):
    """A hash of both; the multipliers are those of SplitMix64 (Steele, Lea and Flood, 2014)."""
    key = (key ^ word) * _FACTOR
    key = (key ^ (key >> np.uint64(32))) * _OTHER_FACTOR
    return key ^ (key >> np.uint64(29))


@kernel
def _arm(view, node, play):
    """Where the arm of a play at a node stands in the view, or where it would; and its key."""
    key, last = _mix(node, play) | ONE, view[PLACES] - ONE
    place = key >> np.uint64(32)
    while True:
        at = TABLE + ARM_SIZE * np.int64(place & last)
        if view[at] == NOTHING or view[at] == key:
            return at, key
        place += ONE


@kernel
def _spread(view):
    """Standard deviation of the losses so far."""
    seen = np.float64(max(view[ROLL_OUTS], ONE))
    mean = np.float64(view[_SUM]) / seen
    return np.sqrt(max(np.float64(view[_SQUARES]) / seen - mean * mean, 0.0))


@kernel(inline=False)
def _pick(view, imagined, node, count, exploration):
    """(play, its arm, the arm's key): the first candidate not tried yet, else that of UCB1."""
    tried = NOTHING
    for i in range(count):
        at, key = _arm(view, node, imagined[CANDIDATES + i])
        if view[at + _VISITS] == NOTHING:
            return imagined[CANDIDATES + i], at, key
        tried += view[at + _VISITS]
    least, play, best, its_key = np.inf, NOTHING, 0, NOTHING
    margin = exploration * _spread(view) * np.sqrt(np.log(np.float64(tried)))
    for i in range(count):
        at, key = _arm(view, node, imagined[CANDIDATES + i])
        visits = np.float64(view[at + _VISITS])
        bound = np.float64(view[at + _LOSS]) / visits - margin / np.sqrt(visits)
        if bound < least:
            least, play, best, its_key = bound, imagined[CANDIDATES + i], at, key
    return play, best, its_key


@kernel(inline=False)
def descend(view, play, world, stream, parameters, row, objective, most, exploration):
    """The loss of a play in a world, as `roll_out` finds it, but with later plays by the tree.

    From the first of these that was never tried the bot plays on. `most`: plays tried at a node;
    `exploration`: of the spread of all losses (UCB1 of Auer, Cesa-Bianchi and Fischer, 2002).
    """
    set_out(view, world, stream)
    imagined, hands, me = advance(view, IMAGINED), advance(view, HANDS), np.int64(view[SEAT])
    bots, its_row = advance(view, BOT), advance(parameters, row)
    until, depth = ONE << view[SEAT], 0
    status = play_until(imagined, hands, me, play, until, bots, its_row)
    while status == WAITING:
        node = _mix(hands[me], imagined[TO_BEAT])
        count = write_candidates(imagined, hands[me], parameters, row, most)
        play, at, key = _pick(view, imagined, node, count, exploration)
        if view[at + _VISITS] == NOTHING:
            until = NOTHING
        if view[at] == key or view[TAKEN] < MOST_ARMS:
            view[TAKEN] += np.uint64(view[at] == NOTHING)
            view[at], view[_PATH + depth], depth = key, np.uint64(at), depth + 1
        status = play_until(imagined, hands, me, play, until, bots, its_row)
    if status != PLAYED:
        return FAILED
    loss = round_loss(imagined, me, objective)
    _note_loss(view, np.uint64(loss), depth)
    return loss


@kernel
def _note_loss(view, loss, depth):
    view[ROLL_OUTS] += ONE
    view[_SUM] += loss
    view[_SQUARES] += loss * loss
    for i in range(depth):
        at = np.int64(view[_PATH + i])
        view[at + _VISITS] += ONE
        view[at + _LOSS] += loss
