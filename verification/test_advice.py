"""Advice holds: a fresh, larger evaluation finds the advised play as good as the best."""

import random
from pathlib import Path

from gofsim.commands.advise import advise
from gofsim.rules import Rules
from gofsim.simulation.position import position_at
from gofsim.simulation.replay import replay_game
from gofsim.strategies.seat import seat_bot
from verification.record import record

ITEM = "10 Advice"
POSITIONS = 200
ROLL_OUTS = 20_000
FRESH = 10  # times as many
MOST_MISSES = 20  # of 200; 10 are due where the intervals are exactly right


def positions(count):
    """Positions of games among good bots, at which there is a choice, a random move of each."""
    rng, seats = random.Random(20261130), [seat_bot("linear", {}, Path(), "here")] * 4
    while count:
        log = replay_game(
            seats, Rules(), seed=rng.randrange(2**63), block=0, seating="fixed",
            seating_index=0, single_round=False, arm="x",
        )  # fmt: skip
        entry = rng.choice(log["rounds"])
        position = position_at(log, entry["number"], rng.randrange(len(entry["moves"])) + 1)
        if len(advise(position, roll_outs=1)["choices"]) > 1:
            yield position
            count -= 1


def test_a_fresh_evaluation_agrees():
    missed, clear, gaps = 0, 0, []
    for position in positions(POSITIONS):
        advised = advise(position, roll_outs=ROLL_OUTS, seed=1)
        fresh = advise(position, roll_outs=FRESH * ROLL_OUTS, seed=2)
        play = advised["choices"][0]["play"]
        found = next(each for each in fresh["choices"] if each["play"] == play)
        behind = found["behind"] or {"mean": 0.0, "low": 0.0}
        missed += behind["low"] > 0
        clear += advised["stopped"] == "the best is clear"
        gaps.append(max(behind["mean"], 0.0))
    record(
        ITEM,
        f"positions at which a fresh evaluation with {FRESH} times the roll-outs finds the advised "
        "play surely behind the best",
        f"{missed} of {POSITIONS}",
        f"at most {MOST_MISSES}",
    )
    record(ITEM, "share of games that the advised play gives away, on average",
           f"{100 * sum(gaps) / len(gaps):.2f}%", "reported")  # fmt: skip
    record(ITEM, "positions at which the best play was clear", f"{clear}", "reported")
    assert missed <= MOST_MISSES
