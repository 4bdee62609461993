"""Deals: the documented function of the words, uniform, and riffled as the rules say."""

import random
from collections import Counter

import chance
import numpy as np
import oracle
import pytest
from bridge import DECK, cards_of, mask, view_for
from scipy import stats

from gofsim.kernel import deal, view

DEALS = 20_000


class Dealer:
    """The engine's dealing functions with the arrays that they ask for."""

    def __init__(self, **switches):
        self.view = view_for(**switches)
        self.deck, self.spare = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
        self.hands = np.zeros(4, np.uint64)

    def at(self, seed=0, block=0, game_round=1, dealer=0, clockwise=0):
        words = self.view
        words[view.SEED], words[view.BLOCK], words[view.ROUND] = seed, block, game_round
        words[view.DEALER], words[view.CLOCKWISE] = dealer, clockwise
        return self

    def uniform(self):
        deal.deal_uniform(self.view, self.deck, self.hands)
        return [cards_of(hand) for hand in self.hands]

    def riffled(self):
        deal.deal_riffled(self.view, self.deck, self.spare, self.hands)
        return [cards_of(hand) for hand in self.hands]

    def put_deck(self, cards):
        self.deck[:] = [mask((card,)) for card in cards]


@pytest.mark.parametrize(
    ("seed", "block", "game_round"),
    [(0, 0, 1), (1, 0, 1), (2026, 7, 3), (2**63 - 1, 2**62, 1), (5, 2**62 + 1, 20_000)],
)
def test_a_uniform_deal_is_the_documented_one(seed, block, game_round):
    table = Dealer().at(seed, block, game_round)
    hands = table.uniform()
    places = chance.shuffled(seed, game_round, block)
    dealt = [oracle.ordered(DECK[i] for i in places[16 * s : 16 * s + 16]) for s in range(4)]
    assert hands == dealt
    assert [int(hand) for hand in table.hands] == [mask(hand) for hand in dealt]
    assert [int(card).bit_length() - 1 for card in table.deck] == places


def test_deals_differ_by_seed_block_and_round():
    places = [(0, 0, 1), (1, 0, 1), (0, 1, 1), (0, 0, 2)]
    assert len({tuple(Dealer().at(*place).uniform()) for place in places}) == 4


def test_uniform_deals_are_uniform():
    """Each bit of the deck goes to each hand equally often, and pairs of cards come together.

    Chi-square over 64 cards and 4 hands (its own degrees of freedom: every hand has 16), and the
    number of deals in which two neighbours of the deck share a hand (15 in 63).
    """
    table = Dealer()
    held, together = np.zeros((64, 4)), np.zeros(63)
    for block in range(DEALS):
        table.at(seed=3, block=block).uniform()
        owner = owners(table.deck)
        held[np.arange(64), owner] += 1
        together += owner[1:] == owner[:-1]
    expected = DEALS / 4
    statistic = ((held - expected) ** 2 / expected).sum() * 63 / 64
    assert 1e-4 < stats.chi2.sf(statistic, 63 * 3) < 1 - 1e-4
    share, deviation = 15 / 63, np.sqrt(15 / 63 * 48 / 63 / DEALS)
    assert np.abs((together / DEALS - share) / deviation).max() < 4.5


def owners(deck):
    """Which hand each bit of the deck went to."""
    places = np.empty(64, np.int64)
    for place, card in enumerate(deck):
        places[int(card).bit_length() - 1] = place // 16
    return places


def test_gangs_are_dealt_as_often_as_the_rules_say():
    """Section 12: a hand holds a gang with probability 0.31029..; |z| < 4.5 over 20,000 tables."""
    table, tables = Dealer(), 0
    for block in range(DEALS):
        hands = table.at(seed=4, block=block).uniform()
        tables += any(max(Counter(map(number, hand)).values()) >= 4 for hand in hands)
    share = 0.7517753719
    assert abs(tables / DEALS - share) < 4.5 * np.sqrt(share * (1 - share) / DEALS)


def number(card):
    """Number of a card; a phoenix and the dragon have one each that only they can have."""
    return oracle.strength(card)[0]


@pytest.mark.parametrize("word", [0, 1, 2**64 - 1, 1 << 63, 0x0123456789ABCDEF])
def test_riffle_is_the_oracles(word):
    rng = random.Random(word)
    deck = rng.sample(DECK, 64)
    table = Dealer()
    table.put_deck(deck)
    deal.riffle(table.deck, table.spare, np.uint64(word))
    expected = oracle.riffle(deck, [bool(word >> i & 1) for i in range(64)])
    assert [int(card) for card in table.deck] == [mask((card,)) for card in expected]


@pytest.mark.parametrize("riffles", [0, 1, 3, 4, 5, 20])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("clockwise", [0, 1])
def test_riffled_deals_are_the_oracles(riffles, players, clockwise):
    rng = random.Random(riffles * 10 + players)
    table = Dealer(players=players, shuffle="riffle", riffles=riffles)
    for dealer in range(players):
        deck = rng.sample(DECK, 64)
        table.put_deck(deck)
        hands = table.at(9, 5, 2, dealer, clockwise).riffled()
        for word in chance.words(9, chance.RIFFLE, 2, 5, riffles):
            deck = oracle.riffle(deck, [bool(word >> i & 1) for i in range(64)])
        expected, dead = oracle.deal_riffled(deck, dealer, bool(clockwise), players)
        assert hands[:players] == expected
        assert players == 4 or hands[3] == oracle.ordered(dead)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("game_round", [2, 3])
def test_gathering(players, game_round):
    """Plays in order, then the hands left, then the dead hand as it was dealt."""
    rng = random.Random(players)
    table = Dealer(players=players).at(game_round=game_round)
    deck = rng.sample(DECK, 64)
    table.put_deck(deck)
    # Before round 2 the dead hand was the last sixteen cards; later every fourth one.
    dead = deck[48:] if game_round == 2 else deck[3::4]
    dead = dead if players == 3 else []
    cards = list((Counter(deck) - Counter(dead)).elements())
    rng.shuffle(cards)
    plays = [oracle.ordered(cards[i : i + 3]) for i in range(0, 30, 3)]
    left = [oracle.ordered(cards[30 + seat :: players]) for seat in range(players)]
    moves = [play for each in plays for play in (each, ())]
    table.view[view.MOVES] = len(moves)
    for i, play in enumerate(moves):
        table.view[view.MOVE_CARDS + i] = mask(play)
    table.hands[:players] = [mask(hand) for hand in left]
    deal.gather(table.view, table.deck, table.spare, table.hands)
    log = [{"play": oracle.text(play) or None} for play in moves]
    expected = oracle.gather(log, left, dead)
    assert [int(card) for card in table.deck] == [mask((card,)) for card in expected]
