"""What speaks for a play or the pass beside the hand that is left, one sentence for each weight."""

import numpy as np
import pytest
from bridge import mask
from situations import ask, scene

from gofsim.kernel import view
from gofsim.kernel.bits import popcount
from gofsim.kernel.cards import NOTHING, without
from gofsim.kernel.jit import kernel
from gofsim.strategies.fives import divide
from gofsim.strategies.hand_worth import look_at_unseen
from gofsim.strategies.play_worth import WEIGHTS, look_at_table, pass_worth, play_worth

THREE_AT_THE_TABLE = {"others": (3, 9, 9)}
SCORES = (40, 10, 70, 30)  # seat 0's first; the target is 100


@kernel
def _worth(words, hand, weights, offset):
    """Millionths of a turn, raised to a whole number above 0; RETURNED holds the play."""
    look_at_unseen(words, hand)
    size, play = popcount(hand), words[view.RETURNED]
    table = look_at_table(words, weights, offset)
    if play == NOTHING:
        found = pass_worth(words, divide(words, hand), size, table, weights, offset)
    else:
        rest = divide(words, without(hand, play))
        found = play_worth(words, rest, size, play, table, weights, offset)
    return np.uint64(1e12 + 1e6 * found)


def worth(weight, hand, play, to_beat="", owner=1, scores=(0, 0, 0, 0), **more):
    """Turns that a weight of 1 adds to a play, or to the pass where none is given."""
    words = scene(hand, to_beat, **more)
    words[view.RETURNED], words[view.OWNER] = mask(play), owner
    words[view.TOTALS : view.TOTALS + 4] = scores
    found = [
        ask(_worth, words, mask(hand), [value * (each.name == weight) for each in WEIGHTS])
        for value in (1.0, 0.0)
    ]
    return (int(found[0]) - int(found[1])) / 1e6


PLAYS = [
    ("a pair that is led", "lead_set", "G5 Y5 R9", "G5 Y5", {}, 1),
    ("a triple that is led", "lead_set", "G5 Y5 R5 R9", "G5 Y5 R5", {}, 1),
    ("no single card", "lead_set", "G5 Y5 R9", "R9", {}, 0),
    ("no pair that follows", "lead_set", "G5 Y5 R9", "G5 Y5", {"to_beat": "G4 Y4"}, 0),
    ("five cards that are led", "lead_five", "G3 Y4 R5 G6 G7 R9", "G3 Y4 R5 G6 G7", {}, 1),
    ("no gang of five", "lead_five", "G4 G4 Y4 Y4 R4 R9", "G4 G4 Y4 Y4 R4", {}, 0),
    ("a gang on something lower", "gang_laid", "G4 G4 Y4 Y4 R9", "G4 G4 Y4 Y4",
     {"to_beat": "R8"}, 1),
    ("no gang on a gang", "gang_laid", "G4 G4 Y4 Y4 R9", "G4 G4 Y4 Y4",
     {"to_beat": "G3 G3 Y3 Y3"}, 0),
    ("no gang that is led", "gang_laid", "G4 G4 Y4 Y4 R9", "G4 G4 Y4 Y4", {}, 0),
    ("each card left", "card", "G2 G5 Y5 R9", "G2", {}, 3),
    ("each card left before a last card", "alert_card", "G2 G5 Y5 R9", "G2", {"others": 1}, 3),
    ("half so much with five cards", "alert_card", "G2 G5 Y5 R9", "G2", {"others": 5}, 1.5),
    ("nothing with nine", "alert_card", "G2 G5 Y5 R9", "G2", {"others": 9}, 0),
    ("the smallest hand of all", "alert_card", "G2 G5 Y5 R9", "G2", THREE_AT_THE_TABLE, 2.25),
    ("each card left by the highest total", "late_card", "G2 G5 Y5 R9", "G2",
     {"scores": SCORES}, 2.1),
    ("each card left by the own total", "own_card", "G2 G5 Y5 R9", "G2", {"scores": SCORES}, 1.2),
]  # fmt: skip
PASSES = [
    ("a pass", "pass_bonus", {}, 1),
    ("each card held", "pass_card", {}, 4),
    ("each turn needed", "pass_turn", {}, 3),
    ("whose play is to beat, with one card", "pass_alert", {"others": (1, 9, 9)}, 1),
    ("not who else has one", "pass_alert", {"others": (9, 1, 9)}, 0),
    ("the lead given to the next seat", "pass_last", {}, 1),
    ("no lead given while others may follow", "pass_last", {"owner": 2}, 0),
    ("points behind the best other", "ahead_pass", {"scores": SCORES}, -0.3),
    ("points ahead of the best other", "ahead_pass", {"scores": (5, 30, 70, 90)}, 0.25),
]


@pytest.mark.parametrize(("sentence", "weight", "hand", "play", "more", "turns"), PLAYS)
def test_for_a_play_counts(sentence, weight, hand, play, more, turns):
    assert worth(weight, hand, play, **more) == pytest.approx(turns, abs=1e-5), sentence


@pytest.mark.parametrize(("sentence", "weight", "more", "turns"), PASSES)
def test_for_the_pass_counts(sentence, weight, more, turns):
    found = worth(weight, "G2 G5 Y5 R9", "", to_beat="R8", **more)
    assert found == pytest.approx(turns, abs=1e-5), sentence


def test_for_a_play_nothing_counts_that_is_of_passes_and_the_other_way_round():
    for each in WEIGHTS:
        if each.name.startswith("pass") or each.name == "ahead_pass":
            assert worth(each.name, "G2 G5 Y5 R9", "R9", to_beat="R8", scores=SCORES) == 0
        if each.name.startswith(("lead", "gang_laid")):
            assert worth(each.name, "G2 G5 Y5 R9", "", to_beat="R8") == 0
