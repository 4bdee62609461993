"""What `linear` does, one sentence each: hand, table, cards played, play."""

import json
from pathlib import Path

import pytest
from bridge import mask
from situations import answer, ask, scene, text

from gofsim.strategies.registry import load_bot

SCENES = [
    ("leads five cards by plan", "G1 Y1 G3 Y4 R5 G6 G7 R9", "", {}, "G3 Y4 R5 G6 G7"),
    ("leads its low cards first", "G2 G5 R9 RD", "", {}, "G2"),
    ("with two cards left leads the dragon, to go out with the other",
     "G3 RD", "", {}, "RD"),
    ("does so with three players too", "G3 RD", "", {"players": 3}, "RD"),
    ("follows with a loose card rather than one of its straight",
     "G6 Y7 R8 G9 Y10 R9 G2", "Y8", {"others": 16}, "R9"),
    ("keeps its straight while all hold many", "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 16},
     "pass"),
    ("breaks it once somebody is near", "G6 Y7 R8 G9 Y10 G3 G2", "R9", {"others": 2}, "Y10"),
    ("takes a card of its straight that another replaces",
     "G3 Y4 Y5 G6 G7 G8 R2", "Y2", {}, "G7"),
    ("takes the lead with one of its tens, three cards from out",
     "G3 G10 Y10", "R9", {"others": 16}, "G10"),
    ("breaks it before one with a last card", "G3 G10 Y10", "R9", {"others": 1}, "G10"),
    ("keeps a gang while all hold many", "G3 Y3 R3 R3 G5 R9", "Y8 R8", {"others": 14}, "pass"),
    ("lays it to run out", "G3 Y3 R3 R3 G5", "Y8 R8", {"others": 14}, "G3 Y3 R3 R3"),
    ("lays it once somebody is near", "G3 Y3 R3 R3 G5 R9", "Y8 R8", {"others": 2}, "G3 Y3 R3 R3"),
    ("goes out when it can", "R8 R8", "G7 Y7", {"others": 16}, "R8 R8"),
    ("opens with the multi-coloured 1 in a pair", "G1 M1 R8 R9", "", {"opening": True}, "G1 M1"),
    ("before a last card lays its highest", "G3 R8 GP", "Y2", {"bound": True}, "GP"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "play"), SCENES)
def test_scene(sentence, hand, to_beat, more, play):
    assert answer("linear", hand, to_beat, **more) == play, sentence


@pytest.mark.parametrize(
    ("sentence", "hand", "card"),
    [
        ("gives the low card that its plan has no use for", "G1 G3 Y4 R5 G6 G7 R9 RD", "G1"),
        ("gives a lone card before a lower pair", "G1 Y1 G3 RD", "G3"),
        ("gives the lowest card when all are in the plan", "G3 Y4 R5 G6 G7", "G3"),
    ],
)
def test_what_it_gives_back(sentence, hand, card):
    bot = load_bot("linear", Path())
    values = [each.default for each in bot.parameters]
    assert text(ask(bot.give, scene(hand), mask(hand), values)) == card, sentence


@pytest.mark.parametrize(("file", "players"), [("linear", 4), ("linear_three", 3)])
def test_its_weights_are_those_that_the_documented_command_wrote(file, players):
    path = Path(__file__).parents[2] / "experiments" / "tuning" / f"{file}_weights.json"
    tuned = json.loads(path.read_text("utf-8"))
    shipped = {
        each.name: each.default_at(players) for each in load_bot("linear", Path()).parameters
    }
    assert tuned["players"] == players
    assert tuned["parameters"] == shipped
