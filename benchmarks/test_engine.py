"""The engine alone: four of a bot, distinct rounds, every check and statistic on."""

import pytest

from gofsim.commands.bench import enough_blocks, play, seats_of
from gofsim.strategies.registry import names


@pytest.mark.parametrize("bot", names())
def test_single_rounds(benchmark, note_rates, bot):
    seats = seats_of(bot)
    blocks = enough_blocks(seats, single_round=True)
    note_rates(benchmark.pedantic(play, (seats, blocks), {"single_round": True}, rounds=5))


def test_games_with_exchange(benchmark, note_rates):
    seats = seats_of("lowest")
    blocks = enough_blocks(seats, single_round=False)
    note_rates(benchmark.pedantic(play, (seats, blocks), {"single_round": False}, rounds=5))
