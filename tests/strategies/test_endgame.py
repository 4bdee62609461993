"""What `endgame` does, one sentence each: hand, table, play."""

import pytest
from situations import answer

SCENES = [
    ("leads five cards by plan", "G1 Y1 G3 Y4 R5 G6 G7 R9", "", {}, "G3 Y4 R5 G6 G7"),
    ("keeps a straight while the owner of the 9 holds many: no other card beats the 9",
     "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 16}, "pass"),
    ("breaks it once he is down to five",
     "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": (5, 16, 16)}, "Y10"),
    ("somebody else may be near: the trick is not yet his",
     "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": (16, 1, 1)}, "pass"),
    ("six cards are not yet near", "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 6}, "pass"),
    ("unless it is told to be careful earlier",
     "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 6, "parameters": {"alert_at": 6}}, "Y10"),
    ("without urgency it passes to the end",
     "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 2, "parameters": {"urgency": 0}}, "pass"),
    ("lays a card that leaves the plan whole, however many the others hold",
     "G6 Y7 R8 G9 Y10 G3 G2", "R1", {"others": 16}, "G2"),
    ("breaks a pair, which costs but one turn, even while all hold many",
     "R9 Y9 G3 Y5 G7", "R8", {"others": 16}, "Y9"),
    ("keeps the pair when passes are cheap",
     "R9 Y9 G3 Y5 G7", "R8", {"others": 16, "parameters": {"pass_bonus": 0}}, "pass"),
    ("goes out when it can", "R8 R8", "G7 Y7", {"others": 16}, "R8 R8"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
    ("with three players as well",
     "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": (5, 16), "players": 3}, "Y10"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    assert answer("endgame", hand, to_beat, **more) == play, sentence
