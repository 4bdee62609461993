"""How a hand is divided into fives and loose cards, and what is left of it after a play."""

import numpy as np
import pytest
from bridge import cards_of, mask, random_hands, view_for, word
from situations import text

from gofsim.kernel.cards import (
    DRAGON,
    NOTHING,
    NUMBER_CARDS,
    PHOENIXES,
    number_counts,
)
from gofsim.kernel.jit import kernel
from gofsim.strategies.fives import divide, divide_rest
from gofsim.strategies.planning import phoenix_pair, plays_by_number, turns


def divided(hand, **switches):
    *fives, loose, count = divide(view_for(**switches), np.uint64(mask(hand)))
    assert count == sum(five != NOTHING for five in fives)
    return [text(five) for five in fives if five != NOTHING], text(loose)


DIVISIONS = [
    ("nothing of five", "G1 Y1 G3 R9", [], "G1 Y1 G3 R9"),
    ("a straight of the lowest cards", "G3 Y4 Y5 R5 G6 G7", ["G3 Y4 Y5 G6 G7"], "R5"),
    ("a flush of the numbers held once", "R1 R3 R5 Y6 R7 R9 G9", ["R1 R3 R5 R7 R9"], "Y6 G9"),
    ("no flush that rids the hand of one number only",
     "G2 G4 Y4 G5 Y5 G6 Y6 G8 Y8 R8", [], "G2 G4 Y4 G5 Y5 G6 Y6 G8 Y8 R8"),
    ("a flush, then a straight of the rest",
     "R1 R1 R2 R2 R10 Y3 G4 Y5 G6 Y7 GP",
     ["Y3 G4 Y5 G6 Y7"], "R1 R1 R2 R2 R10 GP"),
    ("two straights through pairs", "G2 Y2 G3 Y3 G4 Y4 G5 Y5 G6 Y6",
     ["G2 G3 G4 G5 G6", "Y2 Y3 Y4 Y5 Y6"], ""),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "fives", "loose"), DIVISIONS)
def test_divisions(sentence, hand, fives, loose):
    found, rest = divided(hand)
    assert (sorted(found), rest) == (sorted(fives), loose), sentence


def test_the_multi_coloured_1_is_in_no_flush_where_it_has_no_colour():
    assert divided("M1 R3 R5 R7 R9") == (["M1 R3 R5 R7 R9"], "")
    assert divided("M1 R3 R5 R7 R9", multi_one_wild=False) == ([], "M1 R3 R5 R7 R9")


def test_a_division_is_the_hand_and_nearly_as_good_as_the_estimate_of_turns():
    words, more = view_for(), 0
    for hand in random_hands(300, seed=4):
        cards = word(hand)
        *fives, loose, count = divide(words, cards)
        parts = [card for part in (*fives, loose) for card in cards_of(int(part))]
        assert sorted(parts) == sorted(hand)
        plays = count + bool(loose & PHOENIXES) + bool(loose & DRAGON)
        plays += plays_by_number(number_counts(loose & NUMBER_CARDS), phoenix_pair(words, cards))
        more += plays - turns(words, cards)
    assert 0 <= more / 300 < 0.7


@kernel
def _rest(words, hand, play):
    return divide_rest(words, hand, divide(words, hand), play)


def rest(hand, play):
    return [text(part) for part in _rest(view_for(), word(hand), word(play))[:4]]


HAND = "G3 Y4 Y5 R5 G6 G7 R9 RD"
RESTS = [
    ("after a loose card the five is still there", HAND, "RD", ["G3 Y4 Y5 G6 G7", "", "", "R5 R9"]),
    ("after the five the loose cards", HAND, "G3 Y4 Y5 G6 G7", ["", "", "", "R5 R9 RD"]),
    ("after a card of the five another five", "G3 Y4 Y5 G6 G7 G8 R9", "G3",
     ["Y4 Y5 G6 G7 G8", "", "", "R9"]),
    ("or none", "G3 Y4 Y5 G6 G7 R9", "Y5", ["", "", "", "G3 Y4 G6 G7 R9"]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "play", "parts"), RESTS)
def test_what_a_play_leaves(sentence, hand, play, parts):
    assert rest(hand, play) == parts, sentence
