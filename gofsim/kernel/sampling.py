"""A uniformly random legal play without listing them all.

Options are counted kind by kind as candidates (candidates.py); one is drawn by its number and
built. A candidate that is no play of its own is drawn anew, so every distinct play stays equally
likely.
"""

import numpy as np

from gofsim.kernel.bits import popcount
from gofsim.kernel.candidates import (
    count_flushes,
    count_full_houses,
    count_gangs,
    count_sets,
    count_straights,
    nth_card,
    nth_flush,
    nth_full_house,
    nth_gang,
    nth_set,
    nth_straight,
)
from gofsim.kernel.cards import (
    CARD_TYPES,
    NOTHING,
    NUMBER_CARDS,
    ONE,
    PHOENIXES,
    at_least,
    lane_cards,
    lane_of,
    normal,
    number_counts,
)
from gofsim.kernel.choices import (
    is_one_colour,
    next_choice,
)
from gofsim.kernel.combinations import (
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
            play = nth_gang(hand, number - sets)
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
                play = nth_set(hand, TRIPLE, number) if small else nth_gang(hand, number - triples)
            drawn = SINGLE
        if play & required == required and _is_own_kind(play, drawn, wild):
            return play
    return NOTHING
