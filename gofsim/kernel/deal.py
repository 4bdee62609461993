"""Shuffling and dealing: deck and hands in arrays that the caller owns.

`deck` is uint64[64], one card's bit each, top first. `hands` is uint64[4], normal masks; with
three players the fourth is the dead hand. Copies of a card may both stand on their lower bit.
"""

import numpy as np

from gofsim.kernel.cards import (
    DECK_SIZE,
    FULL_DECK,
    HAND_SIZE,
    NOTHING,
    ONE,
    card_type,
    lowest,
    normal,
    together,
)
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import DEAL, RIFFLE, philox, scale
from gofsim.kernel.view import (
    BLOCK,
    CLOCKWISE,
    DEALER,
    MOVE_CARDS,
    MOVES,
    PLAYERS,
    RIFFLES,
    ROUND,
    SEATS,
    SEED,
)


@kernel(inline=False)
def deal_uniform(view, deck, hands):
    """Deal from a uniformly random deck: seat s gets cards 16 s to 16 s + 15.

    A Fisher-Yates shuffle of the first 48 cards; the rest is the last hand. The deck starts in
    bit order. Each word of the DEAL stream makes six swaps: swap i takes the card at
    i + floor(x (64 - i) / 2^64) and x goes on as x (64 - i) mod 2^64. As 64 63 62 61 60 59 < 2^36,
    28 bits of a word are left after its last swap: no bias that could be seen.
    """
    for i in range(DECK_SIZE):
        deck[i] = ONE << np.uint64(i)
    stream, two = np.uint64(DEAL), np.uint64(2)
    a, b, c, d = philox(view[SEED], stream, ONE, view[ROUND], view[BLOCK])
    e, f, g, h = philox(view[SEED], stream, two, view[ROUND], view[BLOCK])
    _six_swaps(deck, 0, a)
    _six_swaps(deck, 6, b)
    _six_swaps(deck, 12, c)
    _six_swaps(deck, 18, d)
    _six_swaps(deck, 24, e)
    _six_swaps(deck, 30, f)
    _six_swaps(deck, 36, g)
    _six_swaps(deck, 42, h)
    rest = FULL_DECK
    for seat in range(SEATS - 1):
        cards = NOTHING
        for i in range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE):
            cards |= deck[i]
        hands[seat] = normal(cards)
        rest ^= cards
    hands[SEATS - 1] = normal(rest)


@kernel
def _six_swaps(deck, first, word):
    for i in range(first, first + 6):
        left = np.uint64(DECK_SIZE - i)
        j = i + scale(word, left)
        word *= left
        deck[i], deck[j] = deck[j], deck[i]


@kernel(inline=False)
def gather(view, deck, spare, hands):
    """Gather last round's cards, top first: plays in order, hands left, the dead hand as dealt.

    `view[ROUND]` is the new round already; the rest of the view and `hands` are still the last
    one's, and `deck` the last deal (with three players its dead hand). `spare` is uint64[64].
    """
    count = 0
    for move in range(np.int64(view[MOVES])):
        count = _lay_down(view[MOVE_CARDS + move], spare, count)
    for seat in range(np.int64(view[PLAYERS])):
        count = _lay_down(hands[seat], spare, count)
    dead = DECK_SIZE - HAND_SIZE
    if count == dead:  # three players
        first, step = _dead_places(view)
        for i in range(HAND_SIZE):
            spare[dead + i] = card_type(deck[first + i * step])
    for i in range(DECK_SIZE):
        deck[i] = spare[i]


@kernel
def _dead_places(view):
    """First place and step of the dead hand in the last deal: uniform before round 2."""
    return (DECK_SIZE - HAND_SIZE, 1) if view[ROUND] == np.uint64(2) else (SEATS - 1, SEATS)


@kernel
def _lay_down(cards, deck, count):
    while cards != NOTHING:
        card = lowest(cards)
        # Both copies stand on the lower bit: dealing adds them up again.
        deck[count] = card_type(card)
        count += 1
        cards ^= card
    return count


@kernel(inline=False)
def riffle(deck, spare, word):
    """One Gilbert-Shannon-Reeds riffle: bit i of the word, 1 for the top packet, brings card i.

    All 2^64 words being equally likely, the top packet has Binomial(64, 1/2) cards and every
    way to interleave is equally likely, which is the model's definition.
    """
    top, bottom = 0, 0
    for i in range(DECK_SIZE):
        bottom += np.int64((word >> np.uint64(i)) & ONE)
    for i in range(DECK_SIZE):
        if (word >> np.uint64(i)) & ONE:
            spare[i] = deck[top]
            top += 1
        else:
            spare[i] = deck[bottom]
            bottom += 1
    for i in range(DECK_SIZE):
        deck[i] = spare[i]


@kernel(inline=False)
def deal_riffled(view, deck, spare, hands):
    """Riffle the gathered deck (words 0, 1, .. of the RIFFLE stream) and deal one card each.

    Dealing starts with the dealer's next seat in the direction of the round; a dead hand is a
    fourth place after the last seat.
    """
    for i in range(np.int64(view[RIFFLES])):
        four = philox(
            view[SEED], np.uint64(RIFFLE), np.uint64(i // 4 + 1), view[ROUND], view[BLOCK]
        )
        riffle(deck, spare, four[i % 4])
    players = np.int64(view[PLAYERS])
    step = 1 if view[CLOCKWISE] else players - 1
    for seat in range(SEATS):
        hands[seat] = NOTHING
    for place in range(SEATS):
        seat = (np.int64(view[DEALER]) + (place + 1) * step) % players if place < players else place
        for i in range(place, DECK_SIZE, SEATS):
            hands[seat] = together(hands[seat], deck[i])
