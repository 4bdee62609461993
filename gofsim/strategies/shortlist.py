"""What a search compares: of all legal plays, or cards to give back, those that are worth most."""

import numpy as np

from gofsim.kernel.bits import pointer_to, popcount
from gofsim.kernel.cards import CARD_TYPES, FULL_DECK, NOTHING, ONE, lowest, without
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.kernel.view import PLAYERS, SCRATCH
from gofsim.strategies.fives import divide
from gofsim.strategies.hand_worth import hand_worth, look_at_unseen
from gofsim.strategies.play_worth import WEIGHTS, look_at_table, pass_worth, play_worth

_THREE = 3
# The weights that `linear` has by default with four players, then with three.
_WEIGHTS = np.array([weight.default_at(players) for players in (4, _THREE) for weight in WEIGHTS])
_OF_THREE = len(WEIGHTS)  # where those begin
_MOST_WORTH = 1000.0  # turns, more than anything is worth
_PARTS = 1 << 20  # of a turn, in which costs are whole numbers


@kernel(inline=False)
def add_promising(view, hand, known, plays, costs, most, margin):
    """List legal plays, and the pass, behind the known one at view[plays]; their number with it.

    Those that `linear` finds worth most, by its own weights whoever asks, best first: `most` at
    most, and none worth more than `margin` turns less than the best. `costs`: room for as many
    numbers.
    """
    weights, offset = pointer_to(_WEIGHTS), _weights_begin(view)
    size, count, best = popcount(hand), 1, -_MOST_WORTH
    look_at_unseen(view, hand)
    table = look_at_table(view, weights, offset)
    if may_pass(view, hand):
        best = pass_worth(view, divide(view, hand), size, table, weights, offset)
        if known != NOTHING:
            count = _insert(view, NOTHING, best, plays, costs, 1, count, most)
    for i in range(list_legal(view, hand, SCRATCH)):
        play = view[SCRATCH + i]
        rest = divide(view, without(hand, play))
        worth = play_worth(view, rest, size, play, table, weights, offset)
        best = max(best, worth)
        if play != known:
            count = _insert(view, play, worth, plays, costs, 1, count, most)
    while count > 1 and view[costs + count - 1] > _cost(best - margin):
        count -= 1
        view[plays + count] = FULL_DECK  # no play, for who reads the list
    return count


@kernel(inline=False)
def list_gifts(view, hand, plays, costs, most):
    """Write different cards of a hand to view[plays:], `most` at most; their number.

    Those whose loss leaves, for `linear`, the hand worth most, best first; `costs` as above.
    """
    weights, offset = pointer_to(_WEIGHTS), _weights_begin(view)
    cards, count = hand & CARD_TYPES, 0
    look_at_unseen(view, hand)
    while cards != NOTHING:
        card = lowest(cards)
        rest = divide(view, without(hand, card))
        worth = hand_worth(view, rest, 0, 0.0, -1.0, NOTHING, weights, offset)
        count = _insert(view, card, worth, plays, costs, 0, count, most)
        cards &= cards - ONE
    return count


@kernel
def _weights_begin(view):
    return _OF_THREE if view[PLAYERS] == np.uint64(_THREE) else 0


@kernel
def _cost(worth):
    return np.uint64((_MOST_WORTH - worth) * _PARTS)


@kernel
def _insert(view, play, worth, plays, costs, first, count, most):
    """Put a play in its place among those from `first` on, best first; the new count."""
    cost = _cost(worth)
    if count < most:
        count += 1
    elif count == first or cost >= view[costs + count - 1]:
        return count
    at = count - 1
    while at > first and view[costs + at - 1] > cost:
        view[plays + at], view[costs + at] = view[plays + at - 1], view[costs + at - 1]
        at -= 1
    view[plays + at], view[costs + at] = play, cost
    return count
