"""What a set of cards is, and how strong, as one integer: `a` beats `b` by one comparison.

Within singles, pairs and triples the normal mask is the strength. Five cards have their kind on
the three highest bits (free, as no phoenix or dragon is in them, but for the full house with its
own key), below it the mask. A gang has its size there, 4..7, so that it is stronger than anything
else, and the dragon's lone bit 63 is weaker than the weakest gang.
"""

import numpy as np

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import (
    DRAGON,
    LANE,
    LANE_ONES,
    MULTI_ONE,
    NOTHING,
    NUMBER_CARDS,
    ONE,
    PHOENIXES,
    at_least,
    highest,
    lane_cards,
    lane_of,
    lanes,
    number_counts,
)
from gofsim.kernel.jit import kernel

# Kinds, as the results name them; the four of five cards in their order.
NONE, SINGLE, PAIR, TRIPLE, STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH, GANG = range(9)
KIND_NAMES = (
    "none",
    "single",
    "pair",
    "triple",
    "straight",
    "flush",
    "full house",
    "straight flush",
    "gang",
)

FIVE = 5
KIND_BITS = np.uint64(61)
# Colours by their first bit within a lane.
GREEN, YELLOW, RED = np.uint64(0), np.uint64(2), np.uint64(4)
GREEN_CARDS = np.uint64(0b11 | sum(0b11 << 6 * k + 1 for k in range(1, 10)))
YELLOW_CARDS = np.uint64(0b11 << 2 | (int(GREEN_CARDS) & ~0b11) << 2)
RED_CARDS = np.uint64(0b11 << 4 | (int(GREEN_CARDS) & ~0b11) << 4)


@kernel
def colour_cards(colour):
    """Mask of all cards of one colour, without the multi-coloured 1."""
    if colour == GREEN:
        return GREEN_CARDS
    return YELLOW_CARDS if colour == YELLOW else RED_CARDS


@kernel
def straight_starts(presence):
    """Lanes from which five numbers in a row are present; `presence` has one bit a lane."""
    pairs = presence & (presence >> LANE)
    fours = pairs & (pairs >> (LANE + LANE))
    return fours & (presence >> (LANE * np.uint64(4)))


@kernel
def full_house_parts(cards):
    """(triple, pair) of five cards that are a full house; (0, 0) when they are none."""
    counts = number_counts(cards)
    three = at_least(counts, 3)
    if three == NOTHING:
        return NOTHING, NOTHING
    triple = cards & lane_cards(lowest_index(three))
    pair = cards ^ triple
    if popcount(triple) != 3 or (at_least(counts, 2) == three and pair != PHOENIXES):
        return NOTHING, NOTHING
    return triple, pair


@kernel
def full_house_key(triple, pair):
    """Triple before pair: number and six or seven colour bits of each, in 22 bits."""
    number, lane = _lane_bits(triple)
    key = (number << np.uint64(7)) | lane
    number, lane = _lane_bits(pair)
    return (key << np.uint64(11)) | (number << np.uint64(7)) | lane


@kernel
def _lane_bits(cards):
    if cards == PHOENIXES:
        return np.uint64(11), NOTHING
    lane = lane_of(cards)
    return np.uint64(lane // 6 + 1), cards >> np.uint64(lane + 1 if lane else 0)


@kernel
def five_kind(cards, phoenix_in_full_house, multi_one_wild):
    """Kind of five cards that are not of one number; NONE when they are no combination."""
    triple, pair = full_house_parts(cards)
    if triple != NOTHING:
        return FULL_HOUSE if pair != PHOENIXES or phoenix_in_full_house else NONE
    if cards & ~NUMBER_CARDS != NOTHING:
        return NONE
    straight = straight_starts(at_least(number_counts(cards), 1)) != NOTHING
    coloured = cards & ~MULTI_ONE if multi_one_wild else cards
    flush = (
        coloured & ~GREEN_CARDS == NOTHING
        or coloured & ~YELLOW_CARDS == NOTHING
        or coloured & ~RED_CARDS == NOTHING
    )
    if flush:
        return STRAIGHT_FLUSH if straight else FLUSH
    return STRAIGHT if straight else NONE


@kernel
def five_strength(cards, kind, top_card):
    """Strength of five cards of a known kind."""
    if kind == FULL_HOUSE:
        triple, pair = full_house_parts(cards)
        key = np.uint64(lane_of(triple)) if top_card else full_house_key(triple, pair)
    else:
        key = highest(cards) if top_card else cards
    return (np.uint64(kind - STRAIGHT) << KIND_BITS) | key


@kernel
def strength(cards, size, top_card, phoenix_in_full_house, multi_one_wild):
    """Strength of a normal mask of `size` cards; 0 when the cards are no combination.

    Comparable between combinations of the same number of cards, and with any gang.
    """
    if size <= 1:
        return cards
    if _one_number(cards):
        return cards if size <= 3 else gang_strength(cards)
    if size == FIVE:
        kind = five_kind(cards, phoenix_in_full_house, multi_one_wild)
        return NOTHING if kind == NONE else five_strength(cards, kind, top_card)
    return cards if cards == PHOENIXES else NOTHING


@kernel
def _one_number(cards):
    return cards & ~NUMBER_CARDS == NOTHING and cards & ~lane_cards(lane_of(cards)) == NOTHING


@kernel
def is_gang(strength):
    """Whether a strength is a gang's."""
    return strength > DRAGON


@kernel
def gang_strength(gang):
    """Strength of four or more cards of one number."""
    return (np.uint64(popcount(gang)) << KIND_BITS) | gang


@kernel
def beats(size, strength, size_to_beat, strength_to_beat):
    """Whether a combination may be played on another: stronger, and of its size or a gang.

    Size and strength to beat are 0 for a lead.
    """
    return strength > strength_to_beat and (
        size == size_to_beat or size_to_beat == 0 or is_gang(strength)
    )


@kernel
def kind_of(size, strength):
    """Kind of a combination from its size and strength; NONE when the strength is 0."""
    if strength == NOTHING:
        return NONE
    if is_gang(strength):
        return GANG
    return size if size < FIVE else np.int64(strength >> KIND_BITS) + STRAIGHT


@kernel
def colour_presence(cards, colour, multi_one_wild):
    """One bit a lane: numbers of which a colour is held; a wild 1 counts in every colour."""
    presence = (lanes(cards) >> colour) & LANE_ONES
    if multi_one_wild:
        presence |= (cards >> LANE) & ONE
    return presence
