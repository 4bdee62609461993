"""Whole games against the oracle under all switches, and each switch of the rules by itself."""

import random
from collections import Counter
from itertools import pairwise

import chance
import oracle
import pytest
from games import bot, check_chance, game, random_game, random_rules, seats_at_table
from oracle_cards import CHOICES

from gofsim.kernel.game import MOST_ROUNDS
from gofsim.rules import Rules

ROUNDS = 400  # under switches at random; verification/ plays many more


@pytest.mark.parametrize("seed", range(4))
def test_games_under_random_switches(seed):
    """Every move by the oracle, every random number by numpy."""
    rng, rounds = random.Random(seed), 0
    while rounds < ROUNDS // 4:
        log, seats, _, place = random_game(rng)
        oracle.check_log(log)
        rounds += len(log["rounds"])
        check_chance(log, seats_at_table(log, seats, place))


@pytest.mark.parametrize("field", CHOICES)
def test_each_value_of_a_switch(field):
    """One game at least for every value of every switch, the others at random."""
    for value in CHOICES[field]:
        rng = random.Random(f"{field} {value}")
        log, *_ = random_game(rng, **{field: value})
        oracle.check_log(log)
        assert log["rules"][field] == value


# One switch at a time


def logs(count=12, name="random-nopass", first=0, **rules):
    """Games of four (or three) equal bots in successive blocks."""
    rules = Rules(**rules)
    seats = [bot(name)] * rules.players
    return [game(seats, rules, block=first + block) for block in range(count)]


def rounds_of(logs):
    return [entry for log in logs for entry in log["rounds"]]


