"""What `counter` does, one sentence each: hand, table, cards played, play."""

import pytest
from situations import answer

TOP = ("GP", "YP", "RD")  # all that beats a ten
SCENES = [
    ("leads five cards by plan", "G1 Y1 G3 Y4 R5 G6 G7 R9", "", {}, "G3 Y4 R5 G6 G7"),
    ("with two cards left leads the dragon, to go out with the other",
     "G3 RD", "", {}, "RD"),
    ("leads a red ten first when nothing above it is left",
     "G3 R10", "", {"played": TOP}, "R10"),
    ("leads the low card while the dragon is about", "G3 R10", "", {"played": TOP[:2]}, "G3"),
    ("remembers only the last plays", "G3 R10", "",
     {"played": TOP, "parameters": {"memory": 2}}, "G3"),
    ("three plays are enough here", "G3 R10", "",
     {"played": TOP, "parameters": {"memory": 3}}, "R10"),
    ("a middling pair holds once the higher numbers are gone",
     "G3 R9 R9", "", {"played": ("GP", "G10 G10", "Y10 Y10", "R10")}, "R9 R9"),
    ("never runs out above a threshold of 1", "G3 RD", "",
     {"parameters": {"boss_threshold": 2}}, "G3"),
    ("buys the lead with what nobody beats, two plays from out",
     "R2 R2 R9 RD", "G8", {"others": 1}, "RD"),
    ("keeps its straight while all hold many, like endgame",
     "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 16}, "pass"),
    ("breaks it once somebody is near", "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 5}, "Y10"),
    ("goes out when it can", "R8 R8", "G7 Y7", {"others": 16}, "R8 R8"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    assert answer("counter", hand, to_beat, **more) == play, sentence
