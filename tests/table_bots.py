"""Bots for tests of the engine: one that follows a script, one that writes down what it sees."""

from pathlib import Path

import numpy as np

from gofsim.kernel import view
from gofsim.kernel.cards import NOTHING, lowest
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.seat import Seat

SCRIPT_LENGTH = 32
_ROUND, _GIFT, _SCRIPT = 0, 1, 3  # parameters: round of the script, gift, plays; a mask takes two
FREE = -1  # in place of a mask: act by yourself
_HALF = 2**32


@kernel
def scripted_mask(parameters, at):
    """A mask out of two parameters."""
    high, low = np.uint64(np.int64(parameters[at])), np.uint64(np.int64(parameters[at + 1]))
    return (high << np.uint64(32)) | low


@kernel
def choose_scripted(words, hand, parameters, offset):
    """The next line of the script; without one the first legal play, else a pass."""
    turn = 0
    for move in range(np.int64(words[view.MOVES])):
        turn += words[view.MOVE_SEATS + move] == words[view.SEAT]
    at = offset + _SCRIPT + 2 * turn
    in_script = turn < SCRIPT_LENGTH and words[view.ROUND] == np.uint64(parameters[offset + _ROUND])
    if in_script and parameters[at] >= 0.0:
        return scripted_mask(parameters, at)
    return words[view.SCRATCH] if list_legal(words, hand, view.SCRATCH) else NOTHING


@kernel
def give_scripted(words, hand, parameters, offset):
    """The gift of the script in its round, else the lowest card."""
    scripted = words[view.ROUND] == np.uint64(parameters[offset + _ROUND])
    if scripted and parameters[offset + _GIFT] >= 0.0:
        return scripted_mask(parameters, offset + _GIFT)
    return lowest(hand)


_NAMES = ("round", "gift0", "gift1", *(f"word{i}" for i in range(2 * SCRIPT_LENGTH)))
SCRIPTED = Strategy(
    name="scripted",
    idea="Follows a script.",
    source="",
    choose=choose_scripted,
    give=give_scripted,
    parameters=tuple(Parameter(name, -1, -1, _HALF, "") for name in _NAMES),
)

NOTES = view.SCRATCH + 2048  # where the witness writes: a row a move
NOTED = (
    view.SEAT,
    view.NEXT_SEAT,
    view.TO_BEAT,
    view.TO_BEAT_KIND,
    view.OWNER,
    view.REQUIRED,
    view.BOUND,
    view.CLOCKWISE,
    view.ROUND,
    view.DEALER,
    view.LEADER,
    view.SEEN,
    view.ANNOUNCED,
    view.OUT,
    view.PASSED,
    view.MOVES,
    view.TRICKS,
    view.PASSES,
    *range(view.COUNTS, view.COUNTS + view.SEATS),
    *range(view.TOTALS, view.TOTALS + view.SEATS),
)
_NOTED = np.array(NOTED)
OWN_NOTES = 5  # hand, number of legal plays, their sum and bitwise difference, may it pass
NOTE_WIDTH = OWN_NOTES + len(NOTED)


@kernel
def choose_witnessed(words, hand, parameters, offset):
    """Some legal play or pass by a plain hash of the state; notes what it sees before."""
    count = list_legal(words, hand, view.SCRATCH)
    total = difference = NOTHING
    for i in range(count):
        total += words[view.SCRATCH + i]
        difference ^= words[view.SCRATCH + i]
    at = NOTES + NOTE_WIDTH * np.int64(words[view.MOVES])
    words[at], words[at + 1], words[at + 2], words[at + 3] = hand, count, total, difference
    words[at + 4] = np.uint64(may_pass(words, hand))
    for i in range(len(_NOTED)):
        words[at + OWN_NOTES + i] = words[_NOTED[i]]
    choices = count + np.int64(words[at + 4])
    some = np.uint64(words[view.BLOCK] + hand) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(33)
    choice = np.int64(some) % choices
    return words[view.SCRATCH + choice] if choice < count else NOTHING


WITNESS = Strategy(name="witness", idea="Notes what it sees.", source="", choose=choose_witnessed)


def _halves(mask):
    return (FREE, 0) if mask == FREE else divmod(mask, _HALF)


def scripted(*plays, game_round=1, gift=FREE, forget=0.0):
    """A seat whose plays of one round are these masks, in turn; FREE leaves one to the bot."""
    numbers = [game_round, *_halves(gift)]
    for play in plays:
        numbers += _halves(play)
    numbers += [FREE] * (len(_NAMES) - len(numbers))
    values = dict(zip(_NAMES, map(float, numbers), strict=True))
    return Seat(SCRIPTED, values, forget, "own", ("scripted", (), Path()))


def witness(forget=0.0, give="lowest"):
    """A seat that plays at random and notes what it sees."""
    return Seat(WITNESS, {}, forget, give, ("witness", (), Path()))
