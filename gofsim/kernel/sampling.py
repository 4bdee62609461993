"""A uniformly random legal play without listing them all.

Options are counted kind by kind as *candidates*: choices of physical cards, by formula. One is
drawn by its number and built. A candidate that is no play of its own (the upper twin without the
lower one, or five cards that count as a higher kind, where they are counted again) is drawn anew,
so every distinct play stays equally likely.
"""

import numpy as np

from gofsim.kernel.bits import highest_index, lowest_index, popcount
from gofsim.kernel.cards import (
    CARD_TYPES,
    MULTI_ONE,
    NOTHING,
    NUMBER_CARDS,
    ONE,
    PHOENIXES,
    at_least,
    lane_cards,
    lane_of,
    lowest,
    normal,
    number_counts,
)
from gofsim.kernel.choices import (
    SMALLEST_GANG,
    WINDOW,
    is_one_colour,
    next_choice,
)
from gofsim.kernel.combinations import (
    FIVE,
    FLUSH,
    FULL_HOUSE,
    GANG,
    GREEN,
    PAIR,
    RED,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
    YELLOW,
    colour_cards,
    colour_presence,
    full_house_parts,
    straight_starts,
)
from gofsim.kernel.jit import kernel
from gofsim.kernel.moves import list_gangs, list_kind
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.kernel.view import (
    BOUND,
    FLOOR,
    FLOOR_PAIR,
    MULTI_ONE_WILD,
    PHOENIX_IN_FULL_HOUSE,
    REQUIRED,
    SCRATCH,
    TO_BEAT_KIND,
    TO_BEAT_STRENGTH,
    draw_fraction,
)

_MOST_CARDS, _MOST_CHOSEN = 22, 8
# Binomial coefficients: _WAYS[n, k] choices of k out of n cards.
_WAYS = np.array([[1] + [0] * (_MOST_CHOSEN - 1)] * (_MOST_CARDS + 1), np.int64)
for _n in range(1, _MOST_CARDS + 1):
    for _k in range(1, _MOST_CHOSEN):
        _WAYS[_n, _k] = _WAYS[_n - 1, _k - 1] + _WAYS[_n - 1, _k]


@kernel
def nth_subset(cards, size, number):
    """The subset of `size` cards with this number, 0 .. ways - 1."""
    subset, left = NOTHING, popcount(cards)
    while size > 0:
        left -= 1
        card = ONE << np.uint64(highest_index(cards))
        cards ^= card
        without = _WAYS[left, size]
        if number >= without:
            number -= without
            subset |= card
            size -= 1
    return subset


@kernel
def nth_card(cards, number):
    """The card with this number from below."""
    for _ in range(number):
        cards &= cards - ONE
    return lowest(cards)


@kernel
def count_sets(hand, size):
    """Candidates for two or three cards of one number, phoenixes apart: the sum of C(n, size).

    As C(n, 2) grows by k - 1 from n = k - 1 to k, and C(n, 3) by (k - 1)(k - 2) / 2, it is a sum
    over "how many numbers are held at least k times", without a loop over numbers.
    """
    counts = number_counts(hand)
    two, three = popcount(at_least(counts, 2)), popcount(at_least(counts, 3))
    total = two + 2 * three if size == 2 else three
    if at_least(counts, 4) != NOTHING:
        for k in range(4, 8):
            step = k - 1 if size == 2 else (k - 1) * (k - 2) // 2
            total += step * popcount(at_least(counts, k))
    return total


@kernel
def count_gangs(hand):
    """Candidates for gangs of all sizes: a number held 4, 5, 6, 7 times gives 1, 6, 22, 64."""
    counts = number_counts(hand)
    if at_least(counts, 4) == NOTHING:
        return 0
    return (
        popcount(at_least(counts, 4))
        + 5 * popcount(at_least(counts, 5))
        + 16 * popcount(at_least(counts, 6))
        + 42 * popcount(at_least(counts, 7))
    )


@kernel
def count_full_houses(hand, pairs, triples):
    """Candidates for a full house: any triple and any pair, less those of one number.

    A number held 3, 4, 5, 6, 7 times has 3, 24, 100, 300, 735 such; `pairs` counts the phoenixes.
    """
    counts = number_counts(hand)
    one_number = 3 * popcount(at_least(counts, 3))
    if at_least(counts, 4) != NOTHING:
        one_number += (
            21 * popcount(at_least(counts, 4))
            + 76 * popcount(at_least(counts, 5))
            + 200 * popcount(at_least(counts, 6))
            + 435 * popcount(at_least(counts, 7))
        )
    return triples * pairs - one_number


@kernel
def nth_set(hand, size, number):
    """Candidate of this number among `count_sets`; the last one for the phoenixes."""
    counts = number_counts(hand)
    held = at_least(counts, size)
    while held != NOTHING:
        lane = lowest_index(held)
        ways = _WAYS[np.int64((counts >> np.uint64(lane)) & np.uint64(7)), size]
        if number < ways:
            return nth_subset(hand & lane_cards(lane), size, number)
        number -= ways
        held &= held - ONE
    return PHOENIXES


