"""Cards as bits: a hand is one uint64, its bits in the order of single strength.

Bits 0-5 are the 1s (G G Y Y R R), bit 6 the multi-coloured 1, number n = 2..10 stands on bits
7 + 6 (n - 2) and up in the same colour order, then green phoenix 61, yellow phoenix 62, dragon 63.
Twins (the two copies of a card) are alike, so a mask is kept *normal*: a single copy always
stands on the lower bit of its pair. Then equal sets of cards are equal integers, and masks of
the same kind of combination compare as their cards do.
"""

import numpy as np

from gofsim.kernel.bits import highest_index, lowest_index
from gofsim.kernel.jit import kernel

NUMBERS = 10
DECK_SIZE = 64
HAND_SIZE = 16

NOTHING = np.uint64(0)
ONE = np.uint64(1)
FULL_DECK = np.uint64(2**64 - 1)
MULTI_ONE = np.uint64(1 << 6)
ONES = np.uint64(0x7F)
GREEN_PHOENIX = np.uint64(1 << 61)
PHOENIXES = np.uint64(3 << 61)
DRAGON = np.uint64(1 << 63)
NUMBER_CARDS = np.uint64((1 << 61) - 1)

# Lower and upper bits of the twins; the other four cards are single.
LOWER = np.uint64(sum(1 << (k if k < 6 else k + 1) for k in range(0, 60, 2)))
UPPER = np.uint64(int(LOWER) << 1)
CARD_TYPES = np.uint64(~int(UPPER) & (2**64 - 1))

# Ten lanes of six bits: the mask without the multi-coloured 1, phoenixes and dragon.
LANE = np.uint64(6)
LANE_ONES = np.uint64(sum(1 << 6 * k for k in range(NUMBERS)))
LANE_LOWER = np.uint64(0x3F)
LANES = np.uint64((1 << 60) - 1)
_ODD_BITS = np.uint64(0x5555555555555555)
_PAIR_FIELDS = np.uint64(sum(3 << 6 * k for k in range(NUMBERS)))


@kernel
def normal(cards):
    """The same cards with every single twin on its lower bit. uint64 -> uint64."""
    single = (cards & UPPER) & ~((cards & LOWER) << ONE)
    return cards ^ (single ^ (single >> ONE))


@kernel
def card_type(card):
    """The lower twin of a one-card mask: the same for both copies."""
    return card >> ONE if card & UPPER else card


@kernel
def without(cards, taken):
    """Normal mask of `cards` less `taken`; both normal, `taken` held."""
    return normal(cards ^ taken)


@kernel
def together(cards, more):
    """Normal mask of both; the deck must hold what they add up to."""
    return cards | more | ((cards & more & LOWER) << ONE)


@kernel
def complement(cards):
    """Normal mask of the rest of the deck."""
    return normal(~cards)


@kernel
def lanes(cards):
    """The 60 coloured number cards as ten six-bit lanes (G G Y Y R R), 1s lowest."""
    return ((cards >> ONE) & (LANES ^ LANE_LOWER)) | (cards & LANE_LOWER)


@kernel
def number_counts(cards):
    """Ten six-bit lanes, each holding how many cards of its number there are (0..7)."""
    y = lanes(cards)
    y = y - ((y >> ONE) & _ODD_BITS)
    two, four = np.uint64(2), np.uint64(4)
    sums = (y & _PAIR_FIELDS) + ((y >> two) & _PAIR_FIELDS) + ((y >> four) & _PAIR_FIELDS)
    return sums + ((cards >> LANE) & ONE)


@kernel
def at_least(counts, size):
    """Lanes (their lowest bit) whose count is `size` or more, size 1..7; from `number_counts`."""
    three = np.uint64(3)
    return ((counts + (np.uint64(8) - np.uint64(size)) * LANE_ONES) >> three) & LANE_ONES


@kernel
def lane_cards(lane):
    """Mask of all cards whose number's lane starts at bit `lane` (0, 6, .. 54)."""
    return (np.uint64(0x3F) << np.uint64(lane + 1)) | np.uint64(lane == 0)


@kernel
def lane_of(cards):
    """Lane (0, 6, .. 54) of the lowest card, which must be a number card."""
    bit = max(lowest_index(cards), 1)
    return (bit - 1) // 6 * 6


@kernel
def lowest(cards):
    """The lowest card as a mask; 0 for none."""
    return cards & (~cards + ONE)


@kernel
def highest(cards):
    """The highest card as a normal one-card mask; cards must not be empty."""
    return card_type(ONE << np.uint64(highest_index(cards)))


@kernel
def lowest_cards(cards, count):
    """The `count` lowest cards: the weakest choice of so many."""
    rest = cards
    for _ in range(count):
        rest &= rest - ONE
    return cards ^ rest
