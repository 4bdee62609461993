"""Kind, strength and `beats` against worked examples, closed-form counts and the oracle."""

import random
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import numpy as np
import oracle
import pytest
from bridge import (
    CARD_SWITCHES,
    cards_of,
    classify,
    list_of_kind,
    mask,
    random_hand,
    strength_in,
    view_for,
    word,
)
from hypothesis import given
from hypothesis import strategies as st

from gofsim.kernel import combinations as kernel
from gofsim.kernel.moves import list_gangs

KINDS = kernel.KIND_NAMES
FIVES = ("straight", "flush", "full house", "straight flush")
FULL_DECK = np.uint64(2**64 - 1)
COMPARISONS = Path(__file__).parent.parent / "data" / "comparisons.txt"


def comparisons():
    lines = COMPARISONS.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ")[:2] for line in lines if line and not line.startswith("#")]


def classified(words, plays):
    """Kinds and strengths of an array of masks."""
    kinds, strengths = np.empty(len(plays), np.int64), np.empty(len(plays), np.uint64)
    classify(words, np.asarray(plays, np.uint64), kinds, strengths)
    return kinds, strengths


def kind(cards, **switches):
    kinds, _ = classified(view_for(**switches), [word(cards)])
    return KINDS[kinds[0]]


def beats(first, second, **switches):
    words = view_for(**switches)
    (first, second), (_, powers) = (
        (word(first), word(second)),
        classified(words, [word(first), word(second)]),
    )
    return bool(kernel.beats(int(first).bit_count(), powers[0], int(second).bit_count(), powers[1]))


@pytest.mark.parametrize(("weaker", "stronger"), comparisons())
def test_published_comparisons(weaker, stronger):
    assert beats(stronger, weaker)
    assert not beats(weaker, stronger)
    assert not beats(weaker, weaker)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("G1", "single"),
        ("M1", "single"),
        ("RD", "single"),
        ("G2 G2", "pair"),
        ("M1 R1", "pair"),
        ("GP YP", "pair"),
        ("GP G10", "none"),
        ("YP RD", "none"),
        ("G2 G3", "none"),
        ("G1 R1 M1", "triple"),
        ("R10 R10 Y10", "triple"),
        ("GP YP RD", "none"),
        ("GP YP R10", "none"),
        ("G1 G2 G3 G4", "none"),
        ("G1 Y2 R3 G4 G5", "straight"),
        ("R6 Y7 R8 R9 R10", "straight"),
        ("Y7 R8 R9 R10 GP", "none"),
        ("G8 Y9 G10 G1 G2", "none"),
        ("G8 G9 G10 G1 G2", "flush"),
        ("G1 G1 G4 G4 G5", "flush"),
        ("G2 G3 G4 G5 GP", "none"),
        ("M1 Y2 Y3 Y4 Y6", "flush"),
        ("M1 G1 G1 G9 G10", "flush"),
        ("M1 Y2 Y3 Y4 Y5", "straight flush"),
        ("R6 R7 R8 R9 R10", "straight flush"),
        ("R1 R1 M1 R5 R5", "full house"),
        ("G7 Y7 R7 GP YP", "full house"),
        ("G7 G7 GP YP RD", "none"),
        ("G7 Y7 R7 GP R8", "none"),
        ("G7 Y7 R7 G8 R9", "none"),
        ("G2 G2 Y2 R2", "gang"),
        ("G2 G2 Y2 R2 R2", "gang"),
        ("G2 G2 Y2 R2 R3", "none"),
        ("G2 G2 Y2 Y2 R2 R2", "gang"),
        ("G1 G1 Y1 Y1 R1 R1 M1", "gang"),
        ("G1 G2 G3 G4 G5 G6", "none"),
    ],
)
def test_kinds(cards, expected):
    assert kind(cards) == expected
    assert (oracle.kind(oracle.parse(cards), oracle.default_rules()) or "none") == expected


