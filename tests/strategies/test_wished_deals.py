"""What hands are asked to have, against the plain rules."""

import random
from collections import Counter

import numpy as np
import oracle
import pytest
from bridge import DECK, mask

from gofsim.strategies.wished_deals import ANY, fulfils, singles

FULL = "G1 G1 Y1 Y1 R1 R1 M1 G2 G3 G4 G5 R3 R3 G3 Y3 Y3"


def some_hands(count):
    rng = random.Random(1)
    return [oracle.ordered(rng.sample(DECK, 16)) for _ in range(count)]


def counts(hand):
    """How many of each number a hand holds."""
    return Counter(int(card[1:]) for card in hand if card[1:].isdigit())


def has_straight_flush(hand):
    colours = [
        {int(card[1:]) for card in hand if card[0] == c and card[1:].isdigit()} for c in "GYR"
    ]
    if "M1" in hand:
        colours = [numbers | {1} for numbers in colours]
    return any(set(range(n, n + 5)) <= numbers for numbers in colours for n in range(1, 7))


def asked(gang=ANY, number=ANY, straight_flush=ANY, most_singles=ANY):
    return np.array([[gang, number, straight_flush, most_singles]], np.int64)


def meets(hand, **wishes):
    return bool(fulfils(np.uint64(mask(hand)), asked(**wishes), 0))


def test_gangs_and_straight_flushes_are_those_of_the_rules():
    hands = [*some_hands(300), oracle.parse(FULL)]
    for hand in hands:
        held = counts(hand)
        for size in (4, 5, 6, 7):
            assert meets(hand, gang=size) == (max(held.values()) >= size)
            assert meets(hand, gang=size, number=3) == (held[3] >= size)
        assert meets(hand, gang=0) == (max(held.values()) < 4)
        assert meets(hand, straight_flush=1) == has_straight_flush(hand)
        assert meets(hand, straight_flush=0) != has_straight_flush(hand)
    assert {has_straight_flush(hand) for hand in hands} == {True, False}


@pytest.mark.parametrize(
    ("hand", "alone"),
    [("RD", 1), ("GP", 1), ("GP YP", 0), ("G1 M1", 0), ("G1 Y2 R2 R3 RD YP", 4), ("G9 G9", 0)],
)
def test_singles_are_alone_of_their_number(hand, alone):
    assert singles(np.uint64(mask(hand))) == alone
    assert meets(hand, most_singles=alone)
    assert not alone or not meets(hand, most_singles=alone - 1)
