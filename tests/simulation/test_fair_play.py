"""Logs of others: fair games pass, spoilt ones are refused, here and by the oracle."""

import json
import random
import re
from copy import deepcopy

import oracle
import pytest
from games import bot, game, random_game
from situations import situations

from gofsim.rules import Rules
from gofsim.simulation.fair_play import FoulError, check_game
from gofsim.simulation.game_log import GameLog

GAMES, ENOUGH = 12, 3


def check(log):
    """Follow a log by the engine's rules, as if it had been read from a file."""
    return check_game(GameLog.model_validate(json.loads(json.dumps(log))))


@pytest.fixture(scope="module")
def logs():
    """Games with everything at random: rules, players, bots that forget."""
    games = [random_game(random.Random(seed))[0] for seed in range(GAMES)]
    for rules in (Rules(), Rules(players=3), Rules(passing="final", last_card="advice")):
        games.append(game([bot("control", forget=0.3)] * rules.players, rules))
    return games


def test_fair_games_pass_here_and_by_the_oracle(logs):
    for log in logs:
        oracle.check_log(log)
        fair = check(log)
        assert (fair.rounds, fair.over) == (len(log["rounds"]), True)
        assert fair.moves == sum(len(entry["moves"]) for entry in log["rounds"])
        assert GameLog.model_validate(log).plain() == log


def later(log):
    """A round but the first; the test of this spoiler is left out where there is none."""
    return log["rounds"][-1] if len(log["rounds"]) > 1 else None


def entry_of(log, chance):
    return chance.choice(log["rounds"])


def move_of(log, chance, wanted=lambda _: True):
    """Some move of some round, as (its round, its place); None where there is none."""
    found = [
        (entry, place)
        for entry in log["rounds"]
        for place, move in enumerate(entry["moves"])
        if wanted(move)
    ]
    return chance.choice(found) if found else None


def swap_cards(log, chance):
    """Two seats' hands change one card, so that somebody lays what he does not hold."""
    entry = entry_of(log, chance)
    left, right = (hand.split() for hand in entry["dealt"][:2])
    laid = {c for m in entry["moves"] if m["seat"] == 0 and m["play"] for c in m["play"].split()}
    gone = [c for c in left if c in laid and left.count(c) == 1 and c not in right]
    new = [c for c in right if c not in left]
    swap = entry["exchange"]
    if not gone or not new or (swap and 0 in (swap["giver"], swap["receiver"])):
        return False
    out, back = gone[0], new[0]
    left[left.index(out)], right[right.index(back)] = back, out
    entry["dealt"][:2] = [oracle.text(oracle.parse(" ".join(hand))) for hand in (left, right)]
    return True


def on_entry(name, change, last=False):
    """A spoiler that changes one field of a round."""

    def spoil(log, chance):
        entry = later(log) if last else entry_of(log, chance)
        if entry is None:
            return False
        entry[name] = change(entry[name], log["rules"]["players"])
        return True

    return spoil


def on_move(change, wanted=lambda _: True):
    """A spoiler that changes the moves of a round at some place."""

    def spoil(log, chance):
        found = move_of(log, chance, wanted)
        if found is None:
            return False
        before = deepcopy(found[0]["moves"])
        change(found[0]["moves"], found[1])
        return before != found[0]["moves"]

    return spoil


def on_exchange(name, change):
    def spoil(log, chance):
        swaps = [entry["exchange"] for entry in log["rounds"] if entry["exchange"]]
        if not swaps:
            return False
        swap = chance.choice(swaps)
        swap[name] = change(swap, log["rules"]["players"])
        return True

    return spoil


def plus_one(values, _):
    return [*values[:-1], values[-1] + 1]


def next_seat(seat, players):
    return (seat + 1) % players


def other_way(way, _):
    return {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}[way]


def played(move):
    return move["play"] is not None


