"""Budgets: one block at least, all where nothing limits them, else what fits."""

import math
import time
from pathlib import Path

import numpy as np
import pytest

from gofsim.rules import Rules
from gofsim.simulation.budget import Budget
from gofsim.simulation.play import play_blocks
from gofsim.strategies.seat import seat_bot


def rows(budget=None, blocks=range(40_000), single_round=True):
    """Blocks of four of a bot; more than one call of the engine holds."""
    seats = [seat_bot("lowest", {}, Path(), "lowest")] * 4
    return play_blocks(
        seats, Rules(), seed=1, blocks=blocks, seating="fixed", single_round=single_round, arm="a",
        budget=budget,
    ).rounds  # fmt: skip


def test_without_limits_everything_fits_at_once():
    assert Budget().fitting(10**9) == 10**9


def test_steps_grow_until_the_rounds_are_used_up():
    budget, steps = Budget(rounds=1000), []
    while step := budget.fitting(10**9):
        steps.append(step)
        budget.spend(step, 10 * step)
    assert steps[:4] == [1, 3, 12, 48]
    assert sum(steps) in (99, 100)


def test_time_is_used_up():
    budget = Budget(seconds=0.05)
    assert budget.fitting(7) == 1
    budget.spend(1, 1)
    time.sleep(0.06)
    assert budget.fitting(7) == 0


@pytest.mark.parametrize("rounds", [1, 500, 35_000, math.inf])
def test_what_is_played_is_the_beginning_of_all(rounds):
    whole, part = rows(), rows(Budget(rounds=rounds))
    length = len(part["block"])
    assert length == min(rounds, 40_000)
    for name, column in part.items():
        assert np.array_equal(column, whole[name][:length])


def test_games_in_steps_are_the_same_games():
    blocks = range(7, 300)
    whole = rows(blocks=blocks, single_round=False)
    steps = rows(Budget(rounds=10**9), blocks, single_round=False)
    for name, column in steps.items():
        assert np.array_equal(column, whole[name])
