"""What `oracle` does: the hidden hands decide, the same table or not."""

from pathlib import Path

import numpy as np
import pytest
from bridge import mask
from situations import ask, own_row, scene, text

from gofsim.strategies.seat import seat_bot


def answer(hand, others, to_beat="", rollout="lowest", **more):
    """Its play when the others hold these hands."""
    seat = seat_bot("oracle", {"rollout": rollout}, Path(), "oracle")
    hands = np.array([mask(each) for each in (hand, *others)], np.uint64)
    counts = [len(each.split()) for each in others]
    words = scene(hand, to_beat, others=counts, players=len(hands), **more)
    row = own_row(seat, len(hands), hands)
    return text(ask(seat.strategy.choose, words, mask(hand), row)) or "pass"


SCENES = [
    ("goes out when it can", "R8 R8", ["RD", "GP", "YP"], "G7 Y7", {}, "R8 R8"),
    ("leads its nine, which nobody can beat", "G3 G9",
     ["R8 Y8 Y4", "G7 R7 R2", "G6 Y6 R6"], "", {"last_card": "off"}, "G9"),
    ("leads the pair that nobody can beat", "G3 G5 Y5",
     ["R4 Y4 RD", "G7 R8 R10", "G6 Y9 GP"], "", {}, "G5 Y5"),
    ("leads the single that nobody can beat, as all hold pairs", "G6 Y6 R8",
     ["G7 Y7", "R7 R7", "G1 Y1 R2 R2"], "", {"last_card": "off"}, "R8"),
    ("leads its three where the nine falls to a ten whose holder then goes out",
     "G3 G9", ["G5 R10", "G2 Y2 R2", "Y4 G4 R4"], "", {"last_card": "off"}, "G3"),
    ("before a last card lays its highest", "G3 R8 GP",
     ["R2", "G4 G5", "G6 G7"], "Y2", {"bound": True}, "GP"),
    ("opens with the multi-coloured 1", "M1 R5", ["G2 G3", "G4 G5", "G6 G7"], "",
     {"opening": True}, "M1"),
    ("with three players too", "G3 G9", ["G5 R10", "G2 Y2 R2"], "",
     {"last_card": "off"}, "G3"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "others", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, others, to_beat, more, play):
    assert answer(hand, others, to_beat, **more) == play, sentence


def test_the_same_question_has_the_same_answer():
    hand, others = "G3 G9 R2 R2 Y5", ["R8 Y8 Y4 G10", "G7 R7 R2 GP", "G6 Y6 R6 YP"]
    assert len({answer(hand, others, rollout="random") for _ in range(5)}) == 1