@pytest.mark.parametrize(
    ("cards", "switches", "expected"),
    [
        ("G7 Y7 R7 GP YP", {"phoenix_in_full_house": False}, "none"),
        ("G7 Y7 R7 G2 Y2", {"phoenix_in_full_house": False}, "full house"),
        ("GP YP", {"phoenix_in_full_house": False}, "pair"),
        ("M1 Y2 Y3 Y4 Y5", {"multi_one_wild": False}, "straight"),
        ("M1 Y2 Y3 Y4 Y6", {"multi_one_wild": False}, "none"),
        ("R1 R1 M1 R5 R5", {"multi_one_wild": False}, "full house"),
    ],
)
def test_switches_change_kinds(cards, switches, expected):
    assert kind(cards, **switches) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("G1 Y2 R3 Y4 R5", "R1 R2 R3 G4 R5"),  # the same top card
        ("R1 R3 R5 R8 R9", "R1 R2 R3 R4 R9"),
        ("G7 G7 Y7 R9 R9", "Y7 R7 R7 R2 R2"),
    ],
)
def test_top_card_makes_ties(first, second):
    assert not beats(first, second, tie_break="top-card")
    assert not beats(second, first, tie_break="top-card")
    assert beats(first, second) != beats(second, first)


def test_only_a_gang_crosses_sizes():
    assert beats("G2 G2 Y2 Y2", "R6 R7 R8 R9 R10")
    assert beats("G2 G2 Y2 Y2", "RD")
    assert not beats("R3 R3", "G2")
    assert not beats("G9 Y9 R9", "G2 Y2")
    assert not beats("RD", "G1 G1")
    assert beats("G2 G2 Y2 Y2 R2", "R10 R10 Y10 Y10")


# Every combination of the deck


def powers(colours):
    """Coefficients of (1 + x + x^2)^colours (1 + x): cards of one number by how many are taken.

    Two copies of each colour; with `colours` = 3 the 1s, whose last factor is M1.
    """
    plain = [1]
    for _ in range(colours):
        plain = np.convolve(plain, [1, 1, 1])
    return list(plain), list(np.convolve(plain, [1, 1]))


def closed_forms(phoenix, wild):
    """Number of combinations of each kind in the deck, by counting arguments alone."""
    others, ones = powers(3)  # of the numbers 2..10, and of the 1s with M1
    pairs, triples = ones[2] + 9 * others[2], ones[3] + 9 * others[3]
    # A flush: five of a colour's ten twins (and M1), less the runs and the full houses with M1.
    colour, with_one = powers(10)
    runs = 6 + wild
    flushes = (with_one[5] - 9 if wild else colour[5]) - runs
    straights = 4 * 3**4 + 5 * 3**5
    houses = ones[3] * 9 * others[2] + 9 * others[3] * (ones[2] + 8 * others[2])
    return {
        "single": 3 * 10 + 4,
        "pair": pairs + 1,
        "triple": triples,
        "straight": straights - 3 * runs,
        "flush": 3 * flushes,
        "full house": houses + phoenix * triples,
        "straight flush": 3 * runs,
        "gang": sum(ones[4:]) + 9 * sum(others[4:]),
    }


def whole_deck(words):
    """All combinations of the deck by kind, as the engine lists them."""
    room = np.zeros(16_384, np.uint64)
    found = {}
    for number, name in enumerate(KINDS[:-1]):
        if number:
            found[name] = room[: list_of_kind(words, FULL_DECK, number, room)].copy()
    found["gang"] = room[: list_gangs(FULL_DECK, np.uint64(0), room, 0)].copy()
    return found


def test_closed_forms_are_the_published_ones():
    counts = closed_forms(phoenix=True, wild=True)
    assert list(counts.values()) == [34, 64, 76, 1518, 6153, 4369, 21, 117]


