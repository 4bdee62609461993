"""What a game feels like: counted by the oracle on the logs of the same games."""

from pathlib import Path

import oracle
import pytest
from situations import situations

from gofsim.rules import Rules
from gofsim.simulation.arms import Arm
from gofsim.simulation.feeling import COLUMNS, course, feel_block
from gofsim.simulation.replay import replay_game
from gofsim.strategies.seat import seat_bot


def arm(rules, *bots):
    seats = tuple(seat_bot(bot, {"forget": 0.2}, Path(), bot) for bot in bots)
    return Arm("a", bots, seats, rules, "rotations")


def counted(log):
    """The same sums from a log, by the oracle."""
    sums, turned = dict.fromkeys(COLUMNS, 0), set()
    winners = {entry["number"]: entry["winner"] for entry in log["rounds"]}
    for each in situations(log):
        state, (plays, may_pass) = each.state, each.state.legal()
        sums["decisions"] += 1
        sums["options"] += len(plays) + may_pass
        sums["forced"] += len(plays) + may_pass == 1
        sums["tricks"] += state.to_beat is None
        gang = oracle.kind(oracle.parse(each.move["play"] or ""), log["rules"]) == "gang"
        if gang and state.to_beat and state.owner != state.turn == winners[state.number]:
            turned.add(state.number)
    return sums | {"rounds": len(log["rounds"]), "turns": len(turned)}


@pytest.mark.parametrize(
    "rules",
    [Rules(target=60), Rules(target=60, players=3, passing="final", last_card="off")],
    ids=["usual", "other"],
)
def test_decisions_are_those_of_the_logs(rules):
    mine = arm(rules, *("lowest", "control", "random", "longest")[: rules.players])
    found = dict(zip(COLUMNS, feel_block(mine, seed=2, block=3, single_round=False), strict=True))
    expected = dict.fromkeys(COLUMNS, 0)
    for index in range(mine.seatings):
        log = replay_game(
            mine.seats, rules, seed=2, block=3, seating="rotations", seating_index=index,
            single_round=False, arm="a",
        )  # fmt: skip
        for name, count in counted(log).items():
            expected[name] += count
        expected["games"] += 1
        totals = [entry["totals"] for entry in log["rounds"]]
        for name, count in course(totals).items():
            expected[name] += count
    assert found == expected
    assert 0 < found["turns"] < found["rounds"]


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        # Ahead from the first round to the last.
        ([[0, 5], [3, 9]], {"changes": 0, "undecided": 0, "comebacks": 0, "behind": 0}),
        # The winner is last at half time, and takes the lead in the last of four rounds.
        (
            [[9, 0], [20, 5], [25, 30], [40, 60]],
            {"changes": 1, "undecided": 2, "comebacks": 1, "behind": 15},
        ),
        # A tie is nobody's lead.
        (
            [[5, 5], [5, 9], [9, 9], [9, 12]],
            {"changes": 0, "undecided": 3, "comebacks": 0, "behind": 0},
        ),
        # A shared win: one of the winners, on whatever seat, was last at half time.
        (
            [[0, 2, 9], [10, 10, 20]],
            {"changes": 0, "undecided": 2, "comebacks": 0, "behind": 2},
        ),
        (
            [[0, 9, 2], [10, 10, 20]],
            {"changes": 0, "undecided": 2, "comebacks": 1, "behind": 9},
        ),
        (
            [[9, 0, 2], [10, 10, 20]],
            {"changes": 0, "undecided": 2, "comebacks": 1, "behind": 9},
        ),
        # Two that are last together are not last alone.
        (
            [[9, 9, 2], [10, 10, 20]],
            {"changes": 0, "undecided": 2, "comebacks": 0, "behind": 7},
        ),
    ],
)
def test_courses_by_hand(totals, told):
    assert course(totals) == told
