"""Of all legal plays those that leave the best hands, best first."""

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask
from situations import scene

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies.shortlist import add_promising

PLAYS, COSTS, MOST = view.SEARCH, view.SEARCH + 200, 128


@kernel
def shortlisted(words, hand, known, first, most):
    """Add plays behind `first` that stand there; how many there are then."""
    return add_promising(pointer_to(words), hand, known, PLAYS, COSTS, first, most)


def short(hand, to_beat="", known="", first=0, most=MOST, **more):
    """The plays added, as texts."""
    words = scene(hand, to_beat, **more)
    words[PLAYS : COSTS + 200] = 77
    count = shortlisted(words, np.uint64(mask(hand)), np.uint64(mask(known)), first, most)
    assert set(words[PLAYS : PLAYS + first].tolist()) <= {77}
    assert set(words[PLAYS + max(first, count) : COSTS].tolist()) <= {77}
    assert set(words[COSTS + max(first, count) : COSTS + 200].tolist()) <= {77}
    return [oracle.text(cards_of(cards)) for cards in words[PLAYS + first : PLAYS + count]]


HAND = "G2 Y2 R5 G5 G7 Y8 R9 RD"


@pytest.mark.parametrize("to_beat", ["", "R4", "G3 Y3"])
def test_with_room_all_legal_plays_are_there(to_beat):
    rules, hand = oracle.default_rules(), oracle.parse(HAND)
    legal = [
        play
        for play in oracle.all_combinations(hand, rules)
        if not to_beat or oracle.beats(play, oracle.parse(to_beat), rules)
    ]
    found = short(HAND, to_beat)
    assert len(found) == len(set(found))
    assert set(found) == {oracle.text(play) for play in legal}


@pytest.mark.parametrize("most", [0, 1, 2, 5])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_never_more_than_asked_and_always_the_best(first, most):
    everything = short(HAND)
    assert short(HAND, first=first, most=max(first, most)) == everything[: max(most - first, 0)]


def test_the_known_play_is_left_out():
    everything = short(HAND)
    for known in everything:
        assert short(HAND, known=known) == [play for play in everything if play != known]


@pytest.mark.parametrize(
    ("sentence", "hand", "to_beat", "best"),
    [
        ("out is best", "G5 Y5 R5", "", "G5 Y5 R5"),
        ("a pair rather than its half", "G5 Y5 R9", "", "G5 Y5"),
        ("a straight rather than its cards", "G3 Y4 R5 G6 G7 RD", "", "G3 Y4 R5 G6 G7"),
        ("a low card rather than the dragon", "G5 R7 RD", "G3", "G5"),
        ("a phoenix rather than the dragon", "G2 GP RD", "R10", "GP"),
    ],
)
def test_the_best_comes_first(sentence, hand, to_beat, best):
    assert short(hand, to_beat)[0] == best, sentence


def test_opening_and_duty_are_obeyed():
    assert all("M1" in play.split() for play in short("M1 R1 G5 Y5", opening=True))
    assert set(short("G3 R8 GP", "Y2", bound=True)) == {"GP"}
