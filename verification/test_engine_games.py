"""Ten thousand games under switches at random: every move by the oracle, every draw by numpy."""

import random
from collections import Counter

import oracle
import pytest
from games import check_chance, random_game, seats_at_table

from verification.record import record

GAMES, BATCHES = 10_000, 200


@pytest.fixture(scope="module")
def seen():
    """What was compared in all batches."""
    counted = Counter()
    yield counted
    figure = ", ".join(f"{number:,} {what}" for what, number in counted.items())
    record("8 Engine", "games under switches at random, each move by the oracle and each draw by"
           " numpy", figure, "none differs")  # fmt: skip


@pytest.mark.parametrize("batch", range(BATCHES))
def test_games(batch, seen):
    """Bots, rules, seed, block and seating are all drawn anew for each game."""
    rng = random.Random(f"verification {batch}")
    for _ in range(GAMES // BATCHES):
        log, seats, _, place = random_game(rng)
        oracle.check_log(log)
        check_chance(log, seats_at_table(log, seats, place))
        moves = sum(len(entry["moves"]) for entry in log["rounds"])
        seen.update(games=1, rounds=len(log["rounds"]), moves=moves)
