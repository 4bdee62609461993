"""The next stronger choice of cards of one kind: the question from which all others follow.

Each function returns the weakest combination of its kind that is stronger than a floor, as a
mask, or 0. The weakest that beats a play is one call; all of a kind, in order, are repeated calls
with the last answer as the floor; whether anybody can beat a play is a call on the unseen cards.
"""

import numpy as np

from gofsim.kernel.bits import highest_index, lowest_index, popcount
from gofsim.kernel.cards import (
    CARD_TYPES,
    FULL_DECK,
    MULTI_ONE,
    NOTHING,
    NUMBER_CARDS,
    ONE,
    PHOENIXES,
    UPPER,
    at_least,
    lane_cards,
    lowest,
    lowest_cards,
    number_counts,
)
from gofsim.kernel.combinations import (
    FIVE,
    GREEN,
    KIND_BITS,
    RED,
    YELLOW,
    colour_cards,
    colour_presence,
    full_house_parts,
    is_gang,
    straight_starts,
)
from gofsim.kernel.jit import kernel

SMALLEST_GANG, LARGEST_GANG = 4, 7
WINDOW = 5  # numbers in a straight
_WINDOW_LANES = np.uint64((1 << 6 * WINDOW) - 1)


@kernel
def next_single(hand, floor):
    """Weakest card above the floor card."""
    return lowest(hand & CARD_TYPES & ~(floor | (floor - ONE))) if floor else lowest(hand)


@kernel
def next_choice(cards, size, floor):
    """Smallest normal mask of `size` cards out of `cards` that is above the floor mask.

    It agrees with the floor down to some card that the floor lacks (the pivot) and goes on with
    the lowest cards; the lowest pivot that leaves enough cards gives the smallest mask. It cannot
    agree below a floor card that is not held.
    """
    if popcount(cards) < size:
        return NOTHING
    if floor == NOTHING:
        return lowest_cards(cards, size)
    pivots, missing = cards & ~floor, floor & ~cards
    if missing != NOTHING:
        pivots &= FULL_DECK << np.uint64(highest_index(missing))
    while pivots != NOTHING:
        pivot = lowest(pivots)
        # The upper one of twins comes with the lower one, or the mask would not be normal.
        twins = pivot | ((pivot & UPPER) >> ONE)
        chosen = (floor & ~(pivot | (pivot - ONE))) | twins
        below = cards & (lowest(twins) - ONE)
        lacking = size - popcount(chosen)
        if 0 <= lacking <= popcount(below):
            return chosen | lowest_cards(below, lacking)
        pivots &= pivots - ONE
    return NOTHING


@kernel
def next_set(hand, size, floor):
    """Weakest `size` cards of one number (two may be the phoenixes) above the floor set."""
    held = at_least(number_counts(hand), size)
    if floor & NUMBER_CARDS != NOTHING:
        lane = (max(highest_index(floor & NUMBER_CARDS), 1) - 1) // 6 * 6
        if (held >> np.uint64(lane)) & ONE != NOTHING:
            same = next_choice(hand & lane_cards(lane), size, floor)
            if same != NOTHING:
                return same
        held &= ~((np.uint64(2) << np.uint64(lane)) - ONE)
    if held != NOTHING and floor <= NUMBER_CARDS:
        return lowest_cards(hand & lane_cards(lowest_index(held)), size)
    pair = size == 2 and floor < PHOENIXES and hand & PHOENIXES == PHOENIXES
    return PHOENIXES if pair else NOTHING


@kernel
def next_straight(hand, floor, multi_one_wild):
    """Weakest straight above the floor mask that is no straight flush."""
    starts = straight_starts(at_least(number_counts(hand), 1))
    types = hand & CARD_TYPES & NUMBER_CARDS
    while starts != NOTHING:
        start = lowest_index(starts)
        play = _next_in_window(types, start, floor)
        while play != NOTHING and is_one_colour(play, multi_one_wild):
            play = _next_in_window(types, start, play)
        if play != NOTHING:
            return play
        starts &= starts - ONE
    return NOTHING


@kernel
def _next_in_window(types, start, floor):
    """Smallest mask of one card from each of five lanes, above the floor."""
    if floor >> np.uint64(start + 6 * WINDOW + 1) != NOTHING:
        return NOTHING  # a floor card above the window
    low = _lowest_of_each(types, start, WINDOW)
    if low > floor:
        return low
    for level in range(WINDOW):
        lane = start + 6 * level
        top = lane_cards(lane)
        prefix = floor & ~(top | (top - ONE))
        held = prefix & ~types == NOTHING and popcount(prefix) == WINDOW - 1 - level
        above = types & top & ~(floor | (floor & top) - ONE) if held else NOTHING
        if above != NOTHING:
            return prefix | lowest(above) | _lowest_of_each(types, start, level)
    return NOTHING