@pytest.mark.parametrize("switches", CARD_SWITCHES)
def test_the_deck_holds_each_combination_once(switches):
    expected = closed_forms(switches["phoenix_in_full_house"], switches["multi_one_wild"])
    words = view_for(**switches)
    for name, plays in whole_deck(words).items():
        assert len(set(plays.tolist())) == len(plays) == expected[name], name
        kinds, _ = classified(words, plays)
        assert set(kinds) == {KINDS.index(name)}, name


@pytest.mark.parametrize("switches", CARD_SWITCHES)
def test_order_of_all_combinations_is_the_oracles(switches):
    """Strength is an integer, so `beats` is a strict weak order; here it is the right one.

    Along the oracle's order the strengths rise exactly where the oracle's keys do: over all pairs
    of combinations of a kind, and over the four kinds of five cards together.
    """
    words, rules = view_for(**switches), oracle.default_rules(**switches)
    found = whole_deck(words)
    fives = np.concatenate([found.pop(name) for name in FIVES])
    for plays in (*found.values(), fives):
        keyed = []
        for play, power in zip(plays, classified(words, plays)[1], strict=True):
            cards = cards_of(play)
            name = oracle.kind(cards, rules)
            rank = FIVES.index(name) if name in FIVES else 0
            keyed.append(((rank, oracle.key(cards, rules)), int(power)))
        keyed.sort()
        for (key, power), (next_key, next_power) in pairwise(keyed):
            assert power < next_power or key == next_key
            # Two gangs of one number and size cannot both be dealt: the engine may order them.
            assert power == next_power or key < next_key or kernel.is_gang(np.uint64(power))


@pytest.mark.parametrize("tie_break", ["lexicographic", "top-card"])
def test_any_gang_is_stronger_than_anything_else(tie_break):
    words = view_for(tie_break=tie_break)
    found = whole_deck(words)
    weakest = classified(words, found.pop("gang"))[1].min()
    for plays in found.values():
        strengths = classified(words, plays)[1]
        assert strengths.max() < weakest
        assert not any(kernel.is_gang(power) for power in strengths[:50])
    assert kernel.is_gang(weakest)


# Against the oracle


@pytest.mark.parametrize("switches", CARD_SWITCHES)
def test_five_cards_of_crowded_hands(switches):
    """Every choice of five cards, combination or not, of small crowded hands."""
    words, rules = view_for(**switches), oracle.default_rules(**switches)
    rng = random.Random(11)
    for _ in range(8):
        hand = random_hand(rng)[-9:]
        subsets = [oracle.ordered(five) for five in combinations(hand, min(5, len(hand)))]
        assert len(subsets) == comb(len(hand), min(5, len(hand)))
        kinds, _ = classified(words, [mask(five) for five in subsets])
        assert [KINDS[each] for each in kinds] == [
            oracle.kind(five, rules) or "none" for five in subsets
        ]


@st.composite
def some_cards(draw):
    """One to eight cards that have much to do with one another."""
    numbers = draw(st.lists(st.integers(1, 11), min_size=1, max_size=5, unique=True))
    near = [card for card in oracle.full_deck() if oracle.strength(card)[0] in numbers]
    size = draw(st.integers(1, min(8, len(near))))
    return oracle.ordered(draw(st.permutations(near))[:size])


@given(some_cards(), some_cards(), st.sampled_from(CARD_SWITCHES))
def test_kind_and_beats_of_any_cards(first, second, switches):
    """But for two gangs of one number: no deck holds both."""
    rules = oracle.default_rules(**switches)
    for cards in (first, second):
        assert kind(cards, **switches) == (oracle.kind(cards, rules) or "none")
    kinds = {oracle.kind(first, rules), oracle.kind(second, rules)}
    alike = oracle.strength(first[0])[0] == oracle.strength(second[0])[0]
    if oracle.kind(second, rules) and not (kinds == {"gang"} and alike):
        assert beats(first, second, **switches) == oracle.beats(first, second, rules)


def test_no_cards_are_no_combination():
    assert strength_in(view_for(), np.uint64(0)) == 0
    assert kind(()) == "none"
