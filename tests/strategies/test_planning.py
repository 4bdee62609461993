"""Plans: what they are made of, and how near the estimate is to the true minimum."""

import random
from functools import cache

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask, random_hands, view_for, word
from situations import text

from gofsim.kernel import view
from gofsim.strategies.planning import list_plan, turns

SWITCHES = [
    {"phoenix_in_full_house": phoenix, "multi_one_wild": wild}
    for phoenix in (True, False)
    for wild in (True, False)
]


def plan(hand, **switches):
    words = view_for(**switches)
    count = list_plan(words, np.uint64(mask(hand)))
    return [text(play) for play in words[view.SCRATCH : view.SCRATCH + count]]


PLANS = [
    ("a number at a time", "G1 Y1 G3 R9", ["G1 Y1", "G3", "R9"]),
    ("a straight of the lowest cards", "G3 Y4 Y5 R5 G6 G7", ["G3 Y4 Y5 G6 G7", "R5"]),
    ("a flush that clears lone numbers", "R1 R3 R5 Y6 R7 R9 G9", ["R1 R3 R5 R7 R9", "Y6", "G9"]),
    ("two straights through pairs",
     "G2 Y2 G3 Y3 G4 Y4 G5 Y5 G6 Y6", ["G2 G3 G4 G5 G6", "Y2 Y3 Y4 Y5 Y6"]),
    ("a triple with a pair", "G1 Y4 R4 G9 Y9 R9", ["Y4 R4 G9 Y9 R9", "G1"]),
    ("a triple with the phoenixes", "G9 Y9 R9 GP YP RD", ["G9 Y9 R9 GP YP", "RD"]),
    ("a gang of all cards of a number", "G4 G4 Y4 Y4 R4 G9", ["G4 G4 Y4 Y4 R4", "G9"]),
    ("phoenixes together, the dragon alone", "GP YP RD", ["GP YP", "RD"]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "plays"), PLANS)
def test_plans(sentence, hand, plays):
    assert plan(hand) == plays, sentence


def test_the_phoenixes_join_no_triple_where_the_rules_forbid_it():
    assert plan("G9 Y9 R9 GP YP", phoenix_in_full_house=False) == ["G9 Y9 R9", "GP YP"]


def test_the_multi_coloured_1_makes_no_flush_where_it_has_no_colour():
    hand = "M1 R3 R5 R7 R9"
    assert plan(hand) == [hand]
    assert len(plan(hand, multi_one_wild=False)) == 5


@pytest.mark.parametrize("switches", SWITCHES)
def test_a_plan_is_the_hand_in_as_many_plays_as_estimated(switches):
    rules, words = oracle.default_rules(**switches), view_for(**switches)
    off = 0
    for hand in random_hands(400, seed=3):
        plays = [oracle.parse(play) for play in plan(hand, **switches)]
        assert all(oracle.kind(play, rules) for play in plays)
        assert oracle.ordered([card for play in plays for card in play]) == hand
        off += len(plays) != turns(words, word(hand))
    assert off < 10  # taking out one flush may show a better second one


def fewest(hand, rules):
    """The true minimum, by trying every play with the lowest card, remembering each rest."""

    @cache
    def of(rest):
        if not rest:
            return 0
        plays = [play for play in oracle.all_combinations(rest, rules) if rest[0] in play]
        return 1 + min(of(oracle.without(rest, play)) for play in plays)

    return of(hand)


@pytest.mark.parametrize("switches", SWITCHES)
def test_the_estimate_is_never_below_the_minimum_and_mostly_there(switches):
    rng, rules, words = random.Random(4), oracle.default_rules(**switches), view_for(**switches)
    off = []
    for _ in range(150):
        hand = oracle.ordered(rng.sample(oracle.full_deck(), rng.randrange(1, 11)))
        off.append(int(turns(words, word(hand))) - fewest(hand, rules))
    assert min(off) == 0
    assert off.count(0) >= 0.95 * len(off)


def test_no_cards_take_no_turns():
    assert turns(view_for(), word("")) == 0
    assert cards_of(0) == ()