@kernel
def count_straights(hand):
    """Candidates for a straight: one card type from each of five lanes."""
    types = hand & CARD_TYPES & NUMBER_CARDS
    counts, total = number_counts(types), 0
    starts = straight_starts(at_least(counts, 1))
    while starts != NOTHING:
        total += _window_ways(counts, lowest_index(starts))
        starts &= starts - ONE
    return total


@kernel
def _window_ways(counts, start):
    ways = 1
    for lane in range(start, start + 6 * WINDOW, 6):
        ways *= np.int64((counts >> np.uint64(lane)) & np.uint64(7))
    return ways


@kernel
def nth_straight(hand, number):
    """Candidate of this number among `count_straights`."""
    types = hand & CARD_TYPES & NUMBER_CARDS
    counts = number_counts(types)
    starts = straight_starts(at_least(counts, 1))
    start = lowest_index(starts)
    while number >= _window_ways(counts, start):
        number -= _window_ways(counts, start)
        starts &= starts - ONE
        start = lowest_index(starts)
    play = NOTHING
    for lane in range(start, start + 6 * WINDOW, 6):
        choices = np.int64((counts >> np.uint64(lane)) & np.uint64(7))
        play |= nth_card(types & lane_cards(lane), number % choices)
        number //= choices
    return play


@kernel
def _flush_cards(hand, colour, multi_one_wild):
    return hand & (colour_cards(colour) | (MULTI_ONE if multi_one_wild else NOTHING))


@kernel
def count_flushes(hand, multi_one_wild):
    """Candidates for a flush: any five cards of a colour."""
    total = 0
    for colour in (GREEN, YELLOW, RED):
        total += _WAYS[popcount(_flush_cards(hand, colour, multi_one_wild)), FIVE]
    return total


@kernel
def nth_flush(hand, number, multi_one_wild):
    """Candidate of this number among `count_flushes`."""
    cards = NOTHING
    for colour in (GREEN, YELLOW, RED):
        cards = _flush_cards(hand, colour, multi_one_wild)
        ways = _WAYS[popcount(cards), FIVE]
        if number < ways:
            break
        number -= ways
    return nth_subset(cards, FIVE, number)


