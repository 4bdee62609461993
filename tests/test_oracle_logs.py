"""Whole games of the slow reference, and its checker of their logs."""

import copy
import json
import random

import oracle
import pytest
from oracle import Round, check_log, default_rules, text


def random_game(seed, single_round=False, **changes):
    """A log of a game whose seats play, return and forget at random."""
    rules, rng = default_rules(**changes), random.Random(seed)
    log = {"format": "gofsim-game/1", "rules": rules, "bots": ["random"] * rules["players"]}
    log |= {"seed": seed, "block": 0, "arm": "one", "seating": 0, "rounds": []}
    totals, last = [0] * rules["players"], (rng.randrange(rules["players"]), None)
    while max(totals) < rules["target"] and not (single_round and log["rounds"]):
        entry, last = random_round(len(log["rounds"]) + 1, last, totals, rules, rng)
        log["rounds"].append(entry)
        totals = entry["totals"]
    log["winners"] = [s for s, t in enumerate(totals) if t == min(totals)]
    if single_round:
        log["winners"] = None
    return json.loads(json.dumps(log))


def random_round(number, last, totals, rules, rng):
    """One round of such a log, and its (winner, loser)."""
    n, (winner, last_loser) = rules["players"], last
    deck = rng.sample(oracle.full_deck(), 64)
    hands = [oracle.ordered(deck[16 * s : 16 * s + 16]) for s in range(n)]
    way = "clockwise" if oracle.direction(number, rules) else "counterclockwise"
    entry = {"number": number, "direction": way, "dealer": winner, "exchange": None}
    entry |= {"dealt": [text(hand) for hand in hands], "dead": text(deck[48:]) if n == 3 else None}
    if number > 1 and rules["exchange"] == "standard":
        given = oracle.best_single(hands[last_loser])
        back = rng.choice([*hands[winner], given])
        hands = oracle.exchange(hands, last_loser, winner, back)
        entry["exchange"] = {"giver": last_loser, "receiver": winner}
        entry["exchange"] |= {"given": given, "returned": back}
    drawn = rng.randrange(n)
    if number == 1:
        leader, opening = oracle.first_leader(hands, winner, rules, drawn)
    else:
        leader, opening = oracle.next_leader(hands, winner, last_loser, rules, drawn)
    state = Round(rules, number, hands, leader, way == "clockwise", opening)
    while state.winner is None:
        random_move(state, rng)
    left = [len(hand) for hand in state.hands]
    scored = [oracle.points(count, rules) for count in left]
    totals = [a + b for a, b in zip(totals, scored, strict=True)]
    entry |= {"leader": leader, "moves": state.moves, "winner": state.winner}
    entry |= {"cards_left": left, "points": scored, "totals": totals}
    return entry, (state.winner, oracle.loser(state.winner, scored, totals, rules))


