"""Points, the loser with both tie rules, and shared wins, against the oracle."""

import random

import oracle
import pytest
from bridge import view_for

from gofsim.kernel import scoring, view


def table(left, totals, **switches):
    words = view_for(players=len(left), **switches)
    words[view.COUNTS : view.COUNTS + len(left)] = left
    words[view.TOTALS : view.TOTALS + len(left)] = totals
    return words


@pytest.mark.parametrize("left", range(17))
def test_points_of_the_table(left):
    expected = [0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80][left]
    assert scoring.seat_points(table([left, 0, 0, 0], [0] * 4), 0) == expected
    own = [0, *range(10, 26)]
    assert scoring.seat_points(table([left, 0, 0, 0], [0] * 4, scoring=own), 0) == own[left]


@pytest.mark.parametrize("players", [3, 4])
def test_totals_and_the_end_of_the_game(players):
    for total, over in ((93, False), (94, True), (95, True)):
        words = table([6] + [0] * (players - 1), [total] + [0] * (players - 1))
        assert scoring.add_points(words) == over
        assert words[view.TOTALS] == total + 6


def test_the_target_is_a_switch():
    for target, over in ((7, True), (8, False)):
        assert scoring.add_points(table([0, 7, 3, 2], [0] * 4, target=target)) == over


@pytest.mark.parametrize("tie", ["counterclockwise", "clockwise"])
@pytest.mark.parametrize("players", [3, 4])
def test_loser_is_the_oracles(tie, players):
    rules = oracle.default_rules(players=players, exchange_tie=tie)
    rng = random.Random(tie + str(players))
    ties = 0
    for _ in range(2_000):
        winner = rng.randrange(players)
        left = [0 if seat == winner else rng.choice((1, 5, 8, 16)) for seat in range(players)]
        points = [oracle.points(count, rules) for count in left]
        totals = [points[seat] + rng.choice((0, 0, 10)) for seat in range(players)]
        words = table(left, totals, exchange_tie=tie)
        assert scoring.loser_of(words, winner) == oracle.loser(winner, points, totals, rules)
        worst = [
            s
            for s in range(players)
            if (points[s], totals[s]) == max(zip(points, totals, strict=True))
        ]
        ties += len(worst) > 1
    assert ties > 100


def test_loser_by_more_cards_when_points_tie():
    """By the default table more cards are more points; a flat table leaves it to the totals."""
    flat = [0] + [5] * 16
    assert scoring.loser_of(table([0, 3, 9, 4], [0, 20, 10, 30], scoring=flat), 0) == 3
    assert scoring.loser_of(table([0, 3, 9, 4], [0, 20, 10, 30]), 0) == 2


def test_nearest_to_the_winner():
    even = [0, 9, 9, 9]
    assert scoring.loser_of(table(even, even), 0) == 3
    assert scoring.loser_of(table(even, even, exchange_tie="clockwise"), 0) == 1


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ([100, 40, 50, 60], 0b0010),
        ([40, 100, 40, 70], 0b0101),
        ([0, 0, 0, 100], 0b0111),
        ([100, 40, 40], 0b110),
    ],
)
def test_lowest_totals_win_together(totals, winners):
    assert scoring.winners_of(table([0] * len(totals), totals)) == winners
