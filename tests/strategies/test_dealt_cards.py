"""Deals with given cards: uniform deals, given where these lie, and nothing else."""

from collections import Counter
from math import comb

import chance
import numpy as np
import pytest
from bridge import cards_of, mask, view_for
from scipy import stats

from gofsim.kernel import deal, view
from gofsim.kernel.cards import NUMBER_CARDS
from gofsim.strategies import dealt_cards

DEALS = 6_000
LEAST_P = 1e-4
SEVENS = 0x3F << 37
ELEVEN = (1 << 53) - (1 << 42)  # any eleven cards


class Dealer:
    """The dealing functions with the arrays that they ask for."""

    def __init__(self):
        self.view, self.hands = view_for(), np.zeros(4, np.uint64)
        self.deck, self.places, self.spare = np.zeros((3, 64), np.uint64)

    def at(self, block, seed=3):
        self.view[view.SEED], self.view[view.BLOCK], self.view[view.ROUND] = seed, block, 1
        dealt_cards.shuffle_deck(self.view, self.deck)
        dealt_cards.shuffle_places(self.view, self.places)
        return self

    def take(self, cards):
        dealt_cards.take(self.deck, np.uint64(cards))
        return self

    def avoid(self, cards):
        return dealt_cards.avoid(self.deck, np.uint64(cards), self.places)

    def choose(self, cards, count):
        return int(dealt_cards.choose(self.view, np.uint64(cards), count, self.spare))

    def seat(self, seat):
        """The cards of a seat, copies told apart."""
        return int(self.deck[16 * seat : 16 * seat + 16].sum())


def fits(counts, chances):
    """Whether counts by cell are such as the chances give."""
    total = sum(counts)
    return stats.chisquare(counts, [total * each for each in chances]).pvalue > LEAST_P


def hypergeometric(cards, marked, drawn):
    """Chances of 0, 1, .. marked cards among those drawn."""
    ways = [comb(marked, k) * comb(cards - marked, drawn - k) for k in range(marked + 1)]
    return [each / comb(cards, drawn) for each in ways]


def test_the_deck_is_the_deal_of_the_engine():
    dealer, hands = Dealer().at(7), np.zeros(4, np.uint64)
    dealt_cards.hand_out(dealer.deck, dealer.hands)
    deal.deal_uniform(dealer.view, np.zeros(64, np.uint64), hands)
    assert dealer.hands.tolist() == hands.tolist()
    places = chance.shuffled(3, 1, 7)
    assert cards_of(dealer.hands[0]) == cards_of(mask_of_places(places[:16]))


def mask_of_places(places):
    """The normal mask of places in the sorted deck."""
    hands, deck = np.zeros(4, np.uint64), np.zeros(64, np.uint64)
    deck[: len(places)] = [1 << place for place in places]
    dealt_cards.hand_out(deck, hands)
    return int(hands[0])


def test_what_is_taken_is_held_and_the_rest_is_dealt_uniformly():
    held, lying = Counter(), Counter()
    given = int(mask(cards_of(1 << 63))) | SEVENS & 0b11 << 37
    for block in range(DEALS):
        dealer = Dealer.at(TABLE, block).take(given)
        assert dealer.seat(0) & given == given
        held[(dealer.seat(0) & ELEVEN).bit_count()] += 1
        lying[next(s for s in range(4) if dealer.seat(s) >> 62 & 1)] += 1
    chances = hypergeometric(64 - 3, 11, 16 - 3)
    counts = [held[k] for k in range(12)]
    assert fits([*counts[:5], sum(counts[5:])], [*chances[:5], sum(chances[5:])])
    assert fits([lying[seat] for seat in range(4)], [13 / 61, *[16 / 61] * 3])


def test_what_is_avoided_is_not_held_and_lies_anywhere_else():
    held, lying = Counter(), Counter()
    for block in range(DEALS):
        dealer = Dealer.at(TABLE, block)
        before = dealer.seat(0)
        assert dealer.avoid(SEVENS) == bool(before & SEVENS)
        assert not dealer.seat(0) & SEVENS
        assert dealer.seat(0) & before == before & ~SEVENS
        held[(dealer.seat(0) & ELEVEN).bit_count()] += 1
        lying[(dealer.seat(2) & SEVENS).bit_count()] += 1
    chances = hypergeometric(64 - 6, 11 - 1, 16)  # one of the eleven is a seven
    assert ELEVEN & SEVENS == 1 << 42
    counts = [held[k] for k in range(11)]
    assert fits([*counts[:6], sum(counts[6:])], [*chances[:6], sum(chances[6:])])
    chances = hypergeometric(48, 6, 16)
    counts = [lying[k] for k in range(7)]
    assert fits([*counts[:4], sum(counts[4:])], [*chances[:4], sum(chances[4:])])


def test_just_so_many_of_a_number_are_as_often_where_uniform_deals_hold_them():
    """Against rejection: the deals of a uniform deck that hold four sevens, no more."""
    by_rejection, constructed = Counter(), Counter()
    for block in range(60_000):
        dealer = Dealer.at(TABLE, block)
        if (dealer.seat(0) & SEVENS).bit_count() == 4:
            by_rejection[signature(dealer)] += 1
        if block < DEALS:
            chosen = dealer.choose(SEVENS, 4)
            dealer.avoid(SEVENS)
            dealer.take(chosen)
            assert dealer.seat(0) & SEVENS == chosen
            constructed[signature(dealer)] += 1
    cells = sorted(by_rejection | constructed)
    table = [[each[cell] for cell in cells] for each in (by_rejection, constructed)]
    assert sum(table[0]) > 1_000
    assert stats.chi2_contingency(table).pvalue > LEAST_P


def signature(dealer):
    """Some of what a deal is: green sevens, high cards, other sevens together, the dragon."""
    hand = dealer.seat(0)
    greens = (hand >> 37 & 3).bit_count()
    high = min(3, max(0, (hand >> 49).bit_count() - 2))
    together = any((dealer.seat(seat) & SEVENS).bit_count() == 2 for seat in (1, 2, 3))
    return greens, high, together, hand >> 63


def test_every_choice_of_copies_is_as_likely():
    chosen = Counter(Dealer.at(TABLE, block).choose(SEVENS, 2) for block in range(DEALS))
    assert len(chosen) == comb(6, 2)
    assert all(cards & ~SEVENS == 0 and cards.bit_count() == 2 for cards in chosen)
    assert fits(list(chosen.values()), [1 / 15] * 15)


@pytest.mark.parametrize("cards", [0, int(NUMBER_CARDS) >> 45, (1 << 64) - (1 << 48)])
def test_any_number_of_cards_up_to_a_hand_is_taken(cards):
    dealer = Dealer().at(0).take(cards)
    assert dealer.seat(0) & cards == cards
    assert sum(dealer.seat(seat) for seat in range(4)) == 2**64 - 1


TABLE = Dealer()
