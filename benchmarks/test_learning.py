"""Callers in Python: a plain bot in one seat, and tables in lock-step."""

from pathlib import Path

import numpy as np
import pytest

import gofsim
from gofsim.commands.bench import play
from gofsim.encoding import observations
from gofsim.learning import seated
from gofsim.strategies.plain import plain_bot
from gofsim.strategies.seat import Seat, seat_bot

DOCS = Path(__file__).parents[1] / "docs"
OTHERS = ("lowest",) * 3


def first_play(seen):
    return seen.plays[0] if seen.plays else None


PLAIN = {
    "first-play": Seat(plain_bot(first_play), {}, 0.0, "lowest", ("first", (), Path())),
    "template": seat_bot("my_plain_bot.py:MY_PLAIN_BOT", {}, DOCS, "here"),
}


@pytest.mark.parametrize("name", PLAIN)
def test_plain_bot(benchmark, note_rates, name):
    seats = (PLAIN[name], *(seated(each) for each in OTHERS))
    note_rates(benchmark.pedantic(play, (seats, 2_000), {"single_round": True}, rounds=3))


def first(tables):
    tables.choose(np.zeros(tables.count, np.int64))


def first_with_observations(tables):
    observations(tables.words, tables.hand, tables.seat)
    first(tables)


@pytest.mark.parametrize("forced", [True, False])
@pytest.mark.parametrize("caller", [first, first_with_observations])
@pytest.mark.parametrize("count", [64, 256, 1024])
def test_tables(benchmark, calibration, count, caller, forced):
    tables = gofsim.tables(count, [None, *OTHERS], seed=1, forced=forced)
    ended = []

    def steps():
        rounds = 0
        while rounds < 20_000:
            caller(tables)
            rounds += int(tables.rounds.sum())
        ended.append(rounds)

    benchmark.pedantic(steps, rounds=3)
    rate = ended[-1] / benchmark.stats.stats.median
    benchmark.extra_info["rounds_per_second"] = round(rate)
    benchmark.extra_info["rounds_a_million_steps"] = round(1e6 * rate / calibration)
    print({"benchmark": benchmark.name, **benchmark.extra_info})