@kernel
def nth_full_house(hand, number, pairs):
    """Candidate of this number among `count_full_houses`."""
    counts = number_counts(hand)
    held = at_least(counts, 3)
    while True:
        lane = lowest_index(held)
        size = np.int64((counts >> np.uint64(lane)) & np.uint64(7))
        others = pairs - _WAYS[size, 2]
        if number < _WAYS[size, 3] * others:
            triple = nth_subset(hand & lane_cards(lane), 3, number // others)
            return triple | nth_set(hand & ~lane_cards(lane), 2, number % others)
        number -= _WAYS[size, 3] * others
        held &= held - ONE


@kernel
def _above_lane(hand, floor):
    """Number cards of higher numbers than the floor's; phoenixes and dragon are left out."""
    if floor & NUMBER_CARDS != floor:
        return NOTHING
    lane = lane_cards(lane_of(floor))
    return hand & NUMBER_CARDS & ~(lane | (lane - ONE))


@kernel
def _list_in_lane(view, hand, size, floor):
    """Sets of the floor's own number that beat it, into the scratch words; their number."""
    count = 0
    if floor & NUMBER_CARDS == floor:
        cards = hand & lane_cards(lane_of(floor))
        play = next_choice(cards, size, floor)
        while play != NOTHING:
            view[SCRATCH + count] = play
            count += 1
            play = next_choice(cards, size, play)
    return count


@kernel
def _is_own_kind(play, kind, multi_one_wild):
    """Whether a candidate is a play of the kind for which it was drawn."""
    if normal(play) != play:
        return False
    if kind == STRAIGHT:
        return not is_one_colour(play, multi_one_wild)
    if kind == FLUSH:
        counts = number_counts(play)
        straight = straight_starts(at_least(counts, 1)) != NOTHING
        return not straight and full_house_parts(play)[0] == NOTHING
    return True


@kernel
def has_straight_flush(hand, multi_one_wild):
    """Whether five numbers in a row are held in one colour."""
    starts = NOTHING
    for colour in (GREEN, YELLOW, RED):
        starts |= straight_starts(colour_presence(hand, colour, multi_one_wild))
    return starts != NOTHING


@kernel
def random_play(view, hand, pass_weight):
    """A uniformly random legal play; when following, a pass has this weight beside each play's 1.

    Uses the seat's own random stream; 0 for a pass, which without any legal play is certain.
    """
    if view[BOUND] != NOTHING:
        return _random_listed(view, hand, list_legal(view, hand, SCRATCH), pass_weight)
    kind, floor = np.int64(view[TO_BEAT_KIND]), view[FLOOR]
    if kind == SINGLE:
        return _random_beside_gangs(view, hand, _singles_above(hand, floor), SINGLE, 0, pass_weight)
    if kind == PAIR or kind == TRIPLE:
        listed = _list_in_lane(view, hand, kind, floor)
        if kind == PAIR and floor < PHOENIXES and hand & PHOENIXES == PHOENIXES:
            view[SCRATCH + listed] = PHOENIXES
            listed += 1
        above = _above_lane(hand, floor)
        return _random_beside_gangs(view, hand, above, kind, listed, pass_weight)
    if kind == GANG:
        count = list_gangs(hand, view[TO_BEAT_STRENGTH], view, SCRATCH) - SCRATCH
        return _random_listed(view, hand, count, pass_weight)
    return _random_of_all(view, hand, kind, pass_weight)


@kernel
def _singles_above(hand, floor):
    return hand & CARD_TYPES & ~(floor | (floor - ONE))


@kernel
def _random_listed(view, hand, count, pass_weight):
    weight = pass_weight if may_pass(view, hand) else 0.0
    if count == 0:
        return NOTHING
    x = draw_fraction(view) * (count + weight) - weight
    return NOTHING if x < 0.0 else view[SCRATCH + np.int64(x)]


@kernel
def _nth_gang(hand, number):
    counts, size = number_counts(hand), SMALLEST_GANG
    while True:
        held = at_least(counts, size)
        while held != NOTHING:
            lane = lowest_index(held)
            ways = _WAYS[np.int64((counts >> np.uint64(lane)) & np.uint64(7)), size]
            if number < ways:
                return nth_subset(hand & lane_cards(lane), size, number)
            number -= ways
            held &= held - ONE
        size += 1


@kernel
def _random_beside_gangs(view, hand, above, kind, listed, pass_weight):
    """Follow one to three cards: those listed, any of this kind out of `above`, or a gang."""
    sets = popcount(above) if kind == SINGLE else count_sets(above, kind)
    gangs = count_gangs(hand)
    total = listed + sets + gangs
    while total > 0:
        x = draw_fraction(view) * (total + pass_weight) - pass_weight
        if x < 0.0:
            return NOTHING
        number = np.int64(x)
        if number < listed:
            return view[SCRATCH + number]
        number -= listed
        if number >= sets:
            play = _nth_gang(hand, number - sets)
        elif kind == SINGLE:
            return nth_card(above, number)
        else:
            play = nth_set(above, kind, number)
        if normal(play) == play:
            return play
    return NOTHING


@kernel
def _random_of_all(view, hand, kind, pass_weight):
    """Lead anything (kind 0), or follow five cards: own kind listed, higher kinds by formula."""
    phoenix, wild = (
        view[PHOENIX_IN_FULL_HOUSE] != NOTHING,
        view[MULTI_ONE_WILD] != NOTHING,
    )
    phoenixes = hand & PHOENIXES == PHOENIXES
    weight = pass_weight if kind else 0.0
    listed = SCRATCH
    if kind and kind < STRAIGHT_FLUSH:
        listed = list_kind(hand, kind, view[FLOOR], view[FLOOR_PAIR], phoenix, wild, view, listed)
    if has_straight_flush(hand, wild):
        floor = view[FLOOR] if kind == STRAIGHT_FLUSH else NOTHING
        listed = list_kind(hand, STRAIGHT_FLUSH, floor, NOTHING, phoenix, wild, view, listed)
    listed -= SCRATCH
    lead, required = kind == 0, view[REQUIRED]
    types = hand & CARD_TYPES
    singles = popcount(types) if lead else 0
    all_pairs, all_triples = count_sets(hand, PAIR), count_sets(hand, TRIPLE)
    pairs = all_pairs + np.int64(phoenixes) if lead else 0
    triples = all_triples if lead else 0
    straights = count_straights(hand) if lead else 0
    flushes = count_flushes(hand, wild) if kind < FLUSH else 0
    house_pairs = all_pairs + np.int64(phoenixes and phoenix)
    houses = count_full_houses(hand, house_pairs, all_triples) if kind < FULL_HOUSE else 0
    gangs = count_gangs(hand)
    total = listed + singles + pairs + triples + straights + flushes + houses + gangs
    while total > 0:
        x = draw_fraction(view) * (total + weight) - weight
        if x < 0.0:
            return NOTHING
        number = np.int64(x) - listed
        if number < 0:
            play, drawn = view[SCRATCH + number + listed], STRAIGHT_FLUSH
        elif number < flushes:
            play, drawn = nth_flush(hand, number, wild), FLUSH
        elif number < flushes + straights:
            play, drawn = nth_straight(hand, number - flushes), STRAIGHT
        else:
            number -= flushes + straights
            if number < houses:
                play = nth_full_house(hand, number, house_pairs)
            elif number < houses + singles:
                play = nth_card(types, number - houses)
            elif number < houses + singles + pairs:
                play = nth_set(hand, PAIR, number - houses - singles)
            else:
                number -= houses + singles + pairs
                small = number < triples
                play = nth_set(hand, TRIPLE, number) if small else _nth_gang(hand, number - triples)
            drawn = SINGLE
        if play & required == required and _is_own_kind(play, drawn, wild):
            return play
    return NOTHING
