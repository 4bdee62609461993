"""Deals under conditions: as uniform deals that fulfil them, repeatable, and never without end."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from scipy import stats

from gofsim.analysis import exact
from gofsim.notation import mask_of, text_of
from gofsim.simulation.card_sets import number_mask
from gofsim.simulation.deal_table import DealTable, SeatDeal
from gofsim.simulation.deals import Deals, deal_faults

LEAST_P = 1e-4
HIGH = mask_of("G9 G9 Y9 Y9 R9 R9 G10 G10 Y10 Y10 R10 R10")


def deals(**seats):
    return Deals(table(**seats))


def table(**seats):
    return DealTable(**{seat: SeatDeal(**wishes) for seat, wishes in seats.items()})


def drawn(blocks=4_000, **seats):
    return deals(**seats).hands(7, range(blocks)).tolist()


def fits(found, chances, merge):
    """Whether counts by cell are such as the chances give; cells from `merge` on are joined."""
    total = sum(found.values())
    counts = [found[k] for k in range(merge)]
    wanted = [float(chances[k]) * total for k in range(merge)]
    rest = [total - sum(counts)], [total - sum(wanted)]
    return stats.chisquare(counts + rest[0], wanted + rest[1]).pvalue > LEAST_P


def hypergeometric(cards, marked, hand):
    ways = [comb(marked, k) * comb(cards - marked, hand - k) for k in range(marked + 1)]
    return [Fraction(each, comb(cards, hand)) for each in ways]


def test_every_deal_hands_out_the_whole_deck():
    for hands in drawn(50, seat0={"cards": "RD G6"}, seat2={"cards": "G6 GP"}, seat3={"gang": 4}):
        assert [hand.bit_count() for hand in hands] == [16] * 4
        cards = Counter(word for hand in hands for word in texts(hand))
        assert len(cards) == 34
        assert sum(cards.values()) == 64
        assert "RD" in texts(hands[0])
        assert {"G6", "GP"} <= set(texts(hands[2]))


def texts(hand):
    return text_of(hand).split()


def test_fixed_cards_leave_the_rest_uniform():
    found, other = Counter(), Counter()
    for hands in drawn(seat1={"cards": "RD GP R10"}):
        assert {"RD", "GP", "R10"} <= set(texts(hands[1]))
        found[(hands[1] & HIGH).bit_count() - 1] += 1
        other[(hands[3] & HIGH).bit_count()] += 1
    assert fits(found, hypergeometric(61, 11, 13), 5)
    assert fits(other, hypergeometric(61, 11, 16), 5)


def test_a_gang_of_a_number_is_as_large_as_where_uniform_deals_hold_one():
    sevens, found, high, lying = number_mask(7), Counter(), Counter(), Counter()
    for hands in drawn(seat2={"gang": 4, "gang_number": 7}):
        size = (hands[2] & sevens).bit_count()
        found[size - 4] += 1
        if size == 4:
            high[(hands[2] & HIGH).bit_count()] += 1
            lying[(hands[0] & sevens).bit_count()] += 1
    chances = [exact.gang_of(7, size) / exact.any_gang_of(7) for size in (4, 5, 6)]
    assert fits(found, chances, 2)
    assert fits(high, hypergeometric(58, 12, 12), 5)
    assert fits(lying, hypergeometric(48, 2, 16), 2)


def test_fixed_cards_count_towards_a_gang():
    cards = "G7 Y7 R7"
    found = Counter(
        (hands[0] & number_mask(7)).bit_count() - 4
        for hands in drawn(
            seat0={"gang": 4, "gang_number": 7, "cards": cards}, seat1={"cards": "G7"}
        )
    )
    ways = hypergeometric(60, 2, 13)
    assert fits(found, [each / sum(ways[1:]) for each in ways[1:]], 1)


@pytest.mark.parametrize(
    ("seats", "chance"),
    [
        ({"seat0": {"straight_flush": True}}, exact.straight_flush()),
        ({"seat3": {"gang": 4}}, 1 - exact.gangs_in_hands(1)[0]),
        ({"seat1": {"gang": 5}}, exact.largest_count(5) + exact.largest_count(6) + exact.largest_count(7)),  # noqa: E501
        ({f"seat{seat}": {"gang": 0} for seat in range(4)}, exact.gangs_in_hands(4)[0]),
    ],
)  # fmt: skip
def test_what_is_drawn_for_takes_as_many_draws_as_it_is_rare(seats, chance):
    found = deals(**seats)
    blocks = 3_000
    found.hands(1, range(blocks))
    share = blocks / found.draws[0]
    error = (float(chance) ** 2 * (1 - float(chance)) / blocks) ** 0.5
    assert share == pytest.approx(float(chance), abs=4.5 * error)


def test_deals_of_two_wishes_are_those_of_one_that_fulfil_the_other():
    """Sevens by hand, the straight flush by drawing, against both by drawing."""
    by_hand = drawn(2_000, seat0={"gang": 4, "gang_number": 1, "straight_flush": True})
    by_drawing = [
        hands
        for hands in drawn(30_000, seat0={"gang": 4, "straight_flush": True})
        if (hands[0] & number_mask(1)).bit_count() >= 4
    ]
    assert len(by_drawing) > 2_000
    sides = [Counter(map(signature, each)) for each in (by_hand, by_drawing)]
    cells = [cell for cell in sides[0] | sides[1] if min(side[cell] for side in sides) >= 5]
    assert len(cells) > 5
    counts = [[side[cell] for cell in cells] for side in sides]
    assert stats.chi2_contingency(counts).pvalue > LEAST_P


def signature(hands):
    return (
        (hands[0] & number_mask(1)).bit_count(),
        min(2, (hands[0] & HIGH).bit_count()),
        hands[0] >> 6 & 1,
        hands[1] >> 63,
    )


def test_a_deal_is_a_function_of_seed_and_block():
    wishes = {"seat0": {"gang": 5}, "seat1": {"cards": "RD"}}
    whole = deals(**wishes).hands(3, range(40)).tolist()
    assert deals(**wishes).hands(3, range(25, 40)).tolist() == whole[25:]
    assert deals(**wishes).hands(4, range(40)).tolist() != whole
    assert len({tuple(hands) for hands in whole}) == 40


@pytest.mark.parametrize(
    ("seats", "line"),
    [
        ({}, "[deal]: asks for nothing; leave it out"),
        ({"seat0": {"cards": "G6"}, "seat1": {"cards": "G6 G6"}},
         "[deal]: 3 times G6: the deck has only two copies of it"),
        ({"seat1": {"gang_number": 3}},
         "[deal.seat1] gang_number: also needs `gang`, of at least how many cards"),
        ({"seat1": {"gang": 7, "gang_number": 3}},
         "[deal.seat1] gang: there are only six cards of number 3"),
        ({"seat0": {"gang": 6, "gang_number": 2}, "seat3": {"cards": "Y2"}},
         "[deal]: cannot be; the cards named leave too few of the gang's number"),
        ({"seat0": {"gang": 6}, "seat1": {"gang": 6}},
         "[deal]: too rare, or cannot be: no such deal in 100,000 draws; a run takes those found "
         "in 100,000 draws, 10 times in a row"),
        ({"seat0": {"cards": "G1 G2 G3 G4 G5", "straight_flush": False}},
         "[deal]: too rare, or cannot be: no such deal in 100,000 draws beside what is laid by "
         "hand; a run takes those found in 100,000 draws, 10 times in a row"),
    ],
)  # fmt: skip
def test_what_cannot_be_or_is_too_rare_is_refused_in_one_line(seats, line):
    assert deal_faults(table(**seats)) == [line]


def test_what_is_rare_but_found_is_taken():
    assert deal_faults(table(seat0={"gang": 6}, seat1={"gang": 4})) == []