def plays_of(logs):
    return [
        oracle.parse(move["play"])
        for entry in rounds_of(logs)
        for move in entry["moves"]
        if move["play"]
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_players(players):
    for entry in rounds_of(logs(3, players=players)):
        assert len(entry["dealt"]) == players
        assert (entry["dead"] is None) == (players == 4)
        assert {move["seat"] for move in entry["moves"]} <= set(range(players))


@pytest.mark.parametrize("target", [1, 100, 400])
def test_target(target):
    for log in logs(4, target=target):
        *_, before, last = [{"totals": [0]}, *log["rounds"]]
        assert max(before["totals"]) < target <= max(last["totals"])


def test_scoring():
    table = [0, *range(101, 117)]
    for entry in rounds_of(logs(3, scoring=table)):
        assert entry["points"] == [100 + left if left else 0 for left in entry["cards_left"]]


def equal_top_card(entry):
    """How often somebody laid five cards on others of their kind with the same highest card."""
    on_table, equal = (), 0
    for move in entry["moves"]:
        play = oracle.parse(move["play"] or "")
        if len(play) == len(on_table) == 5:
            kinds = {oracle.kind(cards, oracle.default_rules()) for cards in (play, on_table)}
            equal += kinds in ({"straight"}, {"flush"}) and play[-1] == on_table[-1]
        on_table = play or on_table
    return equal


@pytest.mark.parametrize("tie_break", ["lexicographic", "top-card"])
def test_tie_break(tie_break):
    equal = sum(map(equal_top_card, rounds_of(logs(30, tie_break=tie_break))))
    assert (equal > 0) == (tie_break == "lexicographic")


@pytest.mark.parametrize("allowed", [True, False])
def test_phoenix_in_full_house(allowed):
    plays = plays_of(logs(30, phoenix_in_full_house=allowed))
    assert any(len(play) == 5 and "GP" in play for play in plays) == allowed
    assert any(play == ("GP", "YP") for play in plays)


@pytest.mark.parametrize("wild", [True, False])
def test_multi_one_wild(wild):
    plain = oracle.default_rules(multi_one_wild=False)
    fives = [play for play in plays_of(logs(30, multi_one_wild=wild)) if len(play) == 5]
    assert any(oracle.kind(play, plain) is None for play in fives) == wild


@pytest.mark.parametrize("passing", ["reenter", "final"])
def test_passing(passing):
    """Whether anybody plays in a trick in which he passed."""
    came_back = 0
    for entry in rounds_of(logs(10, "random", passing=passing, last_card="off")):
        state = start_of(entry, passing=passing, last_card="off")
        passed, tricks = set(), 1
        for move in entry["moves"]:
            if state.to_beat is None:
                passed, tricks = set(), tricks + 1
            came_back += bool(move["play"]) and move["seat"] in passed
            passed |= set() if move["play"] else {move["seat"]}
            state.apply(oracle.parse(move["play"]) if move["play"] else None)
    assert (came_back > 0) == (passing == "reenter")


def start_of(entry, **rules):
    """The oracle's round at its first lead."""
    hands = [oracle.parse(hand) for hand in entry["dealt"]]
    swap = entry["exchange"]
    if swap:
        hands = oracle.exchange(hands, swap["giver"], swap["receiver"], swap["returned"])
    rules, clockwise = oracle.default_rules(**rules), entry["direction"] == "clockwise"
    opening = entry["number"] == 1
    return oracle.Round(rules, entry["number"], hands, entry["leader"], clockwise, opening)


@pytest.mark.parametrize("first_lead", ["multi-one", "random"])
def test_first_lead(first_lead):
    first = [log["rounds"][0] for log in logs(40, first_lead=first_lead)]
    holders = ["M1" in entry["dealt"][entry["leader"]].split() for entry in first]
    opened = ["M1" in entry["moves"][0]["play"].split() for entry in first]
    assert all(holders) == all(opened) == (first_lead == "multi-one")
    assert len({entry["leader"] for entry in first}) == 4


@pytest.mark.parametrize("next_lead", ["winner", "loser", "random", "multi-one"])
def test_next_lead(next_lead):
    ways = Counter()
    for log in logs(12, next_lead=next_lead, exchange="off"):
        for before, entry in pairwise(log["rounds"]):
            leader = entry["leader"]
            ways["winner"] += leader == before["winner"]
            ways["loser"] += before["points"][leader] == max(before["points"])
            held = "M1" in entry["dealt"][leader].split()
            ways["multi-one"] += held and "M1" in entry["moves"][0]["play"].split()
            ways["random"] += leader == random_leader(entry, log)
            ways["all"] += 1
    assert [way for way in ways if ways[way] == ways["all"]] == [next_lead, "all"]


def random_leader(entry, log):
    words = chance.words(log["seed"], chance.LEAD, entry["number"], log["block"], 2)
    return chance.below(words[1], log["rules"]["players"])


def test_three_players_with_the_multi_coloured_one_dead():
    """The dealer's right leads anything: in round 1, and later with `next_lead = "multi-one"`."""
    dead = Counter()
    for log in logs(25, players=3, next_lead="multi-one", target=60):
        for entry in log["rounds"]:
            if "M1" in entry["dead"].split():
                dead[entry["number"] == 1] += 1
                assert entry["leader"] == (entry["dealer"] - 1) % 3
    assert min(dead[True], dead[False]) > 3


def test_dealer_is_the_last_winner():
    for log in logs(4, next_lead="loser"):
        for before, entry in pairwise(log["rounds"]):
            assert entry["dealer"] == before["winner"]
    assert len({log["rounds"][0]["dealer"] for log in logs(20)}) == 4


@pytest.mark.parametrize("exchange", ["standard", "off"])
def test_exchange(exchange):
    for entry in rounds_of(logs(4, exchange=exchange)):
        due = exchange == "standard" and entry["number"] > 1
        assert (entry["exchange"] is not None) == due


@pytest.mark.parametrize(("tie", "step"), [("counterclockwise", -1), ("clockwise", 1)])
def test_exchange_tie(tie, step):
    """With a flat table all three losers of round 1 tie: the nearest to the winner gives."""
    for log in logs(6, exchange_tie=tie, scoring=[0] + [5] * 16):
        winner, swap = log["rounds"][0]["winner"], log["rounds"][1]["exchange"]
        assert swap["receiver"] == winner
        assert swap["giver"] == (winner + step) % 4


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        ("alternate", ["counterclockwise", "clockwise", "counterclockwise"]),
        ("counterclockwise", ["counterclockwise"] * 3),
        ("clockwise", ["clockwise"] * 3),
    ],
)
def test_direction(direction, expected):
    for log in logs(3, direction=direction, target=400):
        assert [entry["direction"] for entry in log["rounds"][:3]] == expected
        for entry in log["rounds"]:
            step = 1 if entry["direction"] == "clockwise" else -1
            first, second = (move["seat"] for move in entry["moves"][:2])
            assert second == (first + step) % 4


