"""One game again: the log is complete, JSON, and the game of the rows."""

import json

import oracle
import pytest
from games import bot, game
from table_bots import scripted

from gofsim.errors import PlayError
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks, seating_count

MIXED = [bot("random"), bot("lowest"), bot("random-nopass"), bot("lowest", forget=0.5)]
KEYS = {"format", "rules", "bots", "seed", "block", "arm", "seating", "rounds", "winners"}
ROUND_KEYS = {
    "number",
    "direction",
    "dealer",
    "dealt",
    "dead",
    "exchange",
    "leader",
    "moves",
    "winner",
    "cards_left",
    "points",
    "totals",
}


def test_the_log_is_the_documented_document():
    log = game(MIXED, seed=4, block=2, arm="on", seating="rotations", seating_index=3)
    assert set(log) == KEYS
    assert all(set(entry) == ROUND_KEYS for entry in log["rounds"])
    assert log == json.loads(json.dumps(log))
    assert (log["format"], log["arm"], log["seating"]) == ("gofsim-game/1", "on", 3)
    assert log["rules"] == oracle.default_rules()
    oracle.check_log(log)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seating", ["fixed", "rotations", "all"])
def test_every_game_of_a_block_is_its_rows(players, seating):
    rules, seats = Rules(players=players), MIXED[:players]
    played = play_blocks(
        seats, rules, seed=4, blocks=range(9, 10), seating=seating, single_round=False, arm="a"
    )
    assert len(played.games["block"]) == seating_count(players, seating)
    for k in range(seating_count(players, seating)):
        log = game(seats, rules, seed=4, block=9, seating=seating, seating_index=k)
        mine = played.rounds["seating"] == k
        winners = [entry["winner"] for entry in log["rounds"]]
        assert played.rounds["winner"][mine].tolist() == winners
        assert sum(1 << seat for seat in log["winners"]) == played.games["winners"][k]
        for seat in range(players):
            assert played.games[f"total_{seat}"][k] == log["rounds"][-1]["totals"][seat]
            place = played.games[f"place_{seat}"][k]
            assert log["bots"][seat] == seats[place].request[0]


def test_a_single_round_has_no_winners():
    log = game(MIXED, seed=4, single_round=True)
    assert len(log["rounds"]) == 1
    assert log["winners"] is None
    whole = game(MIXED, seed=4)
    assert log["rounds"][0] == whole["rounds"][0]
    oracle.check_log(log, single_round=True)


def test_announced_stands_on_last_cards_only():
    for last_card in ("forced", "off"):
        log = game([bot("random-nopass", forget=0.5)] * 4, Rules(last_card=last_card))
        for entry in log["rounds"]:
            left = [16] * 4
            for move in entry["moves"]:
                left[move["seat"]] -= len((move["play"] or "").split())
                last = bool(move["play"]) and left[move["seat"]] == 1 and last_card != "off"
                assert ("announced" in move) == last


def test_an_illegal_play_ends_a_replay_too():
    seats = [scripted(2**64 - 1, game_round=2), bot("lowest"), bot("lowest"), bot("lowest")]
    with pytest.raises(PlayError, match=r"arm test: bot scripted on seat 0, block 0.*round 2"):
        game(seats)


def test_a_long_game():
    log = game([bot("lowest")] * 4, Rules(target=2_000))
    assert len(log["rounds"]) > 60
    oracle.check_log(log)