SPOILERS = {
    "format": lambda log, _: log.update(format="gofsim-game/2") or True,
    "number": on_entry("number", lambda n, _: n + 1),
    "direction": on_entry("direction", other_way),
    "dealer": on_entry("dealer", next_seat, last=True),
    "no such dealer": on_entry("dealer", lambda _, players: players),
    "a card twice": on_entry("dealt", lambda d, _: ["RD " + d[0][d[0].index(" ") + 1 :], *d[1:]]),
    "a card short": on_entry("dealt", lambda d, _: [d[0].rpartition(" ")[0], *d[1:]]),
    "a hand short": on_entry("dealt", lambda d, _: d[1:]),
    "dead hand": on_entry("dead", lambda d, _: None if d else "G1"),
    "another hand": swap_cards,
    "winner": on_entry("winner", next_seat),
    "cards left": on_entry("cards_left", plus_one),
    "points": on_entry("points", plus_one),
    "totals": on_entry("totals", plus_one),
    "no moves": on_entry("moves", lambda moves, _: []),
    "cut moves": on_entry("moves", lambda moves, _: moves[:-1]),
    "a move after the end": on_entry("moves", lambda m, _: [*m, {"seat": 0, "play": None}]),
    "a move missing": on_move(lambda moves, i: moves.pop(i), lambda m: not played(m)),
    "a move twice": on_move(lambda moves, i: moves.insert(i, moves[i])),
    "two moves changed about": on_move(
        lambda moves, i: moves.insert(max(i - 1, 0), moves.pop(i)), played
    ),
    "another seat": on_move(lambda moves, i: moves[i].update(seat=(moves[i]["seat"] + 1) % 3)),
    "no such seat": on_move(lambda moves, i: moves[i].update(seat=4)),
    "unknown card": on_move(lambda moves, i: moves[i].update(play="G11"), played),
    "no combination": on_move(lambda moves, i: moves[i].update(play="G2 Y3"), played),
    "no cards": on_move(lambda moves, i: moves[i].update(play=""), played),
    "a passing leader": on_move(lambda moves, _: moves.insert(0, dict(moves[0], play=None))),
    "announced for nothing": on_move(
        lambda moves, i: moves[i].update(announced=True), lambda m: "announced" not in m
    ),
    "not announced": on_move(
        lambda moves, i: moves[i].pop("announced"), lambda move: "announced" in move
    ),
    "exchange missing": on_entry("exchange", lambda swap, _: None if swap else {
        "giver": 0, "receiver": 1, "given": "RD", "returned": "G1"}),
    "giver": on_exchange("giver", lambda swap, players: next_seat(swap["giver"], players)),
    "receiver": on_exchange("receiver", lambda swap, players: next_seat(swap["receiver"], players)),
    "given": on_exchange("given", lambda swap, _: "G1" if swap["given"] != "G1" else "Y1"),
    "returned nothing": on_exchange("returned", lambda *_: ""),
    "returned two": on_exchange("returned", lambda swap, _: "G1 Y1"),
    "winners": lambda log, _: log.update(
        winners=[s for s in range(log["rules"]["players"]) if s not in log["winners"]]
    ) or True,
    "a round missing": lambda log, chance: bool(log["rounds"][1:]) and bool(log["rounds"].pop(0)),
    "the end missing": lambda log, _: bool(log["rounds"][1:]) and bool(log["rounds"].pop()),
    "a round twice": lambda log, _: log["rounds"].append(log["rounds"][-1]) or True,
    "an unknown rule": lambda log, _: log["rules"].update(passing="never") or True,
    "one bot short": lambda log, _: log["bots"].pop() or True,
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILERS)
def test_what_is_spoilt_is_refused_here_and_by_the_oracle(logs, name):
    spoilt = 0
    for seed, sound in enumerate(logs):
        log = deepcopy(sound)
        if not SPOILERS[name](log, random.Random(seed)):
            continue
        spoilt += 1
        if spoilt > ENOUGH:
            break
        with pytest.raises(AssertionError):
            oracle.check_log(log)
        with pytest.raises((FoulError, ValueError)):
            check(log)
    assert spoilt >= ENOUGH


def place_of_foul(log):
    """Where the engine finds the first foul: (round, move from 0), or None."""
    try:
        check(log)
    except FoulError as foul:
        move = foul.place.get("move")
        return foul.place.get("round"), move and move - 1
    return None


def place_by_oracle(log):
    """The same by the oracle."""
    try:
        oracle.check_log(log)
    except AssertionError as foul:
        found = re.match(r"(?:round (\d+): )?(?:move (\d+): )?", str(foul))
        return tuple(None if number is None else int(number) for number in found.groups())
    return None


def test_the_first_foul_is_where_the_oracle_finds_it(logs):
    """Other plays of the hand, legal ones too: these go wrong at some later move."""
    chance, tested = random.Random(1), 0
    for log in logs:
        for each in situations(log):
            if chance.random() > 0.01:
                continue
            number, place = each.entry["number"], len(each.state.moves)
            plays = sorted(oracle.all_combinations(each.hand, log["rules"]))
            play = chance.choice([None, oracle.text(chance.choice(plays))])
            spoilt = deepcopy(log)
            move = spoilt["rounds"][number - 1]["moves"][place]
            if play == move["play"]:
                continue
            move["play"] = play
            assert place_of_foul(spoilt) == place_by_oracle(spoilt)
            tested += 1
    assert tested > 20


def test_what_a_log_written_by_hand_may_lack(logs):
    """The oracle asks for all of it; as we keep the log, it is there."""
    for sound in logs[::4]:
        log = deepcopy(sound)
        for name in ("seed", "block", "arm", "seating", "bots"):
            del log[name]
        log["rules"] = {k: v for k, v in log["rules"].items() if v != Rules().model_dump()[k]}
        for entry in log["rounds"]:
            entry["dealt"] = [" ".join(hand.lower().split()[::-1]) for hand in entry["dealt"]]
            entry["moves"] = [{"announced": None, **move} for move in entry["moves"]]
            if entry["dead"] is None:
                del entry["dead"]
        with pytest.raises(AssertionError):
            oracle.check_log(log)
        check(log)
        oracle.check_log(GameLog.model_validate(json.loads(json.dumps(log))).plain())


def test_a_game_as_far_as_it_went():
    log = game([bot("lowest")] * 4)
    assert len(log["rounds"]) > 2
    short = {**log, "rounds": log["rounds"][:-1], "winners": None}
    assert not check(short).over
    with pytest.raises(FoulError, match="the game is over, but winners are not told: "):
        check({**log, "winners": None})
    with pytest.raises(FoulError, match="winners: none, must be "):
        check({**log, "winners": []})
    single = game([bot("lowest")] * 4, Rules(target=1), single_round=True)
    oracle.check_log(single, single_round=True)
    assert not check(single).over


def test_a_foul_says_where_and_why():
    log = game([bot("lowest")] * 4)
    moves = log["rounds"][0]["moves"]
    opener = moves[0]["seat"]
    moves[0]["play"] = next(c for c in log["rounds"][0]["dealt"][opener].split() if c != "M1")
    with pytest.raises(FoulError) as foul:
        check(log)
    told = f"round 1, move 1, seat {opener}: may not play {moves[0]['play']}: the opening must hold"
    assert str(foul.value) == f"{told} M1"
