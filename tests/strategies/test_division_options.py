"""The plays that a division of the hand adds to those worth comparing."""

import numpy as np
import pytest
from bridge import mask
from situations import scene, text

from gofsim.kernel import view
from gofsim.kernel.jit import kernel
from gofsim.strategies.division_options import (
    add_division_fives,
    list_division_leads,
    list_division_singles,
)
from gofsim.strategies.fives import divide


@kernel
def leads(words, hand):
    return list_division_leads(words, hand, divide(words, hand))


@kernel
def singles(words, hand):
    return list_division_singles(words, hand, divide(words, hand))


@kernel
def fives(words, hand):
    division = divide(words, hand)
    return add_division_fives(words, division, add_division_fives(words, division, 0))


def listed(function, hand, to_beat="", **more):
    words = scene(hand, to_beat, **more)
    count = function(words, np.uint64(mask(hand)))
    return [text(play) for play in words[view.SCRATCH : view.SCRATCH + count]]


SCENES = [
    ("leads: the fives, then a number a play", leads,
     "G3 Y4 Y5 R6 G7 G9 Y9 GP RD", "", {}, ["G3 Y4 Y5 R6 G7", "RD", "GP", "G9 Y9"]),
    ("leads: the lowest triple with the lowest pair, and both alone", leads,
     "G3 Y3 R3 G8 Y8 R9 R9", "", {}, ["G3 Y3 R3 G8 Y8", "G8 Y8", "R9 R9", "G3 Y3 R3"]),
    ("leads: a triple with the phoenixes where there is no pair", leads,
     "G3 Y3 R3 GP YP", "", {}, ["G3 Y3 R3 GP YP", "GP YP", "G3 Y3 R3"]),
    ("leads: no such play where the rules forbid it", leads,
     "G3 Y3 R3 GP YP", "", {"phoenix_in_full_house": False}, ["GP YP", "G3 Y3 R3"]),
    ("leads: gangs with all their cards", leads,
     "G3 Y3 R3 R3 R9", "", {}, ["R9", "G3 Y3 R3 R3"]),
    ("leads: the opening is obeyed", leads,
     "G1 M1 R9", "", {"opening": True}, ["G1 M1"]),
    ("leads: before a last card two or more cards", leads,
     "G3 R9 R9 GP", "", {"bound": True}, ["R9 R9"]),
    ("singles: of each number the lowest that beats, then those of the five, then gangs",
     singles, "G3 Y4 Y5 R6 G7 R7 Y9 R9 GP R10 R10 Y10 G10", "Y6", {},
     ["R7", "Y9", "G10", "GP", "R6", "G7", "G10 Y10 R10 R10"]),
    ("singles: none where none beats", singles, "G3 R9", "GP", {}, []),
    ("fives: those of the plan that beat, each once", fives,
     "G6 Y7 Y8 R9 G10 G2", "R3 Y4 R5 G6 G7", {}, ["G6 Y7 Y8 R9 G10"]),
    ("fives: none that does not beat", fives, "G3 Y4 Y5 R6 G7", "R3 Y4 R5 G6 R7", {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "function", "hand", "to_beat", "more", "plays"), SCENES)
def test_scene(sentence, function, hand, to_beat, more, plays):
    assert listed(function, hand, to_beat, **more) == plays, sentence
