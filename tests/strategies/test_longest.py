"""What `longest` does, one sentence each: hand, table, play."""

import pytest
from situations import answer

SCENES = [
    ("leads five cards before a lower pair", "G1 Y1 G3 Y4 R5 G6 G7 R9", "", {}, "G3 Y4 R5 G6 G7"),
    ("of five cards the weakest kind",
     "G1 G3 G5 G6 G7 Y8 R9 R10", "", {}, "G5 G6 G7 Y8 R9"),
    ("five cards before a gang of four",
     "G2 Y2 R2 R2 G3 Y3 G4 R4 G5", "", {}, "G2 Y2 R2 G3 Y3"),
    ("a gang of four before a triple", "G1 Y1 R1 M1 R5 R6 GP", "", {}, "G1 Y1 R1 M1"),
    ("a gang of six before five cards",
     "G2 G2 Y2 Y2 R2 R2 G3 Y4 R5 Y6", "", {}, "G2 G2 Y2 Y2 R2 R2"),
    ("a triple before a pair of phoenixes where they join no triple",
     "G9 R9 R9 GP YP", "", {"phoenix_in_full_house": False}, "G9 R9 R9"),
    ("and a lower pair before a single card", "G1 R5 Y5 G9 GP", "", {}, "Y5 R5"),
    ("with nothing else its lowest card", "G3 R8 GP", "", {}, "G3"),
    ("follows with the weakest that beats", "G5 Y5 R5 Y8 R8 Y10", "Y7", {}, "Y8"),
    ("but with a gang rather than one card", "G2 Y2 R2 R2 R10", "Y9", {}, "G2 Y2 R2 R2"),
    ("and not with a gang of four on five cards",
     "G1 Y2 R3 G4 Y5 R5 R6 G9 Y9 R9 R9", "Y1 Y2 G3 R4 R5", {}, "Y2 R3 G4 Y5 R6"),
    ("passes without an answer", "G3 R8", "GP", {}, "pass"),
    ("opens with the most cards that hold the multi-coloured 1",
     "G1 M1 G2 G3 G4 R4 R5 GP", "", {"opening": True}, "M1 G2 G3 G4 R5"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
    ("before a last card leads a pair", "G3 R8 R8 GP", "", {"bound": True}, "R8 R8"),
    ("before a last card, with no pair, leads its highest", "G3 R8 GP", "", {"bound": True}, "GP"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    assert answer("longest", hand, to_beat, **more) == play, sentence