def random_move(state, rng):
    """A random legal move; every legal play must also be one for apply, in any order."""
    plays, may_pass = state.legal()
    choices = sorted(plays) + [None] * (may_pass and 1 + len(plays) // 4)
    play = rng.choice(choices)
    shuffled = play and rng.sample(play, len(play))
    state.apply(shuffled, forgets=rng.random() < 0.4)


SWITCHES = [
    {},
    {"players": 3, "target": 60},
    {"players": 3, "passing": "final", "next_lead": "multi-one", "exchange_tie": "clockwise"},
    {"passing": "final", "first_lead": "random", "next_lead": "random", "direction": "clockwise"},
    {"tie_break": "top-card", "last_card": "advice", "next_lead": "loser", "exchange": "off"},
    {"phoenix_in_full_house": False, "multi_one_wild": False, "last_card": "off"},
    {"next_lead": "multi-one", "direction": "counterclockwise", "scoring": [0] + [20] * 16},
]


@pytest.mark.parametrize("changes", SWITCHES)
def test_random_games_have_good_logs(changes):
    """Every switch: games played by the state machine pass the checker of logs."""
    check_log(random_game(1, **changes))
    check_log(random_game(2, single_round=True, **changes), single_round=True)


@pytest.fixture(scope="module")
def good_log():
    """One game of several rounds, to be spoilt."""
    log = random_game(5)
    assert len(log["rounds"]) > 2
    return log


def other(seat):
    """Another seat than this one."""
    return (seat + 1) % 4


def set_in(index, *path):
    """A mutation: the entry at this path of a round is put through the last argument."""
    *keys, field, change = path

    def mutate(log):
        place = log["rounds"][index]
        for step in keys:
            place = place[step]
        place[field] = change(place[field])

    return mutate


FAULTS = {
    "direction": set_in(0, "direction", lambda _: "clockwise"),
    "round 2: dealer": set_in(1, "dealer", other),
    "round 1: leader": set_in(0, "leader", other),
    "round 2: leader": set_in(1, "leader", other),
    "round 1: exchange not due": set_in(0, "exchange", lambda _: {"giver": 1}),
    "round 2: exchange missing": set_in(1, "exchange", lambda _: None),
    "giver must": set_in(1, "exchange", "giver", other),
    "receiver must": set_in(1, "exchange", "receiver", other),
    "given card": set_in(1, "exchange", "given", lambda _: "G2"),
    "not one deck": set_in(0, "dealt", lambda hands: [hands[0], *hands[:3]]),
    "in order": set_in(0, "dealt", 0, lambda hand: " ".join(hand.split()[::-1])),
    "round 1: move 1: seat": set_in(0, "moves", 1, "seat", other),
    "round 1: move 0: seat . may not play": set_in(0, "moves", 0, "play", lambda _: "RD"),
    "round 1: move 0: seat . may not pass": set_in(0, "moves", 0, "play", lambda _: None),
    "the moves end": set_in(0, "moves", lambda moves: moves[:-1]),
    "the round is over": set_in(0, "moves", lambda moves: [*moves, moves[0]]),
    "winner is": set_in(0, "winner", other),
    "cards_left is": set_in(0, "cards_left", lambda left: left[::-1]),
    "points is": set_in(0, "points", lambda _: [0, 0, 0, 0]),
    "totals is": set_in(1, "totals", lambda _: [0, 0, 0, 0]),
    "number is": set_in(1, "number", lambda _: 1),
    "malformed": set_in(1, "moves", lambda _: [{"play": "G2"}]),
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults_in_logs(good_log, message):
    """Each kind of fault in a log is found and named."""
    log = copy.deepcopy(good_log)
    FAULTS[message](log)
    with pytest.raises(AssertionError, match=message):
        check_log(log)


def test_announced_flags_in_logs(good_log):
    """Interfaces 5: the flag is missed where due, refused elsewhere, and it matters."""
    moves = good_log["rounds"][0]["moves"]
    due = next(i for i, move in enumerate(moves) if "announced" in move)
    for index, flag in ((due, None), (0, True), (1, False)):
        log = copy.deepcopy(good_log)
        move = log["rounds"][0]["moves"][index]
        move.pop("announced", None)
        move |= {} if flag is None else {"announced": flag}
        with pytest.raises(AssertionError, match=f"round 1: move {index}: logged"):
            check_log(log)


def test_ends_in_logs(good_log):
    """Section 8: too short, too long, the wrong winners, one round too many."""
    short, long, wrong = (copy.deepcopy(good_log) for _ in range(3))
    short["rounds"].pop()
    long["rounds"].append(long["rounds"][-1])
    wrong["winners"] = [0, 1, 2, 3]
    for log, message in ((short, "target"), (long, "ended"), (wrong, "winners")):
        with pytest.raises(AssertionError, match=message):
            check_log(log)
    with pytest.raises(AssertionError, match="only one"):
        check_log(good_log, single_round=True)


def test_shared_wins():
    """Section 8: tied players win together."""
    log = random_game(3, target=1, scoring=[0] + [1] * 16)
    winner = log["rounds"][0]["winner"]
    assert log["winners"] == [winner]
    oracle.check_end({"winners": [0, 2], "rounds": [1]}, [40, 100, 40, 70], default_rules())
