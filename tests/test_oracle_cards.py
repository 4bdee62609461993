"""The slow reference and its cards on their own: worked examples of rules, sections 2 to 4."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import beats, default_rules, kind, parse, text

RULES = default_rules()
COMPARISONS = Path(__file__).parent / "data" / "comparisons.txt"


def comparisons():
    """The (weaker, stronger) texts of the data file."""
    lines = COMPARISONS.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ")[:2] for line in lines if line and not line.startswith("#")]


def test_deck_and_notation():
    """Section 2: 64 cards, seven 1s, six of the other numbers, case and order free."""
    deck = oracle.full_deck()
    counts = Counter(oracle.strength(card)[0] for card in deck)
    assert len(deck) == 64
    assert counts == {1: 7, 11: 2, 12: 1} | dict.fromkeys(range(2, 11), 6)
    assert parse("rd g10 m1 G2 gp") == ("M1", "G2", "G10", "GP", "RD")
    assert text(("RD", "G1")) == "G1 RD"
    assert parse("") == ()


@pytest.mark.parametrize(
    ("words", "card"),
    [("G6 g6 G6", "G6"), ("M1 M1", "M1"), ("RP", "RP"), ("G0", "G0"), ("M2", "M2")],
)
def test_bad_cards_are_named(words, card):
    """Section 2 and interfaces 6: impossible cards are refused by name."""
    with pytest.raises(ValueError, match=card):
        parse(words)


def test_order_of_singles():
    """Section 4: G1 < Y1 < R1 < M1 < G2 < ... < R10 < GP < YP < RD."""
    distinct = list(dict.fromkeys(oracle.full_deck()))
    assert distinct[:5] == ["G1", "Y1", "R1", "M1", "G2"]
    assert distinct[-4:] == ["R10", "GP", "YP", "RD"]
    for low, high in pairwise(distinct):
        assert beats((high,), (low,), RULES)
        assert not beats((low,), (high,), RULES)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("RD", "single"),
        ("G2 R2", "pair"),
        ("GP YP", "pair"),
        ("M1 G1", "pair"),
        ("GP G10", None),
        ("GP RD", None),
        ("G2 G3", None),
        ("G3 Y3 R3", "triple"),
        ("GP YP RD", None),
        ("G1 Y2 R3 G4 G5", "straight"),
        ("M1 Y2 R3 G4 G5", "straight"),
        ("R6 Y7 R8 R9 R10", "straight"),
        ("Y7 R8 R9 R10 GP", None),
        ("G8 G9 G10 G1 G2", "flush"),
        ("G8 Y9 G10 G1 G2", None),
        ("G1 G1 G4 G4 G5", "flush"),
        ("G2 G3 G4 G5 GP", None),
        ("M1 Y2 Y3 Y4 Y5", "straight flush"),
        ("M1 Y2 Y3 Y4 Y6", "flush"),
        ("R1 R1 M1 R5 R5", "full house"),
        ("G7 Y7 R7 GP YP", "full house"),
        ("G7 G7 GP YP RD", None),
        ("G7 Y7 R7 GP R8", None),
        ("G2 G2 Y2 R2", "gang"),
        ("G2 G2 Y2 R2 R3", None),
        ("G2 G2 Y2 R2 R2", "gang"),
        ("G1 G1 Y1 Y1 R1 R1 M1", "gang"),
        ("G1 G2 G3 G4", None),
        ("G1 G2 G3 G4 G5 G6", None),
    ],
)
def test_kinds(words, expected):
    """Section 3: what is a combination and what is none."""
    assert kind(parse(words), RULES) == expected


def test_kind_switches():
    """Section 10: phoenixes out of full houses, and M1 without a colour."""
    strict = default_rules(phoenix_in_full_house=False, multi_one_wild=False)
    assert kind(parse("G7 Y7 R7 GP YP"), strict) is None
    assert kind(parse("GP YP"), strict) == "pair"
    assert kind(parse("M1 Y2 Y3 Y4 Y5"), strict) == "straight"
    assert kind(parse("M1 Y2 Y3 Y4 Y6"), strict) is None
    assert kind(parse("R1 R1 M1 R5 R5"), strict) == "full house"
    assert kind(parse("Y1 Y2 Y3 Y4 Y5"), strict) == "straight flush"


@pytest.mark.parametrize(("weaker", "stronger"), comparisons())
def test_comparisons(weaker, stronger):
    """Section 4: every worked example, both ways, and no play beats its twin."""
    weak, strong = parse(weaker), parse(stronger)
    assert beats(strong, weak, RULES)
    assert not beats(weak, strong, RULES)
    assert not beats(strong, strong, RULES)


def test_gangs_and_numbers_of_cards():
    """Section 4: size of gangs before number; else the same number of cards."""
    assert beats(parse("G2 G2 Y2 Y2 R2"), parse("G6 Y6 Y6 R6"), RULES)
    assert beats(parse("G2 G2 Y2 Y2"), parse("R6 R7 R8 R9 R10"), RULES)
    assert not beats(parse("R3 R3"), parse("G2"), RULES)
    assert not beats(parse("G3 G4"), parse("G2"), RULES)
    with pytest.raises(ValueError, match="no combination"):
        beats(parse("G3"), parse("G2 G4"), RULES)


@pytest.mark.parametrize(
    ("weaker", "stronger", "decides"),
    [
        ("G3 Y4 Y5 Y6 R7", "R3 R4 Y5 R6 R7", False),
        ("R3 R4 R5 R6 Y7", "G3 G4 G5 G6 R7", True),
        ("G2 G3 G4 G5 G10", "G2 G6 G7 G8 G10", False),
        ("G2 G6 G7 G8 G10", "Y2 Y3 Y4 Y5 Y10", True),
        ("G2 G2 Y5 R5 R5", "R3 R3 G5 G5 Y5", False),
        ("G4 Y4 R4 R9 R9", "G2 G2 G5 G5 Y5", True),
        ("G5 Y5", "G5 R5", True),
        ("G5 G5 Y5", "G5 G5 R5", True),
        ("G5 G5 Y5 R5", "G6 G6 Y6 R6", True),
    ],
)
def test_top_card(weaker, stronger, decides):
    """Section 10: "top-card" forgets the lower cards of five, and only there."""
    weak, strong = parse(weaker), parse(stronger)
    rules = default_rules(tie_break="top-card")
    assert beats(strong, weak, rules) == decides
    assert not beats(weak, strong, rules)


def test_census_of_the_deck():
    """Section 3: the distinct combinations in 64 cards, counted by hand with polynomials."""
    every = oracle.all_combinations(oracle.full_deck(), RULES)
    assert Counter(kind(cards, RULES) for cards in every) == {
        "single": 34,
        "pair": 9 * 6 + 9 + 1,
        "triple": 9 * 7 + 13,
        "gang": 9 * (6 + 3 + 1) + 13 + 9 + 4 + 1,
        "straight": 4 * 3**4 + 5 * 3**5 - 3 * 7,
        "straight flush": 3 * 7,
        "flush": 3 * (1452 + 615 - 7 - 9),
        "full house": 9 * 7 * 58 + 13 * 55,
    }


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(range(64)), min_size=1, max_size=10, unique=True),
    st.booleans(),
    st.booleans(),
)
def test_quick_generation_is_brute_force(places, phoenix, wild):
    """Section 3: made by kind or found among all subsets, the combinations are the same."""
    rules = default_rules(phoenix_in_full_house=phoenix, multi_one_wild=wild)
    deck = oracle.full_deck()
    hand = tuple(deck[place] for place in sorted(places))
    assert oracle.all_combinations(hand, rules) == oracle.all_combinations_by_subsets(hand, rules)


@pytest.mark.parametrize(
    "words",
    ["G1 G1 Y1 Y1 R1 R1 M1 GP YP RD", "M1 G2 G2 G3 Y3 G4 G5 G6 R6 R6", "M1 R1 R1 R5 R5 G5 GP YP"],
)
def test_quick_generation_on_rich_hands(words):
    """Section 3: the same where random hands hardly ever go."""
    for wild in (True, False):
        rules = default_rules(multi_one_wild=wild)
        quick = oracle.all_combinations(parse(words), rules)
        assert quick == oracle.all_combinations_by_subsets(parse(words), rules)


def test_legal_plays():
    """Section 6: copies are one play, colours are distinct plays, gangs go on anything."""
    hand = parse("G6 G6 R6 Y6 Y7 RD")
    found = {text(play) for play in oracle.legal_plays(hand, parse("R6"), RULES)}
    assert found == {"Y7", "RD", "G6 G6 Y6 R6"}
    pairs = {text(play) for play in oracle.legal_plays(hand, parse("G6 Y6"), RULES)}
    assert pairs == {"G6 R6", "Y6 R6", "G6 G6 Y6 R6"}
    assert len(oracle.legal_plays(hand, None, RULES)) == 5 + 4 + 3 + 1
