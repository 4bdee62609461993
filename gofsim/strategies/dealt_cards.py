"""Deals that hold given cards: a uniform deck in which these are exchanged for others.

`deck` is uint64[64], one card's bit each; seat s holds places 16 s to 16 s + 15. No step but the
shuffle looks at any card that it is not told of, so all decks that agree on those stay equally
likely: what comes out is a uniform deal, given where the cards told of lie.
"""

from typing import Any

import numpy as np

from gofsim.kernel.cards import DECK_SIZE, HAND_SIZE, NOTHING, ONE, lowest, normal
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import DEAL, philox, scale
from gofsim.kernel.view import BLOCK, ROUND, SEATS, SEED

# Streams behind those of the engine: places outside a hand, and which copies of a number.
PLACES, COPIES = 7, 8
_SWAPS_A_WORD = 6
OUTSIDE = DECK_SIZE - HAND_SIZE


@kernel(inline=False)
def shuffle(view: Any, items: Any, count: Any, stream: Any) -> None:
    """Shuffle items[:count] by a stream, six swaps a word, as `deal_uniform` does."""
    word = NOTHING
    for i in range(count - 1):
        if i % _SWAPS_A_WORD == 0:
            number = i // _SWAPS_A_WORD
            four = philox(
                view[SEED],
                np.uint64(stream),
                np.uint64(number // 4 + 1),
                view[ROUND],
                view[BLOCK],
            )
            word = four[number % 4]
        left = np.uint64(count - i)
        j = i + scale(word, left)
        word *= left
        items[i], items[j] = items[j], items[i]


@kernel
def shuffle_deck(view: Any, deck: Any) -> None:
    """Put the block's deck into an array: the engine's own deal of (seed, block, round)."""
    for i in range(DECK_SIZE):
        deck[i] = ONE << np.uint64(i)
    shuffle(view, deck, DECK_SIZE, DEAL)


@kernel
def shuffle_places(view: Any, places: Any) -> None:
    """Put the places outside seat 0's hand into a random order: places[:48], uint64."""
    for i in range(OUTSIDE):
        places[i] = np.uint64(HAND_SIZE + i)
    shuffle(view, places, OUTSIDE, PLACES)


@kernel
def choose(view: Any, cards: Any, count: Any, spare: Any) -> Any:
    """Choose so many cards of a mask at random; `spare` is room for its cards."""
    size, rest, chosen = 0, cards, NOTHING
    while rest != NOTHING:
        spare[size] = lowest(rest)
        rest ^= spare[size]
        size += 1
    shuffle(view, spare, size, COPIES)
    for i in range(count):
        chosen |= spare[i]
    return chosen


@kernel(inline=False)
def take(deck: Any, cards: Any) -> None:
    """Bring cards to seat 0's first places, each in exchange for what lies there."""
    place = 0
    while cards != NOTHING:
        card = lowest(cards)
        cards ^= card
        found = place
        while deck[found] != card:
            found += 1
        deck[place], deck[found] = deck[found], deck[place]
        place += 1


@kernel(inline=False)
def avoid(deck: Any, cards: Any, places: Any) -> Any:
    """Exchange what seat 0 holds of some cards for others; whether it held any.

    The others come from the first of `places` that hold some; 32 cards at most may be avoided.
    """
    next_place, held = 0, False
    for place in range(HAND_SIZE):
        if deck[place] & cards:
            while deck[np.int64(places[next_place])] & cards:
                next_place += 1
            other = np.int64(places[next_place])
            deck[place], deck[other] = deck[other], deck[place]
            next_place += 1
            held = True
    return held


@kernel(inline=False)
def hand_out(deck: Any, hands: Any) -> None:
    """Write the hands of a deck (uint64[4], normal masks; with three players the last is dead)."""
    for seat in range(SEATS):
        cards = NOTHING
        for i in range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE):
            cards |= deck[i]
        hands[seat] = normal(cards)
