"""The exact probabilities against the figures of the rules, and against listing hands."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from gofsim.analysis import exact

TOLERANCE = 1.01e-10  # the figures are printed with ten decimals


def test_a_hand_holds_a_gang_as_often_as_the_rules_say():
    assert float(1 - exact.gangs_in_hands(1)[0]) == pytest.approx(0.3102909792186793, abs=1e-16)


@pytest.mark.parametrize(
    ("hands", "figures"),
    [
        (1, [0.6897090208, 0.2889758567, 0.0211109754, 0.0002041138]),
        (4, [0.2482246281, 0.3617869996, 0.2486126227, 0.1049573585, 0.0297073014]),
    ],
)
def test_number_of_gangs_dealt(hands, figures):
    chances = [float(chance) for chance in exact.gangs_in_hands(hands)]
    assert chances[: len(figures)] == pytest.approx(figures, abs=TOLERANCE)


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_the_chances_of_all_numbers_of_gangs_add_up_to_one(hands):
    assert sum(exact.gangs_in_hands(hands)) == 1


@pytest.mark.parametrize("hands", [1, 3, 4])
def test_expected_gangs_are_the_sum_over_numbers_and_hands(hands):
    chances = exact.gangs_in_hands(hands)
    expected = sum(count * chance for count, chance in enumerate(chances))
    assert expected == hands * sum(exact.any_gang_of(number) for number in range(1, 11))


def test_expected_gangs_in_a_hand():
    expected = sum(exact.any_gang_of(number) for number in range(1, 11))
    assert float(expected) == pytest.approx(0.3318102822, abs=TOLERANCE)


@pytest.mark.parametrize(("hands", "figure"), [(4, 0.7517753719), (3, 0.6556881793)])
def test_somebody_at_the_table_holds_a_gang(hands, figure):
    assert float(1 - exact.gangs_in_hands(hands)[0]) == pytest.approx(figure, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("most", "figure"), [(4, 0.2756937633), (5, 0.0329988040), (6, 0.0015799964), (7, 0.0000184155)]
)
def test_largest_count(most, figure):
    assert float(exact.largest_count(most)) == pytest.approx(figure, abs=TOLERANCE)


def test_a_gang_of_ones_is_likelier_than_of_another_number():
    assert float(exact.any_gang_of(1)) == pytest.approx(0.0592412891, abs=TOLERANCE)
    assert float(exact.any_gang_of(7)) == pytest.approx(0.0302854437, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("chance", "figure"),
    [
        (exact.straight, 0.7613072340),
        (exact.straight_flush, 0.1469267523),
        (exact.full_house, 0.9339607615),
        (exact.plain_flush, 0.9999687309),
        (exact.phoenix_pair, 0.0595238095),
    ],
)
def test_combinations_in_a_hand(chance, figure):
    assert float(chance()) == pytest.approx(figure, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("mine", "published"),
    [(0, [35.8, 39.7, 18.7, 5.0, 0.7]), (1, [31.3, 39.2, 21.8, 6.4, 1.1]),
     (2, [26.3, 37.5, 25.2, 8.8, 1.8])],
)  # fmt: skip
def test_the_publishers_rows_are_near_the_exact_ones(mine, published):
    percents = [100 * float(chance) for chance in exact.gangs_among_others(mine)]
    assert percents[:5] == pytest.approx(published, abs=0.75)


def test_the_publishers_last_row_is_wrong():
    percents = [100 * float(chance) for chance in exact.gangs_among_others(3)]
    assert percents[:5] == pytest.approx([21.50, 36.25, 27.45, 11.57, 2.81], abs=0.005)


def test_runs_are_counted_as_by_listing_every_hand():
    piles = [2, 1, 1, 2, 1, 1]
    cards = [number for number, copies in enumerate(piles) for _ in range(copies)]
    counted = exact._without_run([exact._pile(copies) for copies in piles])
    for held in range(len(cards) + 1):
        listed = sum(not _has_run(hand) for hand in combinations(cards, held))
        assert counted[held] == listed


def test_a_first_pile_that_counts_as_held():
    cards = [number for number in range(6) for _ in range(2)]
    counted = exact._without_run([exact._pile(2)] * 6, first_held=True)
    for held in range(9):
        listed = sum(not _has_run((0, *hand)) for hand in combinations(cards, held))
        assert counted[held] == listed


def test_marking_weights_pick_out_four_and_more():
    for copies in (6, 7):
        weights = exact._marks(copies)
        for held in range(copies + 1):
            share = [Fraction(comb(held, j), comb(copies, j)) for j in range(copies + 1)]
            total = sum(w * s for w, s in zip(weights, share, strict=True))
            assert total == (1 if held >= 4 else 0)


def _has_run(hand):
    numbers = set(hand)
    return any(set(range(low, low + 5)) <= numbers for low in numbers)
