"""The walk through the worlds: each is visited as often as it explains what was played."""

import random
from collections import Counter
from functools import cache

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask, view_for
from games import bot, game, random_rules
from hidden_hands import HiddenHands, counted
from situations import ask, model_row, own_row, situations, start_streams

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies import inference, pimc_infer, walk
from gofsim.strategies.rollouts import asked_bot, imagine
from gofsim.strategies.search import WORLD
from gofsim.strategies.worlds import note_what_is_known

_MODEL = pimc_infer._MODEL
ENDS = 2


@kernel
def visit(words, hand, parameters, temperature, steps, worlds):
    """Fill a table with the worlds of a walk, so many steps apart; by row the misses it knows."""
    seen, row = pointer_to(words), pointer_to(parameters)
    imagine(seen)
    model = asked_bot(seen, inference.MODEL, row, 0, _MODEL)
    note_what_is_known(seen, hand)
    inference.note_clues(seen)
    walk.start_walk(seen, hand, row, model)
    walk.walk(seen, hand, 20 * steps, temperature, row, model)
    for i in range(len(worlds)):
        walk.walk(seen, hand, steps, temperature, row, model)
        for seat in range(worlds.shape[1]):
            worlds[i, seat] = seen[WORLD + seat]


def visited(situation, kind, count, steps=10, temperature=1.0):
    """Worlds of a walk, one a row."""
    worlds = np.zeros((count, view.SEATS), np.uint64)
    hand, row = np.uint64(mask(situation.hand)), model_row(kind, len(situation.state.hands))
    visit(situation.view(), hand, row, temperature, steps, worlds)
    return worlds


def explained(past, kind, players, me, world):
    """How many past moves of others the model would not have made with the hands of a world."""
    seat_of, misses, later = bot(kind), 0, [Counter() for _ in range(players)]
    row = own_row(seat_of, players)
    for seat, words, play in reversed(past):
        later[seat] += Counter(oracle.parse(play or ""))
        if seat != me:
            held = Counter(world[seat]) + later[seat]
            hand = mask(oracle.ordered(held.elements()))
            answer = ask(seat_of.strategy.choose, words.copy(), hand, row)
            misses += answer != mask(oracle.parse(play or ""))
    return misses


@cache
def ends(players, giver):
    """Some decisions with few possible worlds: (view, hidden hands, own hand, past decisions)."""
    found = []
    for seed in range(9):
        switches = {"players": players, "exchange": "standard", "target": 80, "last_card": "off"}
        rules = random_rules(random.Random(seed), **switches)
        past, number = [], 0
        for each in situations(game([bot("lowest")] * players, rules)):
            if each.entry["number"] != number:
                past, number = [], each.entry["number"]
            hidden = HiddenHands(each)
            bound = hidden.giver is not None and any(
                oracle.strength(card) > hidden.best for card in hidden.unseen
            )
            if 20 <= hidden.deals() <= 350 and bound == giver:
                found.append((each.view(), hidden, mask(each.hand), list(past)))
            past.append((each.state.turn, each.view(), each.move["play"]))
            if len(found) == ENDS:
                return found
    return found


def shares(hidden, past, players, temperature):
    """By world the share of visits that is due to it."""
    weights = {}
    for world, ways in hidden.all_worlds().items():
        hands = [cards_of(cards) for cards in world]
        misses = explained(past, "lowest", players, hidden.me, hands)
        weights[world] = ways * np.exp(-misses / temperature)
    total = sum(weights.values())
    return {world: weight / total for world, weight in weights.items()}


def distance(worlds, expected):
    """Half the sum of the differences between shares of visits and those expected."""
    seen = counted(worlds)
    assert set(seen) <= set(expected)
    return sum(abs(seen[each] / len(worlds) - share) for each, share in expected.items()) / 2


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("giver", [True, False])
@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_worlds_are_visited_as_often_as_they_count(players, giver, temperature):
    for words, hidden, hand, past in ends(players, giver):
        worlds = np.zeros((4000, view.SEATS), np.uint64)
        row = model_row("lowest", players)
        visit(words.copy(), np.uint64(hand), row, temperature, 25, worlds)
        expected = shares(hidden, past, players, temperature)
        # What independent draws would be apart, and half as much again.
        chance = sum(np.sqrt(share * (1 - share) / 4000) for share in expected.values()) * 0.4
        assert distance(worlds, expected) < 1.5 * chance + 0.01


@pytest.mark.parametrize("players", [3, 4])
def test_so_are_they_by_new_deals_alone(players):
    """Which are often refused, so that many more are needed."""
    for words, hidden, hand, past in ends(players, False):
        worlds = np.zeros((40_000, view.SEATS), np.uint64)
        visit(words.copy(), np.uint64(hand), model_row("lowest", players), 2.0, 0, worlds)
        expected = shares(hidden, past, players, 2.0)
        assert distance(worlds, expected) < 0.06


@pytest.mark.parametrize("switches", [{"players": 4}, {"players": 3, "next_lead": "multi-one"}])
def test_what_is_known_stays_so(switches):
    """The two cards of the exchange, the giver's best, the dead 1: after every step."""
    rules = random_rules(random.Random(9), exchange="standard", target=60, **switches)
    seats = [bot("lowest", give=give) for give in ("highest", "random", "lowest", "highest")]
    steps = 0
    for index, each in enumerate(situations(game(seats[: rules.players], rules))):
        hidden = HiddenHands(each)
        if index % 7 or not any(hidden.known.values()):
            continue
        worlds = visited(each, "lowest", 40, steps=3, temperature=100.0)
        for world in worlds:
            assert hidden.fault(world) is None
        steps += len(counted(worlds)) > 20
    assert steps > 5


def test_a_record_longer_than_the_room_for_clues():
    """Sixty singles and all passes on them: 236 moves, 177 of them of others; the first count."""
    deck = list(oracle.full_deck())
    random.Random(1).shuffle(deck)
    words, laid = view_for(last_card="off"), []
    for trick in range(59):
        laid.append(deck[trick])
        for turn in range(4):
            move = 4 * trick + turn
            words[view.MOVE_SEATS + move] = (trick - turn) % 4
            words[view.MOVE_CARDS + move] = 0 if turn else mask((deck[trick],))
    hand = mask(oracle.ordered(deck[59:61]))
    words[view.SEEN], words[view.MOVES] = mask(oracle.ordered(laid)), 4 * 59
    words[view.COUNTS : view.COUNTS + 4] = (2, 1, 1, 1)
    words[view.ROUND], words[view.OWNER] = 1, view.NO_SEAT
    words[view.GIVER] = words[view.RECEIVER] = view.NO_SEAT
    words[walk.WALK_END : view.IMAGINED] = 77
    start_streams(words)
    worlds = np.zeros((50, view.SEATS), np.uint64)
    visit(words, np.uint64(hand), model_row("lowest", 4), 1.0, 5, worlds)
    assert set(words[walk.WALK_END : view.IMAGINED].tolist()) == {77}
    for world in counted(worlds):
        assert world[0] == hand
        assert {cards_of(each)[0] for each in world[1:]} == set(deck[61:])
    assert len(counted(worlds)) > 1
