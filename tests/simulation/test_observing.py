"""What a bot could have done, against the plain rules applied to the logs of the same games."""

import numpy as np
import oracle
import pytest
from games import bot, game

from gofsim.rules import Rules
from gofsim.simulation.observing import FREE, LED, OTHERS_LED, PASSED, observe

ROTATIONS = {"seed": 5, "seating": "rotations"}


def recounted(seats, rules, block):
    """The same counts from the logs: by the rules in plain Python."""
    counts = np.zeros((4, 17), np.int64)
    for index in range(4):
        log = game(seats, rules, block=block, seating_index=index, **ROTATIONS)
        mine = log["bots"].index(seats[0].request[0])
        last = {"winner": None, "loser": None, "totals": [0] * 4}
        for number, entry in enumerate(log["rounds"], start=1):
            hands = [oracle.parse(words) for words in entry["dealt"]]
            hands = oracle.check_exchange(entry, number, hands, last, log["rules"])
            leader, opening = oracle.check_leader(entry, number, hands, last, log["rules"])
            clockwise = entry["direction"] == "clockwise"
            state = oracle.Round(log["rules"], number, hands, leader, clockwise, opening)
            for move in entry["moves"]:
                count_move(counts, state, move, mine)
                oracle.check_move(state, move)
            last = oracle.check_result(entry, state, last["totals"], log["rules"])
    return counts


def count_move(counts, state, move, mine):
    held = len(state.hands[move["seat"]])
    if state.to_beat is None:
        counts[LED if move["seat"] == mine else OTHERS_LED, held] += 1
    elif move["seat"] == mine:
        plays, may_pass = state.legal()
        if plays and may_pass:
            counts[FREE, held] += 1
            counts[PASSED, held] += move["play"] is None


@pytest.mark.parametrize(
    ("name", "settings", "switches"),
    [
        ("random", {"forget": 0.5}, {"target": 40}),
        ("min-turns", {}, {"target": 150, "passing": "final", "tie_break": "top-card"}),
    ],
)
def test_the_counts_are_those_of_the_logs(name, settings, switches):
    rules = Rules(**switches)
    seats = (bot(name, **settings), *[bot("lowest", forget=0.2)] * 3)
    counts = observe(seats, rules, seed=5, block=7, seating="rotations", arm="")
    assert counts.tolist() == recounted(seats, rules, 7).tolist()
    assert counts[PASSED].sum() > 10
    assert (counts[PASSED] <= counts[FREE]).all()


def test_a_bot_that_always_plays_never_passes_with_a_choice():
    seats = (bot("random-nopass"), *[bot("lowest")] * 3)
    counts = observe(seats, Rules(target=40), seed=5, block=7, seating="rotations", arm="")
    assert counts[PASSED].sum() == 0
    assert counts[FREE].sum() > 10