@kernel
def _lowest_of_each(types, start, count):
    play = NOTHING
    for lane in range(start, start + 6 * count, 6):
        play |= lowest(types & lane_cards(lane))
    return play


@kernel
def is_one_colour(cards, multi_one_wild):
    """Whether number cards are all of one colour, the multi-coloured 1 fitting any if wild."""
    coloured = cards & ~MULTI_ONE if multi_one_wild else cards
    return (
        coloured & ~colour_cards(GREEN) == NOTHING
        or coloured & ~colour_cards(YELLOW) == NOTHING
        or coloured & ~colour_cards(RED) == NOTHING
    )


@kernel
def next_flush(hand, floor, multi_one_wild):
    """Weakest flush above the floor mask that is neither straight flush nor full house."""
    wild = MULTI_ONE if multi_one_wild else NOTHING
    while True:
        best = NOTHING
        for colour in (GREEN, YELLOW, RED):
            cards = hand & (colour_cards(colour) | wild)
            if popcount(cards) >= FIVE and cards > floor:
                play = next_choice(cards, FIVE, floor)
                if play - ONE < best - ONE:  # nothing (0) counts as the strongest
                    best = play
        if best == NOTHING or not _is_better_than_flush(best):
            return best
        floor = best


@kernel
def _is_better_than_flush(play):
    counts = number_counts(play)
    if straight_starts(at_least(counts, 1)) != NOTHING:
        return True
    return at_least(counts, 3) != NOTHING and full_house_parts(play)[0] != NOTHING


@kernel
def next_straight_flush(hand, floor, multi_one_wild):
    """Weakest straight flush above the floor mask."""
    best = NOTHING
    for colour in (GREEN, YELLOW, RED):
        starts = straight_starts(colour_presence(hand, colour, multi_one_wild))
        while starts != NOTHING:
            play = _next_run(hand, colour, lowest_index(starts), floor, multi_one_wild)
            if play - ONE < best - ONE:
                best = play
            starts &= starts - ONE
    return best


@kernel
def _next_run(hand, colour, start, floor, multi_one_wild):
    """Five cards of a colour in a row; from 1 on, the two possible 1s give two plays."""
    numbers = hand & CARD_TYPES & colour_cards(colour)
    window = _lane_window(start)
    run = numbers & window
    if popcount(run) == FIVE and run > floor:
        return run
    if start == 0 and multi_one_wild and hand & MULTI_ONE != NOTHING:
        run = (run & ~lane_cards(0)) | MULTI_ONE
        if run > floor:
            return run
    return NOTHING


@kernel
def _lane_window(start):
    return (_WINDOW_LANES << np.uint64(start + 1)) | np.uint64(start == 0)


@kernel
def next_full_house(hand, floor_triple, floor_pair, phoenix_in_full_house):
    """Weakest full house above the floor, given as its triple and pair (0, 0 for any)."""
    pairs = hand if phoenix_in_full_house else hand & NUMBER_CARDS
    triple = floor_triple
    if triple == NOTHING or triple & ~hand != NOTHING:
        triple = next_set(hand, 3, floor_triple)
        floor_pair = NOTHING
    while triple != NOTHING:
        own_lane = lane_cards((max(lowest_index(triple), 1) - 1) // 6 * 6)
        pair = next_set(pairs & ~own_lane, 2, floor_pair)
        if pair != NOTHING:
            return triple | pair
        triple = next_set(hand, 3, triple)
        floor_pair = NOTHING
    return NOTHING


@kernel
def next_gang(hand, floor_strength):
    """Weakest gang above a strength (of anything; 0 for any gang)."""
    if gang_lanes(hand) == NOTHING:
        return NOTHING
    size, floor = SMALLEST_GANG, NOTHING
    if is_gang(floor_strength):
        size = np.int64(floor_strength >> KIND_BITS)
        floor = floor_strength & NUMBER_CARDS
    while size <= LARGEST_GANG:
        gang = next_set(hand, size, floor)
        if gang != NOTHING:
            return gang
        size, floor = size + 1, NOTHING
    return NOTHING


@kernel
def gang_lanes(hand):
    """One bit for each number (its lane's lowest bit) of which four or more are held."""
    return at_least(number_counts(hand), SMALLEST_GANG)
