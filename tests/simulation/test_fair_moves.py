"""Moves of positions: those of real games are fair, and the first foul of others is named."""

import random

import pytest
from games import random_game

from gofsim.errors import BadInputError
from gofsim.simulation.fair_moves import check_moves
from gofsim.simulation.position import position_at, read_position


def test_moves_of_games_are_fair():
    """Of every rule set, seen by every seat, whoever gave what to whom."""
    checked = 0
    for seed in range(40):
        log, *_ = random_game(random.Random(seed))
        for entry in log["rounds"][:4]:
            for place in range(2, len(entry["moves"]) + 1, 5):
                check_moves(position_at(log, entry["number"], place))
                checked += 1
    assert checked > 500


# Fourteen cards: with what it laid, or holds besides, sixteen. Seats follow clockwise.
HAND = "G2 Y2 R2 G4 G5 Y6 R7 R7 G8 Y8 R8 G9 Y10 R10"
START = {
    "hand": HAND,
    "seat": 0,
    "round": 2,
    "exchange": {"giver": 2, "receiver": 1, "given": "GP", "returned": "Y1"},
}


def judged(*moves, hand=HAND, **changes):
    """Judge moves: (seat, play), or with what was said of the last card."""
    told = [
        {"seat": seat, "play": play} | ({"announced": said[0]} if said else {})
        for seat, play, *said in moves
    ]
    check_moves(read_position(START | {"hand": hand, "moves": told} | changes, "here"))


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ([(1, "G3 Y4"), (2, None)], "move 2, seat 1: G3 Y4 is no combination"),
        ([(1, "G3 Y3 R3"), (2, None)], "move 2, seat 1: G3 Y3 R3 does not beat G1 G1"),
        ([(2, "G3 Y3")], "move 2, seat 2: it is seat 1's turn"),
        ([(1, ""), (2, None)], "move 2, seat 1: no card is no combination"),
        ([(1, None, True), (2, None)], "move 2, seat 1: announced: there is nothing to"),
        ([(1, None), (2, "Y3 RD")], "move 3, seat 2: RD is higher than GP, the highest card"),
        ([(1, None), (2, "GP YP")], "move 3, seat 2: YP is higher than GP, the highest card"),
        ([(1, None), (2, None), (3, "GP YP")], "move 4, seat 3: GP lies with seat 1"),
    ],
)
def test_the_first_foul_is_named(moves, line):
    last = [] if moves[-1][0] == 3 else [(3, None)]
    with pytest.raises(BadInputError) as refused:
        judged((0, "G1 G1"), *moves, *last)
    assert str(refused.value).startswith(line)


def test_a_pass_that_leads_is_foul():
    with pytest.raises(BadInputError, match="move 1, seat 3: may not pass: a trick must be led"):
        judged((3, None), hand=f"{HAND} G1 G1")


def test_own_moves_are_judged_by_the_whole_hand():
    """Before an announced last card it may not pass a single that it can beat, nor go low."""
    passes = [(2, None), (3, None), (0, None)]
    before = [
        (1, "G3 G3 Y3 Y4 Y4"), *passes, (1, "Y5 Y5 R5 R6 R6"), *passes,
        (1, "G7 G7 Y7 Y9 Y9", True), (2, "G10 G10 Y10 R4 R4"), (3, None), (0, None), (1, None),
        (2, "R1"), (3, "R3"),
    ]  # fmt: skip
    after = [(1, None), (2, None), (3, None)]
    judged(*before, (0, "R10"), *after, hand=f"{HAND.removesuffix(' R10')} G1 G1")
    with pytest.raises(BadInputError, match="move 16, seat 0: may not pass: the next seat has"):
        judged(*before, (0, None), *after[:2], (3, "Y7"), hand=f"{HAND} G1 G1")
    with pytest.raises(BadInputError, match="move 16, seat 0: may not play G9: the next seat"):
        judged(*before, (0, "G9"), *after, hand=f"{HAND.replace(' G9', '')} G1 G1")


def test_the_opening_needs_the_multi_coloured_one():
    opening = {"round": 1, "exchange": None, "direction": "counterclockwise"}
    fair = [(0, "M1 G1"), (3, None), (2, None), (1, None)]
    judged(*fair, **opening)
    with pytest.raises(BadInputError, match="move 1, seat 0: may not play G1 G1: the opening must"):
        judged((0, "G1 G1"), *fair[1:], **opening)


def test_a_given_card_may_have_a_twin():
    """The Y1 that went back to seat 2 has one: seat 3 may lay that, but not both."""
    judged((3, "Y1"), hand=f"{HAND} G1 G1")
    with pytest.raises(BadInputError, match="move 1, seat 3: Y1 lies with seat 2"):
        judged((3, "Y1 Y1"), hand=f"{HAND} G1 G1")
