"""The plays that planning bots compare."""

import numpy as np
import pytest
from situations import mask, scene, text

from gofsim.kernel import view
from gofsim.strategies.options import list_options


def options(hand, to_beat="", **more):
    words = scene(hand, to_beat, **more)
    count = list_options(words, np.uint64(mask(hand)))
    return [text(play) for play in words[view.SCRATCH : view.SCRATCH + count]]


SCENES = [
    ("every single card that beats", "G3 Y5 Y5 R8 GP", "G4", {}, ["Y5", "R8", "GP"]),
    ("the weakest pair of each number that beats",
     "R4 G4 Y4 G5 Y5 R5 GP YP", "G4 Y4", {}, ["G4 R4", "G5 Y5", "GP YP"]),
    ("a triple of each number", "G4 Y4 R4 G7 G7 R7 R7", "R3 R3 Y3", {},
     ["G4 Y4 R4", "G7 G7 R7", "G7 G7 R7 R7"]),
    ("the weakest of each kind of five cards",
     "G2 Y3 G4 G5 G6 G9 R9 R9", "G1 G2 Y3 Y4 R5", {}, ["G2 Y3 G4 G5 G6", "G2 G4 G5 G6 G9"]),
    ("gangs with all their cards", "G2 G2 Y2 Y2 R2 G7 G7 R7 R7", "RD", {},
     ["G2 G2 Y2 Y2 R2", "G7 G7 R7 R7"]),
    ("only larger gangs on a gang", "G2 G2 Y2 Y2 R2 G7 G7 R7 R7", "Y8 G8 R8 R8", {},
     ["G2 G2 Y2 Y2 R2"]),
    ("a leader's plan", "G1 Y1 G3 R9", "", {}, ["G1 Y1", "G3", "R9"]),
    ("opening: plays of the plan with the multi-coloured 1",
     "G1 M1 R2 R8 R8", "", {"opening": True}, ["G1 M1"]),
    ("opening: another play when the plan's ace in a straight is not that one",
     "G1 M1 R2 R3 Y4 Y5", "", {"opening": True}, ["M1"]),
    ("before a last card: the highest card and gangs",
     "G2 G2 Y2 Y2 R9 GP", "G4", {"bound": True}, ["GP", "G2 G2 Y2 Y2"]),
    ("before a last card: leads of two or more cards",
     "G2 R9 R9 GP", "", {"bound": True}, ["R9 R9"]),
    ("nothing where only a pass is left", "G2 R9", "GP", {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "hand", "to_beat", "more", "plays"), SCENES)
def test_scene(sentence, hand, to_beat, more, plays):
    assert options(hand, to_beat, **more) == plays, sentence
