"""What `lowest` does, one sentence each: hand, table, play."""

import pytest
from situations import answer

SCENES = [
    ("leads all of its lowest number", "G1 Y1 G3 Y4 R5 G6 R9", "", {}, "G1 Y1"),
    ("leads five cards with the lowest in them", "G2 Y3 Y4 R5 G6 R9 R9", "", {}, "G2 Y3 Y4 R5 G6"),
    ("follows with the weakest that beats", "G3 Y3 R5 R8 Y9", "Y2", {}, "G3"),
    ("breaks a pair for it", "G5 Y5 R5 Y8 R8 Y10", "Y7", {}, "Y8"),
    ("passes when only a gang would beat", "G2 Y2 R2 R2 G3 R10", "RD", {}, "pass"),
    ("lays the gang when somebody has five cards left",
     "G2 Y2 R2 R2 G3 R10", "RD", {"others": 5}, "G2 Y2 R2 R2"),
    ("or from as many cards as its parameter says",
     "G2 Y2 R2 R2 G3 R10", "RD",
     {"others": 5, "parameters": {"gang_when_opponent_at_most": 4}}, "pass"),
    ("goes out with a gang at any time", "G2 Y2 R2 R2", "RD", {}, "G2 Y2 R2 R2"),
    ("splits a gang that it leads early", "G1 Y1 R1 M1 R5 R6 GP", "", {}, "G1 Y1 R1"),
    ("leads the whole of it late", "G1 Y1 R1 M1 R5 R6 GP", "", {"others": 4}, "G1 Y1 R1 M1"),
    ("opens with the multi-coloured 1 and its number",
     "G1 M1 R2 R8 R8 GP", "", {"opening": True}, "G1 M1"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
    ("before a last card leads a pair", "G3 R8 R8 GP", "", {"bound": True}, "R8 R8"),
    ("before a last card, with no pair, leads its highest", "G3 R8 GP", "", {"bound": True}, "GP"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    assert answer("lowest", hand, to_beat, **more) == play, sentence
