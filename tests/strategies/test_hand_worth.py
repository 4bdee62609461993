"""What each weight of cards left counts, one sentence each."""

import numpy as np
import pytest
from bridge import mask
from situations import ask, scene

from gofsim.kernel import view
from gofsim.kernel.jit import kernel
from gofsim.strategies.fives import divide
from gofsim.strategies.hand_worth import HAND, hand_worth, look_at_unseen

HIGH = ("GP", "YP", "RD")  # all that beats a ten


@kernel
def _worth(words, hand, weights, offset):
    """Millionths of a turn, raised to a whole number above 0; the table holds what was laid."""
    look_at_unseen(words, hand)
    size, play = np.int64(words[view.COUNTS]), words[view.TO_BEAT]
    found = hand_worth(words, divide(words, hand), size, -0.25, -1.0, play, weights, offset)
    return np.uint64(1e12 + 1e6 * found)


def worth(hand, weights, laid="", **more):
    values = [weights.get(each.name, 0.0) for each in HAND]
    return ask(_worth, scene(hand, laid, **more), mask(hand), values) / 1e6 - 1e6


COUNTS = [
    ("numbers held once", "single", "G3 R9 R8 Y8 GP", {}, 2),
    ("their steps from 11 down", "low_single", "G3 R9 R8 Y8", {}, 8 + 2),
    ("pairs", "pair", "G3 Y3 R9 R9 GP YP", {}, 2),
    ("their steps from 11 down", "low_pair", "G1 M1 R10 R10", {}, 10 + 1),
    ("fives of the plan", "five", "G3 Y4 Y5 R6 G7 G9", {}, 1),
    ("a triple with a pair", "full_house", "G3 Y3 R3 R9 R9", {}, 1),
    ("a triple with the phoenixes", "full_house", "G3 Y3 R3 GP YP", {}, 1),
    ("no triple with the phoenixes where they may not join", "full_house",
     "G3 Y3 R3 GP YP", {"phoenix_in_full_house": False}, 0),
    ("no triple without a pair", "full_house", "G3 Y3 R3 G4 Y4 R4", {}, 0),
    ("gangs", "gang", "G3 Y3 R3 R3 G4 Y4 R4 R4", {}, 2),
    ("tens", "ten", "G10 Y10 R10 R10 RD", {}, 4),
    ("phoenixes", "phoenix", "G10 GP YP", {}, 2),
    ("the dragon", "dragon", "G10 GP RD", {}, 1),
    ("points by the table", "points", "G1 G3 R4 R5 R7 R8 R9 RD", {}, 16),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "weight", "hand", "more", "number"), COUNTS)
def test_it_counts(sentence, weight, hand, more, number):
    found = worth(hand, {weight: 1.0}, **more) - worth(hand, {}, **more)
    assert found == pytest.approx(number, abs=1e-5), sentence


@pytest.mark.parametrize(
    ("hand", "cards", "turns"),
    [
        ("G3 R9", 2, 2),
        ("G3 Y3 R9 R9 GP YP", 6, 3),
        ("G3 Y3 R3 R9 R9", 5, 1),
        ("G3 Y3 R3 G4 Y4 R4", 6, 2),
        ("G3 Y4 Y5 R6 G7 G9 GP RD", 8, 4),
    ],
)
def test_cards_and_turns_are_priced_by_who_asks(hand, cards, turns):
    assert worth(hand, {}) == pytest.approx(-0.25 * cards - turns, abs=1e-5)


RUNS = [
    ("the dragon takes the lead for one last card", "RD", "G3", {}, 1),
    ("two cards behind it are one too many", "RD", "G3 G4", {}, 0),
    ("a card that some hold holds seldom", "GP", "G3", {}, np.exp(-3 * 10 / 63 * 2)),
    ("a five holds where nobody has five cards", "RD", "G3 Y4 Y5 R6 G7 G9", {"others": 4}, 1),
    ("a last five need not hold", "RD", "G3 Y4 Y5 R6 G7", {}, 1),
    ("one before the last card must", "RD", "G3 Y4 Y5 R6 G7 G9", {}, 0),
    ("so do single cards, pairs and triples that nothing unseen beats, and gangs",
     "GP", "G3 G10 Y10", {"played": (*HIGH, "R10 R10")}, 1),
    ("a triple of tens is such", "GP", "G3 G10 Y10 R10", {"played": HIGH}, 1),
    ("a pair below a pair unseen is none", "GP", "G3 G9 Y9", {"played": HIGH}, 0),
    ("a gang holds", "RD", "G3 G4 Y4 R4 R4", {}, 1),
    ("nobody runs with more than eight cards", "RD", "G3 Y3 R3 R3 G4 G4 Y4 Y4 R4", {}, 0),
    ("who has laid nothing runs nowhere", "", "G3", {}, 0),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "laid", "hand", "more", "chance"), RUNS)
def test_a_run_to_the_end(sentence, laid, hand, more, chance):
    found = worth(hand, {"run_out": 1.0}, laid, **more) - worth(hand, {}, laid, **more)
    assert found == pytest.approx(chance, abs=1e-5), sentence
