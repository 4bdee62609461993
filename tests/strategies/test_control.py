"""What `control` does, one sentence each: hand, table, play."""

import pytest
from situations import answer

SCENES = [
    ("leads five cards by plan", "G1 Y1 G3 Y4 R5 G6 G7 R9", "", {}, "G3 Y4 R5 G6 G7"),
    ("keeps a gang while more than one play is left",
     "G1 Y1 R1 M1 R5 R6 GP", "", {}, "R5"),
    ("but leads it when it pays no price for gangs",
     "G1 Y1 R1 M1 R5 R6 GP", "", {"parameters": {"gang": 0}}, "G1 Y1 R1 M1"),
    ("lays a lone card before a ten", "G3 Y3 R9 R10 G6 Y6", "Y8", {}, "R9"),
    ("breaks its plan rather than pass", "G5 Y5 R5 R8 R8", "Y4 Y4", {}, "R8 R8"),
    ("passes when passes are worth it",
     "G5 Y5 R5 R8 R8", "Y4 Y4", {"parameters": {"pass_bonus": 1}}, "pass"),
    ("lays a low card of a pair rather than the dragon",
     "G3 R3 Y5 R5 RD", "G4", {"parameters": {"dragon": 3}}, "Y5"),
    ("lays the dragon where it costs nothing",
     "G3 R3 Y5 R5 RD", "G4", {"parameters": {"dragon": 0}}, "RD"),
    ("with two plays left buys the lead with a gang, to go out",
     "G2 Y2 R2 R2 R10", "Y9", {}, "G2 Y2 R2 R2"),
    ("goes out when it can", "R8 R8", "G7 Y7", {}, "R8 R8"),
    ("opens with a play that leaves the best plan",
     "G1 M1 R2 R8 R8 GP", "", {"opening": True}, "G1 M1"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
    ("before a last card leads a pair", "G3 R8 R8 GP", "", {"bound": True}, "R8 R8"),
    ("before a last card, with no pair, leads its highest", "G3 R8 GP", "", {"bound": True}, "GP"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    assert answer("control", hand, to_beat, **more) == play, sentence
