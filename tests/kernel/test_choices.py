"""The next stronger choice of each kind against brute force over the oracle's combinations."""

import random
from itertools import combinations

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask, random_combination, random_hand, word
from hypothesis import given
from hypothesis import strategies as st
from oracle_cards import holds

from gofsim.kernel import choices
from gofsim.kernel.cards import CARD_TYPES, UPPER
from gofsim.kernel.combinations import KIND_NAMES, full_house_parts, gang_strength
from gofsim.kernel.moves import next_of_kind

KINDS = KIND_NAMES
NOTHING = np.uint64(0)
RULES = oracle.default_rules()
DECK = oracle.full_deck()

hands = st.lists(st.sampled_from(range(64)), min_size=1, max_size=12, unique=True).map(
    lambda places: oracle.ordered(DECK[place] for place in places)
)


def filled(floor):
    """The floor of "top-card": everything up to the highest card, its twin included."""
    top = 1 << int(floor).bit_length() - 1
    if not top & int(UPPER) and top & int(CARD_TYPES) and top << 1 & int(UPPER):
        top <<= 1
    return top | top - 1


@given(hands, hands, st.integers(1, 6), st.booleans())
def test_next_choice_is_the_smallest_mask_above(hand, floor, size, fill):
    floor = filled(mask(floor)) if fill else mask(floor)
    possible = {mask(oracle.ordered(cards)) for cards in combinations(hand, size)}
    expected = min((each for each in possible if each > floor), default=0)
    assert choices.next_choice(word(hand), size, np.uint64(floor)) == expected


@given(hands, st.integers(1, 6))
def test_next_choice_lists_every_choice_once(hand, size):
    found, floor = [], NOTHING
    while floor := np.uint64(choices.next_choice(word(hand), size, floor)):
        found.append(int(floor))
    assert found == sorted({mask(oracle.ordered(cards)) for cards in combinations(hand, size)})


def next_by_oracle(hand, floor, kind, rules):
    """The weakest combination of a kind in a hand above a floor, or none, by brute force."""
    found = [
        play
        for play in oracle.all_combinations(hand, rules)
        if oracle.kind(play, rules) == kind and (not floor or oracle.beats(play, floor, rules))
    ]
    return min(found, key=lambda play: (oracle.key(play, rules), mask(play)), default=())


def next_by_engine(hand, floor, kind, rules):
    phoenix, wild = rules["phoenix_in_full_house"], rules["multi_one_wild"]
    if kind == "gang":
        strength = gang_strength(word(floor)) if floor else NOTHING
        return cards_of(choices.next_gang(word(hand), np.uint64(strength)))
    first, second = word(floor), NOTHING
    if floor and kind == "full house":
        first, second = (np.uint64(part) for part in full_house_parts(word(floor)))
    number = KINDS.index(kind)
    return cards_of(next_of_kind(word(hand), number, first, second, phoenix, wild))


@pytest.mark.parametrize("kind", KINDS[1:])
@pytest.mark.parametrize("phoenix", [True, False])
@pytest.mark.parametrize("wild", [True, False])
def test_next_of_each_kind(kind, phoenix, wild):
    rules = oracle.default_rules(phoenix_in_full_house=phoenix, multi_one_wild=wild)
    rng = random.Random(f"{kind} {phoenix} {wild}")
    floors = [random_combination(rng, rules, kind=kind) for _ in range(30)]
    held = 0
    for _ in range(150):
        hand, floor = random_hand(rng), rng.choice(floors)
        if kind == "gang" and not holds(DECK, hand + floor):
            continue  # gangs of one number compare only if the deck can hold both
        expected = next_by_oracle(hand, floor, kind, rules)
        assert next_by_engine(hand, floor, kind, rules) == expected
        held += bool(expected)
    assert held > 10


@pytest.mark.parametrize("kind", KINDS[1:])
def test_next_above_every_floor_of_the_hand_itself(kind):
    """Floors that share cards with the hand: repeated calls list a kind in its order."""
    rng = random.Random(kind)
    seen = 0
    for _ in range(60):
        hand = random_hand(rng)
        plays = [p for p in oracle.all_combinations(hand, RULES) if oracle.kind(p, RULES) == kind]
        found, floor = [], ()
        while floor := next_by_engine(hand, floor, kind, RULES):
            found.append(floor)
        order = [(oracle.key(play, RULES), mask(play)) for play in found]
        assert order == sorted((oracle.key(play, RULES), mask(play)) for play in plays)
        seen += len(found)
    assert seen > 10


def test_gang_lanes_marks_each_number_of_four_or_more():
    assert choices.gang_lanes(word("G1 Y1 R1 M1 G3 G3 Y3 G9 Y9 R9 R9 GP YP RD")) == 1 | 1 << 48
    assert choices.gang_lanes(word("GP YP RD")) == 0


@pytest.mark.parametrize(
    ("cards", "wild", "expected"),
    [
        ("G1 G1 G4 G5 G9", True, True),
        ("M1 Y1 Y4 Y5 Y9", True, True),
        ("M1 Y1 Y4 Y5 Y9", False, False),
        ("G1 Y1 G4 G5 G9", True, False),
    ],
)
def test_is_one_colour(cards, wild, expected):
    assert choices.is_one_colour(word(cards), wild) == expected


def test_names_of_the_choices_answer_for_their_kinds():
    hand = word("G1 G1 Y1 R1 G2 Y3 G4 G5 R5 R5 GP YP")
    assert cards_of(choices.next_single(hand, word("R5"))) == ("GP",)
    assert cards_of(choices.next_set(hand, 2, word("R5 R5"))) == ("GP", "YP")
    assert cards_of(choices.next_set(hand, 3, NOTHING)) == ("G1", "G1", "Y1")
    assert cards_of(choices.next_straight(hand, NOTHING, True)) == ("G1", "G2", "Y3", "G4", "G5")
    assert cards_of(choices.next_flush(hand, NOTHING, True)) == ("G1", "G1", "G2", "G4", "G5")
    assert choices.next_straight_flush(hand, NOTHING, True) == 0
    house = choices.next_full_house(hand, word("Y1 R1 G1"), word("R5 R5"), True)
    assert cards_of(house) == ("G1", "Y1", "R1", "GP", "YP")
