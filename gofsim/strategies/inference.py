"""What plays and passes tell of the hidden hands: the moves that a model bot would not have made.

Every past move of another seat is a clue: the model is asked what it would have done there, with a
hand that the seat may have had.
"""

import numpy as np

from gofsim.kernel.bits import advance, call_bot
from gofsim.kernel.cards import (
    FULL_DECK,
    NOTHING,
    ONE,
    normal,
    together,
    without,
)
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
    PASSES,
    PLAYERS,
    RULES,
    SCRATCH,
    SEAT,
    SEATS,
    draw_word,
    start_stream,
)
from gofsim.strategies.base import AskedBot
from gofsim.strategies.search import SEARCH_END

MODEL_BOT = AskedBot("model", "linear", "the bot that the others are taken for")

_MOST_CLUES = 128
# Words of the search room: what each seat still lays in the record, and hands for it that nobody
# looks at; the model's number; then the clues: moves of others with all that changes in the view
# from one move to the next.
_TO_LAY, _HANDS = SEARCH_END, SEARCH_END + SEATS
MODEL = _HANDS + SEATS
CLUE_COUNT = MODEL + 1
_CLUES = CLUE_COUNT + 1
_SEAT_OF, _CARDS, _LATER, _PASSED_BEFORE, _WORDS = range(5)
_CLUE_SIZE = _WORDS + RULES
INFERENCE_END = _CLUES + _MOST_CLUES * _CLUE_SIZE
# Hands that were judged stand where the plays were listed, each in the one place that its hash
# gives it: the hand, then its seat, whether all clues were asked, and its misses.
_JUDGED, _PLACES = SCRATCH, 1 << 12
_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(64 - 12)  # Fibonacci hashing (Knuth)
_SEAT_BITS, _WHOLE, _MISSES_SHIFT = np.uint64(3), np.uint64(4), np.uint64(3)


@kernel(inline=False)
def note_clues(view):
    """Write down the moves of others and what they saw; the imagined view is used up."""
    imagined, count = advance(view, IMAGINED), 0
    stream = draw_word(view)
    for seat in range(SEATS):
        start_stream(imagined, seat, stream + np.uint64(seat))
        view[_TO_LAY + seat], view[_HANDS + seat] = NOTHING, FULL_DECK
    for move in range(np.int64(view[MOVES])):
        seat = np.int64(view[MOVE_SEATS + move])
        view[_TO_LAY + seat] = together(view[_TO_LAY + seat], view[MOVE_CARDS + move])
    rewind(imagined)
    for move in range(np.int64(view[MOVES])):
        seat, cards = np.int64(view[MOVE_SEATS + move]), view[MOVE_CARDS + move]
        show_turn(imagined, seat)
        if np.uint64(seat) != view[SEAT] and count < _MOST_CLUES:
            _note_clue(view, imagined, count, seat, cards)
            count += 1
        view[_TO_LAY + seat] = without(view[_TO_LAY + seat], cards)
        forgets = (view[OUT] >> np.uint64(seat)) & ONE != NOTHING
        redo(imagined, advance(view, _HANDS), seat, cards, forgets)
    view[CLUE_COUNT] = np.uint64(count)


@kernel
def _note_clue(view, imagined, index, seat, cards):
    at = _CLUES + index * _CLUE_SIZE
    view[at + _SEAT_OF], view[at + _CARDS] = np.uint64(seat), cards
    view[at + _LATER], view[at + _PASSED_BEFORE] = view[_TO_LAY + seat], imagined[PASSES]
    for word in range(RULES):
        view[at + _WORDS + word] = imagined[word]


@kernel(inline=False)
def forget_judged(view):
    """Clear the table of hands judged so far."""
    for word in range(_JUDGED, _JUDGED + 2 * _PLACES):
        view[word] = NOTHING


@kernel
def misses_of(view, seat, hand, most, parameters, row):
    """Moves of a seat that the model would not have made with a hand; or some number above `most`.

    Hands judged before are looked up: a walk comes back to the same ones all the time.
    """
    if np.uint64(seat) >= view[PLAYERS]:
        return 0
    key = (hand ^ np.uint64(seat)) * _FACTOR
    at = _JUDGED + 2 * np.int64(key >> _SHIFT)
    found = view[at + 1]
    if view[at] == hand and found & _SEAT_BITS == np.uint64(seat):
        misses = np.int64(found >> _MISSES_SHIFT)
        if found & _WHOLE or misses > most:
            return misses
    misses = _count_misses(view, seat, hand, most, parameters, row)
    found = np.uint64(seat) | (np.uint64(misses) << _MISSES_SHIFT)
    view[at], view[at + 1] = hand, found | _WHOLE if misses <= most else found
    return misses


@kernel(inline=False)
def _count_misses(view, seat, hand, most, parameters, row):
    """Moves of a seat that the model would not have made with this hand; stops above `most`."""
    imagined, misses = advance(view, IMAGINED), 0
    for index in range(np.int64(view[CLUE_COUNT])):
        at = _CLUES + index * _CLUE_SIZE
        if view[at + _SEAT_OF] != np.uint64(seat):
            continue
        for word in range(RULES):
            imagined[word] = view[at + _WORDS + word]
        imagined[PASSES] = view[at + _PASSED_BEFORE]
        held, play = together(hand, view[at + _LATER]), NOTHING
        if gang_lanes(held) != NOTHING or not is_helpless(imagined, held):
            play = normal(call_bot(advance(view, MODEL), 0, imagined, held, parameters, row + 1))
        misses += np.int64(play != view[at + _CARDS])
        if misses > most:
            break
    return misses
