"""Ten thousand games under switches at random: every move by the oracle, every draw by numpy."""

import random

import oracle
import pytest
from games import check_chance, random_game, seats_at_table

GAMES, BATCHES = 10_000, 200


@pytest.mark.parametrize("batch", range(BATCHES))
def test_games(batch):
    """Bots, rules, seed, block and seating are all drawn anew for each game."""
    rng = random.Random(f"verification {batch}")
    for _ in range(GAMES // BATCHES):
        log, seats, _, place = random_game(rng)
        oracle.check_log(log)
        check_chance(log, seats_at_table(log, seats, place))
