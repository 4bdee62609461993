"""Jitted helpers that bots share: what a hand can do, as far as it is judgement and not rule."""

import numpy as np

from gofsim.kernel.bits import lowest_index, popcount
from gofsim.kernel.cards import (
    CARD_TYPES,
    MULTI_ONE,
    NOTHING,
    NUMBER_CARDS,
    PHOENIXES,
    at_least,
    highest,
    lane_cards,
    lane_of,
    lowest,
    lowest_cards,
    number_counts,
)
from gofsim.kernel.choices import WINDOW, next_flush, next_set, next_straight, next_straight_flush
from gofsim.kernel.combinations import FIVE, GREEN, RED, YELLOW, colour_cards, straight_starts
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import (
    COUNTS,
    MULTI_ONE_WILD,
    PHOENIX_IN_FULL_HOUSE,
    PLAYERS,
    SEAT,
)


@kernel
def fewest_cards_of_others(view):
    """Cards in the smallest hand among the other seats."""
    fewest = np.int64(64)
    for seat in range(np.int64(view[PLAYERS])):
        if np.uint64(seat) != view[SEAT]:
            fewest = min(fewest, np.int64(view[COUNTS + seat]))
    return fewest


@kernel
def same_number(hand, card):
    """All held cards of a card's number; the card alone for a phoenix or dragon."""
    return card if card & NUMBER_CARDS == NOTHING else hand & lane_cards(lane_of(card))


@kernel
def set_with(hand, card, size):
    """The card and the lowest others of its number, `size` in all; 0 when too few."""
    cards = same_number(hand, card)
    return card | lowest_cards(cards ^ card, size - 1) if popcount(cards) >= size else NOTHING


@kernel
def straight_with(hand, card):
    """Lowest straight through a number card, the lowest card of each other number; 0 for none."""
    lane = lane_of(card)
    starts = straight_starts(at_least(number_counts(hand), 1))
    types = hand & CARD_TYPES
    while starts != NOTHING:
        start = lowest_index(starts)
        if start > lane:
            return NOTHING
        if lane < start + 6 * WINDOW:
            play = card
            for each in range(start, start + 6 * WINDOW, 6):
                if each != lane:
                    play |= lowest(types & lane_cards(each))
            return play
        starts &= starts - np.uint64(1)
    return NOTHING


@kernel
def flush_with(hand, card, multi_one_wild):
    """Lowest flush that holds a number card; 0 for none."""
    wild = MULTI_ONE if multi_one_wild else NOTHING
    best = NOTHING
    for colour in (GREEN, YELLOW, RED):
        cards = hand & (colour_cards(colour) | wild)
        if cards & card != NOTHING and popcount(cards) >= FIVE:
            play = card | lowest_cards(cards ^ card, FIVE - 1)
            if play - np.uint64(1) < best - np.uint64(1):
                best = play
    return best


@kernel
def full_house_with(hand, card, phoenix_in_full_house):
    """Lowest full house that holds a number card, in its triple if it can; 0 for none."""
    others = hand & ~same_number(hand, card)
    triple = set_with(hand, card, 3)
    if triple != NOTHING:
        pair = next_set(others if phoenix_in_full_house else others & NUMBER_CARDS, 2, NOTHING)
        return triple | pair if pair != NOTHING else NOTHING
    pair = set_with(hand, card, 2)
    triple = next_set(others, 3, NOTHING) if pair != NOTHING else NOTHING
    return triple | pair if triple != NOTHING else NOTHING


@kernel
def five_with(view, hand, card):
    """Five cards that hold a card: straight before flush before full house; 0 for none."""
    if card & NUMBER_CARDS == NOTHING:
        return NOTHING
    play = straight_with(hand, card)
    if play == NOTHING:
        play = flush_with(hand, card, view[MULTI_ONE_WILD] != NOTHING)
    if play == NOTHING:
        play = full_house_with(hand, card, view[PHOENIX_IN_FULL_HOUSE] != NOTHING)
    return play


@kernel
def largest_with(view, hand, card):
    """The most cards, gangs apart, that can be led with a given card among them."""
    play = five_with(view, hand, card)
    if play != NOTHING:
        return play
    play = set_with(hand, card, 3)
    if play != NOTHING:
        return play
    if card & PHOENIXES and hand & PHOENIXES == PHOENIXES:
        return PHOENIXES
    play = set_with(hand, card, 2)
    return play if play != NOTHING else card


@kernel(inline=False)
def lead_when_bound(view, hand):
    """A lead that meets the duty: the lowest combination of two or more cards, else the highest."""
    wild = view[MULTI_ONE_WILD] != NOTHING
    play = next_set(hand, 2, NOTHING)
    if play == NOTHING:
        play = next_straight(hand, NOTHING, wild)
    if play == NOTHING:
        play = next_flush(hand, NOTHING, wild)
    if play == NOTHING:
        play = next_straight_flush(hand, NOTHING, wild)
    return play if play != NOTHING else highest(hand)
