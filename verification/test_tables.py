"""Tables in lock-step under switches at random: a seat is told what the engine tells it."""

import random
from collections import Counter

import pytest
from side_by_side import check_games

from verification.record import record

BATCHES, RULE_SETS = 20, 15


@pytest.fixture(scope="module")
def seen():
    """What was compared in all batches."""
    counted = Counter()
    yield counted
    figure = ", ".join(f"{number:,} {what}" for what, number in counted.items())
    record("8 Engine", "tables in lock-step, answered by bots, beside the engine with these bots in"
           " the seats: all that is told at each decision, points and winners", figure,
           "none differs")  # fmt: skip


@pytest.mark.parametrize("batch", range(BATCHES))
def test_tables(batch, seen):
    """Rules, bots and the seats that are asked are drawn anew each time."""
    rng = random.Random(f"tables {batch}")
    for _ in range(RULE_SETS):
        decisions, rounds = check_games(rng)
        seen.update({"rule sets": 1, "decisions": decisions, "rounds": rounds})
