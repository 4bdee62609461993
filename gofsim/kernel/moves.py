"""Legal plays by card: all distinct ones, and the weakest that beats. Opening and duty: turn.py.

The play to beat is described by its kind and *floor*: what the cards of a stronger play of its
kind must exceed. For the lexicographic order that is the play itself, triple and pair apart for a
full house; under "top-card" it is the play with everything below its highest card filled up.
"""

from gofsim.kernel.cards import (
    FULL_DECK,
    NOTHING,
    ONE,
    UPPER,
    highest,
    lane_cards,
    lane_of,
)
from gofsim.kernel.choices import (
    next_flush,
    next_full_house,
    next_gang,
    next_set,
    next_single,
    next_straight,
    next_straight_flush,
)
from gofsim.kernel.combinations import (
    FLUSH,
    FULL_HOUSE,
    GANG,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
    full_house_parts,
    gang_strength,
)
from gofsim.kernel.jit import kernel

# A safe bound on the distinct plays of 16 cards: all C(16, 5) choices of five, and the rest.
MOST_PLAYS = 8192


@kernel
def full_house_floor(cards, top_card):
    """(triple, pair) that a stronger full house must exceed."""
    triple, pair = full_house_parts(cards)
    return (lane_cards(lane_of(triple)), FULL_DECK) if top_card else (triple, pair)


@kernel
def filled_up(cards):
    """A mask that only plays with a higher highest card exceed."""
    top = highest(cards)
    return ((top << ONE) & UPPER) | top | (top - ONE)


@kernel
def floor_of(cards, kind, top_card):
    """(floor, floor of the pair) that a stronger play of the same kind must exceed."""
    if kind == FULL_HOUSE:
        return full_house_floor(cards, top_card)
    if top_card and STRAIGHT <= kind <= STRAIGHT_FLUSH:
        return filled_up(cards), NOTHING
    return cards, NOTHING


@kernel
def next_five(hand, kind, floor, floor_pair, phoenix_in_full_house, multi_one_wild):
    """Weakest play of one kind of five cards above a floor; 0 for none."""
    if kind == STRAIGHT:
        return next_straight(hand, floor, multi_one_wild)
    if kind == FLUSH:
        return next_flush(hand, floor, multi_one_wild)
    if kind == FULL_HOUSE:
        return next_full_house(hand, floor, floor_pair, phoenix_in_full_house)
    return next_straight_flush(hand, floor, multi_one_wild)


@kernel
def next_of_kind(hand, kind, floor, floor_pair, phoenix_in_full_house, multi_one_wild):
    """Weakest play of one kind (not gang) above a floor; 0 for none."""
    if kind == SINGLE:
        return next_single(hand, floor)
    if kind <= TRIPLE:
        return next_set(hand, kind, floor)
    return next_five(hand, kind, floor, floor_pair, phoenix_in_full_house, multi_one_wild)


@kernel
def weakest_beating(hand, kind, floor, floor_pair, phoenix_in_full_house, multi_one_wild):
    """Weakest play, gangs apart, that beats one of a kind and floor; 0 for none."""
    if kind == SINGLE:
        return next_single(hand, floor)
    if kind <= TRIPLE:
        return next_set(hand, kind, floor)
    while kind <= STRAIGHT_FLUSH:
        play = next_five(hand, kind, floor, floor_pair, phoenix_in_full_house, multi_one_wild)
        if play != NOTHING:
            return play
        kind, floor, floor_pair = kind + 1, NOTHING, NOTHING
    return NOTHING


@kernel(inline=False)
def list_kind(hand, kind, floor, floor_pair, phoenix_in_full_house, multi_one_wild, plays, count):
    """Append all plays of a kind above a floor to `plays`, weakest first; the new count."""
    while True:
        play = next_of_kind(hand, kind, floor, floor_pair, phoenix_in_full_house, multi_one_wild)
        if play == NOTHING:
            return count
        plays[count] = play
        count += 1
        floor, floor_pair = play, NOTHING
        if kind == FULL_HOUSE:
            floor, floor_pair = full_house_parts(play)


@kernel(inline=False)
def list_gangs(hand, strength, plays, count):
    """Append all gangs stronger than a strength, weakest first; the new count."""
    gang = next_gang(hand, strength)
    while gang != NOTHING:
        plays[count] = gang
        count += 1
        gang = next_gang(hand, gang_strength(gang))
    return count


@kernel(inline=False)
def list_plays(hand, kind, floor, floor_pair, strength, phoenix, multi_one_wild, plays, first):
    """All distinct plays on a play of this kind, floor and strength (kind 0: all leads).

    Fills `plays` (uint64) from `first` on, MOST_PLAYS at most, by kind, gangs last; returns their
    number.
    """
    count = first
    if kind != GANG:
        weakest, last = kind, kind
        if kind == 0:
            weakest, last = SINGLE, STRAIGHT_FLUSH
        elif kind >= STRAIGHT:
            last = STRAIGHT_FLUSH
        for each in range(weakest, last + 1):
            count = list_kind(hand, each, floor, floor_pair, phoenix, multi_one_wild, plays, count)
            floor, floor_pair = NOTHING, NOTHING
    return list_gangs(hand, strength, plays, count) - first
