"""Changed games: alike up to the change, by the rules after it, with the same deals and draws."""

import oracle
import pytest
from games import bot
from situations import situations

from gofsim.errors import BadInputError
from gofsim.rules import Rules
from gofsim.simulation.changing import Change, change_game, read_change
from gofsim.simulation.replay import replay_game

PLACE = {"seed": 3, "block": 5, "seating": "fixed", "seating_index": 0}
PLACE |= {"single_round": False, "arm": "x"}
RULES = Rules(target=60)


@pytest.fixture(scope="module")
def seats():
    """Bots of many kinds; one draws, one searches."""
    return (bot("linear"), bot("random"), bot("pimc", worlds=2, candidates=3), bot("lowest"))


@pytest.fixture(scope="module")
def log(seats):
    """The game as it was."""
    return replay_game(seats, RULES, **PLACE)


def other_plays(log):
    """(place, play made, another legal one) of many moves."""
    for each in situations(log):
        plays, may_pass = each.state.legal()
        made = each.move["play"]
        others = [oracle.text(play) for play in sorted(plays)] + [None] * may_pass
        others = [play for play in others if play != made]
        if others:
            yield (each.entry["number"], len(each.state.moves) + 1), made, others[0]


def test_a_change_to_what_was_played_changes_nothing(seats, log):
    for (number, move), made, _ in list(other_plays(log))[::7]:
        assert change_game(log, seats, RULES, [Change(number, move, made)], **PLACE) == log


def test_the_game_goes_on_by_the_rules(seats, log):
    for (number, move), _, other in list(other_plays(log))[::9]:
        changed = change_game(log, seats, RULES, [Change(number, move, other)], **PLACE)
        oracle.check_log(changed)
        assert changed["rounds"][: number - 1] == log["rounds"][: number - 1]
        before, after = log["rounds"][number - 1], changed["rounds"][number - 1]
        assert after["dealt"] == before["dealt"]
        assert after["moves"][: move - 1] == before["moves"][: move - 1]
        assert after["moves"][move - 1]["play"] == other
        for left, right in zip(log["rounds"], changed["rounds"], strict=False):
            assert left["dealt"] == right["dealt"]  # shuffled uniformly: by the seed alone


def test_a_second_change_is_of_the_game_as_it_then_goes(seats, log):
    (number, move), _, other = next(other_plays(log))
    once = change_game(log, seats, RULES, [Change(number, move, other)], **PLACE)
    later = next(each for each in other_plays(once) if each[0] > (number, move))
    changes = [Change(*later[0], later[2]), Change(number, move, other)]
    twice = change_game(log, seats, RULES, changes, **PLACE)
    oracle.check_log(twice)
    assert twice["rounds"][later[0][0] - 1]["moves"][later[0][1] - 1]["play"] == later[2]
    assert twice["rounds"][number - 1]["moves"][move - 1]["play"] == other


def test_what_is_not_legal_is_refused(seats, log):
    with pytest.raises(BadInputError, match=r"--change: GP GP|--change: RD is not legal at move 1"):
        change_game(log, seats, RULES, [Change(1, 1, "RD")], **PLACE)
    with pytest.raises(BadInputError, match="two plays at move 2 of round 1"):
        change_game(log, seats, RULES, [Change(1, 2, None), Change(1, 2, "G1")], **PLACE)
    with pytest.raises(BadInputError, match="--change: no round 99"):
        change_game(log, seats, RULES, [Change(99, 1, None)], **PLACE)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("2:5=G2 Y2", Change(2, 5, "G2 Y2")),
        (" 1 : 3 = pass", Change(1, 3, None)),
        ("1:3=PASS ", Change(1, 3, None)),
    ],
)
def test_changes_are_read(text, change):
    assert read_change(text) == change


@pytest.mark.parametrize(
    "text", ["", "2:5", "2=G1", "a:b=G1", "2:5=G11", "-1:2=G1", "2:1=", "2:1= "]
)
def test_changes_that_are_none(text):
    with pytest.raises(BadInputError, match=r"--change: must look like|--change: unknown card"):
        read_change(text)
