"""A walk through the worlds, which visits each as often as it explains what the others did.

A world counts e^(-1 / temperature) for every past move of the others that the model would not have
made with the hand that the seat has in it (inference.py). The walk tries a wholly new deal, or
swaps two hidden cards, and stays when the draw is against it (Metropolis et al., 1953).
"""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, card_type, lowest, lowest_cards, together, without
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import fraction, scale
from gofsim.kernel.view import GIVER, MOST_MOVES, SEAT, SEATS, draw_fraction, draw_word
from gofsim.strategies.base import Parameter
from gofsim.strategies.inference import CLUE_COUNT, INFERENCE_END, forget_judged, misses_of
from gofsim.strategies.search import WORLD
from gofsim.strategies.worlds import FIXED, LOW, deal_world

# The settings of a search that infers, in their order.
WALK = (
    Parameter(
        "warm_up",
        40,
        0,
        10_000,
        "swaps it tries before the first world, for each past move of the others",
        whole=True,
    ),
    Parameter(
        "steps",
        3,
        0,
        1_000,
        "swaps it tries before every world, for each past move of the others",
        whole=True,
    ),
    Parameter(
        "temperature",
        0.35,
        0.05,
        100.0,
        "moves unlike the model's that make a world e times less likely; large: no inference",
    ),
)
# Words of the search room: by seat how many moves the model does not explain, in the world and in
# a new deal; the new deal.
_MISSES = INFERENCE_END
_NEW_MISSES = _MISSES + SEATS
_NEW = _NEW_MISSES + SEATS
WALK_END = _NEW + SEATS
_TWO, _THREE = np.uint64(2), np.uint64(3)


@kernel(inline=False)
def start_walk(view, hand, parameters, row):
    """Begin the walk in a world dealt at random, which stands at view[WORLD:]."""
    forget_judged(view)
    deal_world(view, hand, WORLD)
    for seat in range(SEATS):
        misses = NOTHING
        if np.uint64(seat) != view[SEAT]:
            misses = misses_of(view, seat, view[WORLD + seat], MOST_MOVES, parameters, row)
        view[_MISSES + seat] = np.uint64(misses)


@kernel(inline=False)
def walk(view, hand, steps, temperature, parameters, row):
    """Try a new deal, then so many swaps for each clue, cards of a dead hand among them."""
    likely = np.exp(-1.0 / temperature)
    _try_deal(view, hand, _more_misses(draw_fraction(view), likely), parameters, row)
    for _ in range(steps * np.int64(view[CLUE_COUNT])):
        word = draw_word(view)
        first, second = _two_others(np.int64(view[SEAT]), word)
        word *= _TWO * _THREE
        cards = view[WORLD + first] & ~view[FIXED + first]
        others = view[WORLD + second] & ~view[FIXED + second]
        if not cards or not others:
            continue
        one, word = _some_card(cards, word), word * np.uint64(popcount(cards))
        other, word = _some_card(others, word), word * np.uint64(popcount(others))
        if one != other and _may_hold(view, first, other) and _may_hold(view, second, one):
            more = _more_misses(fraction(word), likely)
            _try_swap(view, first, one, second, other, more, parameters, row)


@kernel
def _two_others(me, word):
    """Two different hands but the own one, by the highest bits of a word."""
    first = scale(word, _THREE)
    second = first + 1 + scale(word * _THREE, _TWO)
    second -= 3 if second > 2 else 0
    return first + np.int64(first >= me), second + np.int64(second >= me)


@kernel
def _some_card(cards, word):
    """One of the cards, by the highest bits of a word."""
    before = lowest_cards(cards, scale(word, np.uint64(popcount(cards))))
    return card_type(lowest(cards ^ before))


@kernel
def _may_hold(view, seat, card):
    """Whether a seat may hold a card: the giver of the exchange gave its best."""
    return np.uint64(seat) != view[GIVER] or card & ~view[LOW] == NOTHING


@kernel
def _more_misses(u, likely):
    """How many misses more the draw allows: the most for which u < likely^misses."""
    more, bound = 0, likely
    while u < bound:
        more, bound = more + 1, bound * likely
    return more


@kernel(inline=False)
def _try_deal(view, hand, more, parameters, row):
    """Deal all hidden cards anew if so many misses more at most come of it."""
    left, me = more, np.int64(view[SEAT])
    for seat in range(SEATS):
        left += np.int64(view[_MISSES + seat])
    deal_world(view, hand, _NEW)
    for seat in range(SEATS):
        if seat != me:
            misses = misses_of(view, seat, view[_NEW + seat], left, parameters, row)
            left -= misses
            if left < 0:
                return
            view[_NEW_MISSES + seat] = np.uint64(misses)
    for seat in range(SEATS):
        view[WORLD + seat] = view[_NEW + seat]
        view[_MISSES + seat] = view[_NEW_MISSES + seat] if seat != me else NOTHING


@kernel
def _try_swap(view, first, one, second, other, more, parameters, row):
    """Swap two cards if so many misses more at most come of it."""
    most = np.int64(view[_MISSES + first] + view[_MISSES + second]) + more
    hand = together(without(view[WORLD + first], one), other)
    misses = misses_of(view, first, hand, most, parameters, row)
    if misses > most:
        return
    hand_of_second = together(without(view[WORLD + second], other), one)
    left = most - misses
    misses_of_second = misses_of(view, second, hand_of_second, left, parameters, row)
    if misses_of_second <= left:
        view[WORLD + first], view[WORLD + second] = hand, hand_of_second
        view[_MISSES + first] = np.uint64(misses)
        view[_MISSES + second] = np.uint64(misses_of_second)
