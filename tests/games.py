"""Whole games for tests: rule sets and seats at random, and logs with what the engine left."""

from itertools import permutations
from pathlib import Path

import chance
import oracle
from oracle_cards import CHOICES, DEFAULT_SCORING, FULL_TABLE, without

from gofsim.rules import Rules
from gofsim.simulation.replay import replay_game
from gofsim.strategies.seat import seat_bot

BOTS = ("random", "random-nopass", "lowest")


def random_rules(rng, **fixed):
    """A rule set with every switch at random, but for those that are fixed."""
    switches = {field: rng.choice(values) for field, values in CHOICES.items()}
    switches["target"] = rng.choice((1, 30, 100, 150))
    switches["riffles"] = rng.choice((0, 1, 3, 7, 20))
    steep = [0, *sorted(rng.randrange(1, 40) for _ in range(16))]
    switches["scoring"] = rng.choice((DEFAULT_SCORING, DEFAULT_SCORING, steep, [0] + [5] * 16))
    return Rules(**(switches | fixed))


def bot(name, **settings):
    """A shipped bot, ready to sit down."""
    return seat_bot(name, settings, Path(), name)


def random_seats(rng, players):
    """Bots of all kinds, some of which forget."""
    return tuple(
        bot(
            rng.choice(BOTS),
            forget=rng.choice((0, 0, 0.3, 1)),
            give=rng.choice(("lowest", "highest", "random")),
        )
        for _ in range(players)
    )


def game(seats, rules=None, **changes):
    """The log of one game; without more said, fixed seating of block 0 under seed 1."""
    place = {"seed": 1, "block": 0, "seating": "fixed", "seating_index": 0}
    place |= {"single_round": False, "arm": "test"}
    return replay_game(tuple(seats), rules or Rules(), **(place | changes))


def random_game(rng, **fixed):
    """The log of a game with everything at random; also the seats, rules and place of it."""
    rules = random_rules(rng, **fixed)
    seats = random_seats(rng, rules.players)
    place = {
        "seed": rng.randrange(2**63),
        "block": rng.randrange(10**6),
        "seating": rng.choice(("rotations", "all")),
        "seating_index": rng.randrange(rules.players),
    }
    return game(seats, rules, **place), seats, rules, place


def seats_at_table(log, seats, place):
    """The bots by seat, by the documented seating."""
    players, index = len(seats), place["seating_index"]
    if place["seating"] == "all":
        order = list(permutations(range(players)))[index]
    else:
        order = cyclic_order(log["seed"], log["block"], players, index)
    by_seat = [seats[each] for each in order]
    assert [seat.request[0] for seat in by_seat] == log["bots"]
    return by_seat


def cyclic_order(seed, block, players, index):
    order = list(range(players))
    words = chance.words(seed, chance.ORDER, 0, block, players)
    for i in range(1, players - 1):
        j = i + chance.below(words[i - 1], players - i)
        order[i], order[j] = order[j], order[i]
    return [order[(seat - index) % players] for seat in range(players)]


def check_chance(log, seats):
    """Every deal, dealer, random leader and forgotten word of a log is the documented function."""
    rules, seed, block = log["rules"], log["seed"], log["block"]
    players, before = rules["players"], None
    for entry in log["rounds"]:
        number, dealer = entry["number"], entry["dealer"]
        drawn = [
            chance.below(x, players) for x in chance.words(seed, chance.LEAD, number, block, 2)
        ]
        if number == 1:
            assert dealer == drawn[0]
        if rules["first_lead" if number == 1 else "next_lead"] == "random":
            assert entry["leader"] == drawn[1]
        if rules["shuffle"] == "riffle" and before:
            deck = riffled(gathered(*before), rules["riffles"], seed, block, number)
            clockwise = entry["direction"] == "clockwise"
            hands, dead = oracle.deal_riffled(deck, dealer, clockwise, players)
            dead_as_dealt = deck[players::FULL_TABLE]
        else:
            deck = [oracle.full_deck()[i] for i in chance.shuffled(seed, number, block)]
            hands = [oracle.ordered(deck[16 * seat : 16 * seat + 16]) for seat in range(players)]
            dead_as_dealt = deck[48:]
            dead = oracle.ordered(dead_as_dealt)
        assert entry["dealt"] == [oracle.text(hand) for hand in hands], number
        assert entry["dead"] == (oracle.text(dead) if players < FULL_TABLE else None), number
        check_giving(entry, hands, log, seats)
        check_forgetting(entry, log, seats)
        before = entry, dead_as_dealt if players < FULL_TABLE else []


def check_giving(entry, hands, log, seats):
    """Who gives back at random draws one of the different cards by his own stream."""
    swap = entry["exchange"]
    if swap and seats[swap["receiver"]].give == "random":
        held = {*hands[swap["receiver"]], swap["given"]}
        stream = chance.seat_stream(chance.GIVE, swap["receiver"], log["seating"])
        word = chance.words(log["seed"], stream, entry["number"], log["block"], 1)[0]
        assert swap["returned"] == oracle.ordered(held)[chance.below(word, len(held))]


def gathered(entry, dead):
    """The deck picked up after a logged round."""
    hands = [oracle.parse(hand) for hand in entry["dealt"]]
    swap = entry["exchange"]
    if swap:
        hands = oracle.exchange(hands, swap["giver"], swap["receiver"], swap["returned"])
    for move in entry["moves"]:
        if move["play"]:
            hands[move["seat"]] = without(hands[move["seat"]], oracle.parse(move["play"]))
    return oracle.gather(entry["moves"], hands, dead)


def riffled(deck, riffles, seed, block, number):
    """The deck after so many riffles of the round."""
    for word in chance.words(seed, chance.RIFFLE, number, block, riffles):
        deck = oracle.riffle(deck, [bool(word >> i & 1) for i in range(64)])
    return deck


def check_forgetting(entry, log, seats):
    """`announced` is false exactly where the seat's word says so and others are in play."""
    in_play = set(range(len(seats)))
    for move in entry["moves"]:
        if "announced" in move:
            seat = move["seat"]
            stream = chance.seat_stream(chance.FORGET, seat, log["seating"])
            word = chance.words(log["seed"], stream, entry["number"], log["block"], 1)[0]
            forgets = chance.fraction(word) < seats[seat].forget and in_play != {seat}
            assert move["announced"] != forgets
            in_play -= {seat} if forgets else set()
