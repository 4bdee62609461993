"""Worlds dealt: what is public holds in each, nothing possible is left out, all are as likely."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest
from bridge import cards_of, mask, view_for
from games import bot, game, random_rules
from hidden_hands import HiddenHands, counted
from oracle import strength
from scipy.stats import chisquare
from situations import situations, start_streams

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies.search import WORLD
from gofsim.strategies.worlds import deal_world, note_what_is_known


@kernel
def deal(words, hand, worlds):
    """Fill a table with worlds, one a row."""
    seen = pointer_to(words)
    note_what_is_known(seen, hand)
    for i in range(len(worlds)):
        deal_world(seen, hand, WORLD)
        for seat in range(worlds.shape[1]):
            worlds[i, seat] = seen[WORLD + seat]


def dealt(situation, count):
    """So many worlds of a decision; hands as far as there are any."""
    hands = view.SEATS  # with three players the dead hand is the fourth
    worlds = np.zeros((count, hands), np.uint64)
    deal(situation.view(), np.uint64(mask(situation.hand)), worlds)
    return worlds


TABLES = [
    {"players": 4},
    {"players": 3},
    {"players": 4, "next_lead": "multi-one"},
    {"players": 3, "next_lead": "multi-one"},
    {"players": 3, "next_lead": "random", "first_lead": "random"},
]


@cache
def played(number):
    """The log of a game with the exchange on, and others' gifts of all kinds."""
    rng = random.Random(number)
    switches = {"exchange": "standard", "target": 80, "shuffle": "uniform"} | TABLES[number]
    rules = random_rules(rng, **switches)
    gives = ("lowest", "highest", "random")
    return game([bot("lowest", give=rng.choice(gives)) for _ in range(rules.players)], rules)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_what_is_public_holds_in_every_world(number):
    constrained = 0
    for index, each in enumerate(situations(played(number))):
        if index % 3:
            continue
        hidden = HiddenHands(each)
        assert hidden.fault(hidden.truth) is None  # the true hands are never excluded
        for world in dealt(each, 3):
            assert hidden.fault(world) is None
        constrained += hidden.giver is not None
    assert constrained > 20


def test_a_card_of_the_exchange_once_laid_says_nothing_of_its_twin():
    """The other copy may lie with anybody, most often not with who laid the first."""
    cases = 0
    for number in range(len(TABLES)):
        for each in situations(played(number)):
            hidden, swap = HiddenHands(each), each.entry["exchange"]
            for role, card in (("giver", "returned"), ("receiver", "given")):
                if not swap or swap[role] == hidden.me:
                    continue
                seat, twin = swap[role], swap[card]
                if not hidden.laid[seat][twin] or not hidden.unseen[twin]:
                    continue
                held = [twin in cards_of(int(world[seat])) for world in dealt(each, 60)]
                assert sum(held) < 60
                cases += 1
            if cases > 20 * (number + 1):
                break
    assert cases > 20


def test_the_giver_may_hold_the_twin_of_what_it_gave():
    held = []
    for number in (0, 1):
        for each in situations(played(number)):
            hidden, swap = HiddenHands(each), each.entry["exchange"]
            if not swap or hidden.me in (swap["giver"], swap["receiver"]):
                continue
            if hidden.unseen[swap["given"]] == 2 and hidden.counts[swap["giver"]] > 10:
                worlds = dealt(each, 60)[:, swap["giver"]]
                held.append(sum(swap["given"] in cards_of(int(cards)) for cards in worlds))
            if len(held) > 10 * (number + 1):
                break
    assert len(held) > 10
    assert all(0 < count < 60 for count in held)


@cache
def small():
    """(worlds possible, decision's view, hand) of decisions with few worlds, some of each kind."""
    found = {}
    for number in range(len(TABLES)):
        for each in situations(played(number)):
            hidden = HiddenHands(each)
            if not 20 <= hidden.deals() <= 1500:
                continue
            above = hidden.giver is not None and any(
                hidden.counts[hidden.giver] > 1 and card > hidden.best
                for card in map(strength, hidden.unseen)
            )
            kind = (hidden.players, above)
            if len(found.setdefault(kind, [])) < 3:
                found[kind].append((hidden.all_worlds(), each.view(), mask(each.hand)))
    return found


def test_small_positions_of_all_kinds_are_looked_at():
    assert {(4, True), (4, False), (3, True), (3, False)} <= set(small())


@pytest.mark.parametrize("kind", [(4, True), (4, False), (3, True), (3, False)], ids=str)
def test_all_possible_worlds_come_up_equally_often(kind):
    for possible, words, hand in small()[kind]:
        worlds = np.zeros((20 * possible.total(), view.SEATS), np.uint64)
        deal(words.copy(), np.uint64(hand), worlds)
        seen = counted(worlds)
        assert set(seen) <= set(possible)
        expected = [20 * possible[world] for world in possible]
        assert chisquare([seen[world] for world in possible], expected).pvalue > 1e-4


def test_worlds_while_a_card_is_given_back():
    """Nobody has led yet, and the giver holds nothing above its gift."""
    words = view_for(players=3, next_lead="multi-one")
    hand = mask("G1 Y1 R1 G2 Y2 R2 G3 Y3 R3 G4 Y4 R4 G5 Y5 R5 G6 R9")
    numbers = {view.ROUND: 2, view.GIVER: 1, view.RECEIVER: 0, view.GIVEN: mask("R9")}
    numbers |= {view.COUNTS: 17, view.COUNTS + 1: 15, view.COUNTS + 2: 16}
    for word, value in numbers.items():
        words[word] = value
    start_streams(words)
    worlds = np.zeros((200, view.SEATS), np.uint64)
    deal(words, np.uint64(hand), worlds)
    holders = Counter()
    for world in worlds:
        hands = [cards_of(int(cards)) for cards in world]
        assert [len(cards) for cards in hands] == [17, 15, 16, 16]
        assert all(strength(card) <= strength("R9") for card in hands[1])
        holders[next(seat for seat in range(4) if "M1" in hands[seat])] += 1
    assert min(holders[seat] for seat in (1, 2, 3)) > 30
