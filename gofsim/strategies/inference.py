"""What plays and passes tell of the hidden hands: worlds as likely as a model bot's moves in them.

A world counts e^(-1 / temperature) for every past move of the others that the model would not have
made with the hand that the seat has in it. A walk through the worlds (Metropolis et al., 1953)
visits each as often as it counts: it swaps two hidden cards, or stays when the draw is against it.
"""

import numpy as np

from gofsim.kernel.bits import advance, call_bot, popcount
from gofsim.kernel.cards import (
    FULL_DECK,
    NOTHING,
    ONE,
    card_type,
    lowest,
    lowest_cards,
    normal,
    together,
    without,
)
from gofsim.kernel.choices import gang_lanes
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import scale
from gofsim.kernel.retrace import redo, rewind, show_turn
from gofsim.kernel.round import is_helpless
from gofsim.kernel.view import (
    GIVER,
    IMAGINED,
    MOST_MOVES,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    OUT,
    PASSES,
    PLAYERS,
    RULES,
    SEAT,
    SEATS,
    draw_below,
    draw_fraction,
    draw_word,
    start_stream,
)
from gofsim.strategies.base import AskedBot, Parameter
from gofsim.strategies.search import SEARCH_END, WORLD
from gofsim.strategies.worlds import DEAD, FIXED, LOW, deal_world

# The settings of a search that infers, in their order.
WALK = (
    Parameter("warm_up", 100, 0, 10_000, "swaps it tries before the first world", whole=True),
    Parameter("steps", 10, 0, 1_000, "swaps it tries before every world", whole=True),
    Parameter(
        "temperature",
        1.0,
        0.05,
        100.0,
        "moves unlike the model's that make a world e times less likely; large: no inference",
    ),
)
MODEL_BOT = AskedBot("model", "linear", "the bot that the others are taken for")

_MOST_CLUES = 128
# Words of the search room: what each seat still lays in the record, and hands for it that nobody
# looks at; the model's number; by seat how many moves the model does not explain; then the clues:
# moves of others with all that changes in the view from one move to the next.
_TO_LAY, _HANDS = SEARCH_END, SEARCH_END + SEATS
MODEL = _HANDS + SEATS
_MISSES = MODEL + 1
_CLUE_COUNT = _MISSES + SEATS
_CLUES = _CLUE_COUNT + 1
_SEAT_OF, _CARDS, _LATER, _PASSED_BEFORE, _WORDS = range(5)
_CLUE_SIZE = _WORDS + RULES
INFERENCE_END = _CLUES + _MOST_CLUES * _CLUE_SIZE


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
    view[_CLUE_COUNT] = np.uint64(count)


@kernel
def _note_clue(view, imagined, index, seat, cards):
    at = _CLUES + index * _CLUE_SIZE
    view[at + _SEAT_OF], view[at + _CARDS] = np.uint64(seat), cards
    view[at + _LATER], view[at + _PASSED_BEFORE] = view[_TO_LAY + seat], imagined[PASSES]
    for word in range(RULES):
        view[at + _WORDS + word] = imagined[word]


@kernel(inline=False)
def _misses(view, seat, hand, most, parameters, row):
    """Moves of a seat that the model would not have made with this hand; stops above `most`."""
    imagined, misses = advance(view, IMAGINED), 0
    for index in range(np.int64(view[_CLUE_COUNT])):
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


@kernel(inline=False)
def start_walk(view, hand, parameters, row):
    """Begin the walk in a world dealt at random, which stands at view[WORLD:]."""
    deal_world(view, hand, WORLD)
    for seat in range(SEATS):
        misses, many = 0, MOST_MOVES
        if np.uint64(seat) != view[SEAT] and seat < np.int64(view[PLAYERS]):
            misses = _misses(view, seat, view[WORLD + seat], many, parameters, row)
        view[_MISSES + seat] = np.uint64(misses)


@kernel(inline=False)
def walk(view, steps, temperature, parameters, row):
    """Try so many swaps of two hidden cards, those of a dead hand among them."""
    hands, me, giver = np.int64(view[PLAYERS]), np.int64(view[SEAT]), np.int64(view[GIVER])
    hands += np.int64(hands == DEAD)
    for _ in range(steps):
        word, others = draw_word(view), np.uint64(hands - 1)
        first = (me + 1 + scale(word, others)) % hands
        second = (first + 1 + scale(word * others, others)) % hands
        one, other = _some_card(view, first), _some_card(view, second)
        kept = (first != giver or other & ~view[LOW] == NOTHING) and (
            second != giver or one & ~view[LOW] == NOTHING
        )
        if second != me and kept and one != other and one and other:
            _try_swap(view, first, one, second, other, temperature, parameters, row)


@kernel
def _some_card(view, seat):
    """A random card of a hand, but for what is known to be there; 0 for none."""
    cards = view[WORLD + seat] & ~view[FIXED + seat]
    count = popcount(cards)
    if count == 0:
        return NOTHING
    cards ^= lowest_cards(cards, draw_below(view, count))
    return card_type(lowest(cards))


@kernel
def _try_swap(view, first, one, second, other, temperature, parameters, row):
    """Swap two cards if the draw allows it."""
    before = np.int64(view[_MISSES + first] + view[_MISSES + second])
    # u < e^((before - after) / T), solved for the most misses allowed.
    most = before + np.int64(np.floor(-temperature * np.log(1.0 - draw_fraction(view))))
    hand = together(without(view[WORLD + first], one), other)
    misses = _misses(view, first, hand, most, parameters, row)
    if misses > most:
        return
    hand_of_second = together(without(view[WORLD + second], other), one)
    left = most - misses
    misses_of_second = _misses(view, second, hand_of_second, left, parameters, row)
    if misses_of_second <= left:
        view[WORLD + first], view[WORLD + second] = hand, hand_of_second
        view[_MISSES + first] = np.uint64(misses)
        view[_MISSES + second] = np.uint64(misses_of_second)
