"""What `min-turns` does, one sentence each: hand, table, play."""

import pytest
from situations import answer

SCENES = [
    ("leads its largest play", "G1 Y1 G3 Y4 R5 G6 G7 R9", "", {}, "G3 Y4 R5 G6 G7"),
    ("joins a triple and a pair", "G1 Y4 R4 G6 R9 R9 Y9 GP RD", "", {}, "Y4 R4 Y9 R9 R9"),
    ("follows with a card that is alone", "G3 Y3 R5 R8 Y9", "Y2", {}, "R5"),
    ("rather than break a full house", "G5 Y5 R5 Y8 R8 Y10", "Y7", {}, "Y10"),
    ("passes when every answer breaks the plan", "G5 Y5 R5 R8 R8", "Y4 Y4", {}, "pass"),
    ("answers all the same when a pass costs a turn",
     "G5 Y5 R5 R8 R8", "Y4 Y4", {"parameters": {"pass_penalty": 1}}, "R8 R8"),
    ("lays a gang as soon as it helps", "G2 Y2 R2 R2 G3 R10", "RD", {}, "G2 Y2 R2 R2"),
    ("goes out when it can", "R8 R8", "G7 Y7", {}, "R8 R8"),
    ("opens with a play that leaves the best plan",
     "G1 M1 G2 G3 G4 R4 R5 GP", "", {"opening": True}, "M1"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
    ("before a last card leads a pair", "G3 R8 R8 GP", "", {"bound": True}, "R8 R8"),
    ("before a last card, with no pair, leads its highest", "G3 R8 GP", "", {"bound": True}, "GP"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    assert answer("min-turns", hand, to_beat, **more) == play, sentence
