"""A bot that does not answer is named, and one that goes on is not."""

from games import bot

from gofsim.kernel import view
from gofsim.rules import Rules
from gofsim.simulation.table import Table
from gofsim.simulation.watchdog import stalled, watched

SEATS = [bot("lowest"), bot("random"), bot("lowest"), bot("lowest")]


def table_at(seat, block=7, game_round=2):
    table = Table(SEATS, Rules(), 1, 1)
    table.places[:] = [3, 2, 1, 0]
    table.view[view.SEAT], table.view[view.BLOCK] = seat, block
    table.view[view.ROUND] = game_round
    return table


def test_nothing_runs():
    assert stalled(0) is None


def test_the_same_state_twice_is_a_stall():
    with watched(table_at(2), SEATS, "on"):
        assert stalled(-1) is None  # the first look
        line = stalled(-1)
    assert line == "arm on: bot random on seat 2, block 7, round 2: no answer after -1 seconds"
    assert stalled(-1) is None


def test_a_move_starts_the_clock_again():
    table = table_at(1)
    with watched(table, SEATS, "on"):
        for _ in range(3):
            table.view[view.MOVES] += 1
            assert stalled(-1) is None
        table.cursor[0] += 1
        assert stalled(-1) is None
        assert stalled(-1) is not None


def test_within_the_limit():
    with watched(table_at(0), SEATS, "on"):
        assert stalled() is None
        assert stalled() is None


def test_several_calls_at_once():
    moving, still = table_at(0), table_at(3, block=9)
    with watched(moving, SEATS, "a"), watched(still, SEATS, "b"):
        stalled(-1)
        moving.view[view.MOVES] += 1
        assert "arm b: bot lowest on seat 3, block 9" in stalled(-1)
