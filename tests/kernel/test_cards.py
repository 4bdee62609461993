"""Masks of cards against counting the cards one by one."""

from collections import Counter

import numpy as np
import oracle
import pytest
from bridge import DECK, cards_of, mask, word
from hypothesis import given
from hypothesis import strategies as st

from gofsim.kernel import cards

FULL = 2**64 - 1
TYPES = list(dict.fromkeys(DECK))
raw = st.integers(0, FULL)
hands = st.lists(st.integers(0, 63), unique=True).map(
    lambda places: oracle.ordered(DECK[place] for place in places)
)


def number(card):
    return oracle.strength(card)[0]


def test_layout_is_the_order_of_singles():
    masks = [mask((card,)) for card in TYPES]
    assert masks == sorted(masks)
    assert sum(masks) == int(cards.CARD_TYPES)
    assert mask(tuple(DECK)) == int(cards.FULL_DECK)


def test_named_masks():
    assert mask("M1") == cards.MULTI_ONE
    assert mask("G1 G1 Y1 Y1 R1 R1 M1") == cards.ONES
    assert mask("GP YP") == cards.PHOENIXES
    assert mask("GP") == cards.GREEN_PHOENIX
    assert mask("RD") == cards.DRAGON
    assert int(cards.NUMBER_CARDS) == FULL ^ mask("GP YP RD")
    assert int(cards.LOWER) << 1 == int(cards.UPPER)
    assert cards_of(cards.LOWER) == tuple(card for card in TYPES if DECK.count(card) == 2)


@given(raw)
def test_normal_keeps_the_cards_and_makes_equal_sets_equal(bits):
    normal = int(cards.normal(np.uint64(bits)))
    assert Counter(cards_of(normal)) == Counter(cards_of(bits))
    assert normal == mask(cards_of(bits))
    assert int(cards.normal(np.uint64(normal))) == normal


@given(hands, st.randoms())
def test_without_and_together(hand, rng):
    taken = oracle.ordered(rng.sample(hand, rng.randint(0, len(hand))))
    rest = oracle.ordered((Counter(hand) - Counter(taken)).elements())
    assert int(cards.without(word(hand), word(taken))) == mask(rest)
    assert int(cards.together(word(rest), word(taken))) == mask(hand)
    assert int(cards.together(word(taken), word(rest))) == mask(hand)


@given(hands)
def test_complement_is_the_rest_of_the_deck(hand):
    rest = oracle.ordered((Counter(DECK) - Counter(hand)).elements())
    assert int(cards.complement(word(hand))) == mask(rest)


@given(raw)
def test_number_counts_of_any_bits(bits):
    held = Counter(number(card) for card in cards_of(bits))
    counts = int(cards.number_counts(np.uint64(bits)))
    assert [counts >> 6 * lane & 63 for lane in range(10)] == [held[n] for n in range(1, 11)]
    assert counts < 1 << 60


@given(raw, st.integers(1, 7))
def test_at_least(bits, size):
    held = Counter(number(card) for card in cards_of(bits))
    expected = sum(1 << 6 * (n - 1) for n in range(1, 11) if held[n] >= size)
    counts = np.uint64(cards.number_counts(np.uint64(bits)))
    assert int(cards.at_least(counts, size)) == expected


@given(raw)
def test_lanes_are_the_coloured_number_cards(bits):
    lanes = int(cards.lanes(np.uint64(bits)))
    for n in range(1, 11):
        same = [i for i in range(64) if number(DECK[i]) == n and DECK[i] != "M1"]
        assert [lanes >> 6 * (n - 1) + k & 1 for k in range(6)] == [bits >> i & 1 for i in same]
    assert lanes < 1 << 60


@pytest.mark.parametrize("n", range(1, 11))
def test_lane_of_a_number(n):
    same = tuple(card for card in DECK if number(card) == n)
    lane = 6 * (n - 1)
    assert int(cards.lane_cards(lane)) == mask(same)
    for card in same:
        assert cards.lane_of(word((card,))) == lane


@given(hands.filter(bool), st.integers(0, 16))
def test_lowest_and_highest(hand, count):
    assert cards_of(cards.lowest(word(hand))) == hand[:1]
    assert cards_of(cards.highest(word(hand))) == hand[-1:]
    assert int(cards.highest(word(hand))) == mask(hand[-1:])
    few = min(count, len(hand))
    assert cards_of(cards.lowest_cards(word(hand), few)) == hand[:few]


@pytest.mark.parametrize("bit", range(64))
def test_card_type_is_the_lower_twin(bit):
    kind = int(cards.card_type(np.uint64(1 << bit)))
    assert kind == mask((DECK[bit],))


def test_nothing_stays_nothing():
    nothing = np.uint64(0)
    assert cards.normal(nothing) == cards.lowest(nothing) == cards.number_counts(nothing) == 0
    assert int(cards.complement(nothing)) == FULL