@pytest.mark.parametrize("last_card", ["forced", "advice", "off"])
def test_last_card(last_card):
    """Whether words are said, and whether anybody ever does what the duty forbids."""
    played = logs(8, "random", last_card=last_card)
    said = [move for entry in rounds_of(played) for move in entry["moves"] if "announced" in move]
    assert bool(said) == (last_card != "off")
    breaches = 0
    for log in played:
        oracle.check_log(log)
        log["rules"]["last_card"] = "forced"
        try:
            oracle.check_log(log)
        except AssertionError:
            breaches += 1
    assert (breaches > 0) == (last_card != "forced")


@pytest.mark.parametrize("forget", [0, 0.5, 1])
def test_forgetting(forget):
    seats = [bot("random-nopass", forget=forget)] * 4
    words = [
        move["announced"]
        for block in range(12)
        for entry in game(seats, block=block)["rounds"]
        for move in entry["moves"]
        if "announced" in move
    ]
    assert len(words) > 20
    share = words.count(False) / len(words)
    assert {0: share == 0, 0.5: 0.25 < share < 0.7, 1: share > 0.6}[forget]


@pytest.mark.parametrize("riffles", [0, 1, 20])
def test_shuffle_and_riffles(riffles):
    """Without a single riffle the cards come round exactly as they were played."""
    for log in logs(3, shuffle="riffle", riffles=riffles):
        check_chance(log, [bot("random-nopass")] * 4)
    uniform, riffled = logs(1)[0], logs(1, shuffle="riffle", riffles=riffles)[0]
    assert uniform["rounds"][0] == riffled["rounds"][0]
    assert uniform["rounds"][1]["dealt"] != riffled["rounds"][1]["dealt"]


# Extremes


def test_everybody_forgets_with_three_players():
    rng = random.Random(1)
    for block in range(4):
        rules = random_rules(rng, players=3, last_card="advice", target=100)
        log = game([bot("random-nopass", forget=1)] * 3, rules, block=block)
        oracle.check_log(log)


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
@pytest.mark.parametrize("block", [0, 2**62, 2**63 - 1])
def test_extreme_seeds_and_blocks(seed, block):
    log = game([bot("random")] * 4, seed=seed, block=block)
    assert (log["seed"], log["block"]) == (seed, block)
    oracle.check_log(log)
    check_chance(log, [bot("random")] * 4)


@pytest.mark.parametrize("table", [[0] + [1000] * 16, [0] + [1] * 16])
@pytest.mark.parametrize("target", [1, 300])
def test_extreme_scoring(table, target):
    oracle.check_log(game([bot("lowest")] * 4, Rules(scoring=table, target=target)))


def test_no_rule_set_reaches_the_cap_on_rounds():
    """Three players, one point for each loser: the slowest game there is."""
    most_points_before_the_end = 3 * (10_000 - 1)
    assert most_points_before_the_end / 2 + 1 < MOST_ROUNDS


def test_single_rounds():
    log = game([bot("lowest")] * 4, single_round=True)
    oracle.check_log(log, single_round=True)
