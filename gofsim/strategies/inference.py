"""What plays and passes tell of the hidden hands: worlds weighed by how well a model explains them.

Each past move of the others is compared with what a model bot would have done there with the hand
that the seat has in a world. A world loses a factor e^(-1 / temperature) for every move that the
model would not have made.
"""

import numpy as np

from gofsim.kernel.bits import advance, call_bot
from gofsim.kernel.cards import FULL_DECK, NOTHING, ONE, normal, together, without
from gofsim.kernel.choices import gang_lanes
from gofsim.kernel.jit import kernel
from gofsim.kernel.retrace import redo, rewind, show_turn
from gofsim.kernel.round import is_helpless
from gofsim.kernel.view import (
    IMAGINED,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    OUT,
    SEAT,
    SEATS,
    draw_fraction,
    draw_word,
    start_stream,
)
from gofsim.strategies.search import MOST_WORLDS, SEARCH_END, WORLDS

# Words of the search room: cards that each seat still lays in the record, hands of its that are
# never looked at, the model's number, for each world how many moves it does not explain, and the
# worlds kept.
_TO_LAY, _HANDS = SEARCH_END, SEARCH_END + SEATS
MODEL = _HANDS + SEATS
_MISSES = MODEL + 1
KEPT = _MISSES + MOST_WORLDS


@kernel(inline=False)
def count_misses(view, worlds, parameters, row):
    """Count for each of the worlds listed the moves of others that the model would not make.

    The imagined view must hold the round as it stands, and does again afterwards.
    """
    imagined, me = advance(view, IMAGINED), view[SEAT]
    for world in range(worlds):
        view[_MISSES + world] = NOTHING
    for seat in range(SEATS):
        view[_TO_LAY + seat], view[_HANDS + seat] = NOTHING, FULL_DECK
    for move in range(np.int64(view[MOVES])):
        seat = np.int64(view[MOVE_SEATS + move])
        view[_TO_LAY + seat] = together(view[_TO_LAY + seat], view[MOVE_CARDS + move])
    stream = draw_word(view)
    for seat in range(SEATS):
        start_stream(imagined, seat, stream + np.uint64(seat))
    rewind(imagined)
    for move in range(np.int64(view[MOVES])):
        seat, cards = np.int64(view[MOVE_SEATS + move]), view[MOVE_CARDS + move]
        show_turn(imagined, seat)
        if np.uint64(seat) != me:
            _compare(view, imagined, seat, cards, worlds, parameters, row)
        view[_TO_LAY + seat] = without(view[_TO_LAY + seat], cards)
        forgets = (view[OUT] >> np.uint64(seat)) & ONE != NOTHING
        redo(imagined, advance(view, _HANDS), seat, cards, forgets)


@kernel(inline=False)
def _compare(view, imagined, seat, cards, worlds, parameters, row):
    """Compare a move with the model's, in each world."""
    for world in range(worlds):
        hand = together(view[WORLDS + SEATS * world + seat], view[_TO_LAY + seat])
        play = NOTHING
        if gang_lanes(hand) != NOTHING or not is_helpless(imagined, hand):
            play = normal(call_bot(advance(view, MODEL), 0, imagined, hand, parameters, row + 1))
        view[_MISSES + world] += np.uint64(play != cards)


@kernel(inline=False)
def keep_likely(view, worlds, kept, temperature):
    """Draw `kept` of the worlds listed by their weights; their indexes go to view[KEPT:].

    All by one random number (systematic resampling): as near to the weights as whole numbers can.
    """
    least = view[_MISSES]
    for world in range(1, worlds):
        least = min(least, view[_MISSES + world])
    total = 0.0
    for world in range(worlds):
        total += _weight(view, world, least, temperature)
    step, passed, chosen = total / kept, 0.0, 0
    mark = step * draw_fraction(view)
    for world in range(worlds):
        passed += _weight(view, world, least, temperature)
        while chosen < kept and (mark < passed or world == worlds - 1):
            view[KEPT + chosen] = np.uint64(world)
            chosen, mark = chosen + 1, mark + step


@kernel
def _weight(view, world, least, temperature):
    return np.exp(-np.float64(view[_MISSES + world] - least) / temperature)
