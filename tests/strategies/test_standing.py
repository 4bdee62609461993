"""What a round's end is worth: points and shares of the game, by hand."""

import random

import numpy as np
import pytest
from bridge import view_for

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies.standing import BOTH, GAMES, OBJECTIVE, POINTS, round_loss

GAME = 1 << 20  # the unit in which shares of the game are told


@kernel
def loss_of(words, seat, objective):
    return round_loss(pointer_to(words), seat, objective)


def ended(cards_left, totals=None, **switches):
    """A view at a round's end, the totals those before it."""
    words = view_for(players=len(cards_left), **switches)
    players = len(cards_left)
    words[view.COUNTS : view.COUNTS + players] = cards_left
    words[view.TOTALS : view.TOTALS + players] = totals or [0] * players
    return words


def losses(cards_left, objective, totals=None, **switches):
    words = ended(cards_left, totals, **switches)
    return [loss_of(words, seat, objective) for seat in range(len(cards_left))]


def test_the_words_of_the_setting():
    assert OBJECTIVE.values[POINTS] == "points"
    assert OBJECTIVE.values[GAMES] == "games"
    assert OBJECTIVE.values[BOTH] == "both"


@pytest.mark.parametrize(
    ("cards_left", "expected"),
    [
        # Points 0, 1, 16 and 80, and 80 the most of a round: 3 (own + 80) less the others'.
        ([0, 1, 8, 16], [240 - 97, 243 - 96, 288 - 81, 480 - 17]),
        ([0, 16, 16], [160 - 160, 320 - 80, 320 - 80]),
    ],
)
def test_points(cards_left, expected):
    assert losses(cards_left, POINTS) == expected


def test_points_under_the_dearest_table_are_never_below_zero():
    dear = [0, *[1000] * 16]
    assert losses([0, 16, 16, 16], POINTS, scoring=dear) == [0, 4000, 4000, 4000]


@pytest.mark.parametrize(
    ("cards_left", "totals", "shares"),
    [
        ([0, 1, 2, 16], [50, 40, 60, 30], [0, 1, 0, 0]),
        ([0, 1, 2, 16], [41, 40, 60, 30], [0.5, 0.5, 0, 0]),  # 41, 41, 62, 110
        ([0, 16, 16], [0, 20, 20], [1, 0, 0]),
        ([5, 0, 16], [35, 40, 30], [0.5, 0.5, 0]),
        ([1, 1, 0], [99, 99, 100], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_a_game_that_is_over_is_shared_by_the_lowest_totals(cards_left, totals, shares):
    found = losses(cards_left, GAMES, totals)
    assert found == [int(GAME * (1 - share)) for share in shares]


def test_reaching_the_target_ends_the_game_and_missing_it_does_not():
    assert losses([0, 1, 1, 1], GAMES, [0, 0, 0, 99])[0] == 0  # 100
    assert losses([0, 1, 1, 1], GAMES, [0, 0, 0, 98])[0] > 0


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("target", [1, 100, 10_000])
def test_shares_make_one_game_and_fall_with_own_points(players, target):
    rng = random.Random(target + players)
    for _ in range(300):
        totals = [rng.randrange(target) for _ in range(players)]
        left = [0, *[rng.randrange(1, 17) for _ in range(players - 1)]]
        rng.shuffle(left)
        found = losses(left, GAMES, totals, target=target)
        assert abs(sum(found) - (players - 1) * GAME) <= players
        assert all(0 <= loss <= GAME for loss in found)
        seat = rng.choice([seat for seat in range(players) if left[seat]])
        more = [16 if other == seat else cards for other, cards in enumerate(left)]
        worse = losses(more, GAMES, totals, target=target)
        over = max(t + scored(c) for t, c in zip(totals, more, strict=True)) >= target
        if not over:
            assert worse[seat] >= found[seat]


def scored(cards_left):
    return int(view_for()[view.SCORING + cards_left])


def test_the_winner_of_the_round_has_the_better_half_of_a_tie():
    """Equal totals, but who went out leads next and gets a card."""
    winner, second, third, fourth = losses([0, 1, 1, 1], GAMES, [11, 10, 10, 10])
    assert winner < second
    assert second == third == fourth


@pytest.mark.parametrize(
    ("cards_left", "totals"), [([0, 1, 8, 16], [40, 5, 9, 0]), ([3, 0, 9], [0] * 3)]
)
def test_both_is_the_game_and_for_each_point_beside_the_others_a_220th_of_it(cards_left, totals):
    points, games = losses(cards_left, POINTS, totals), losses(cards_left, GAMES, totals)
    others = len(cards_left) - 1
    expected = [game + GAME / 220 * each / others for game, each in zip(games, points, strict=True)]
    assert losses(cards_left, BOTH, totals) == pytest.approx(expected, rel=1e-4)


def test_losses_are_numbers_in_all_corners():
    for target in (1, 2, 10_000):
        for totals in ([0] * 4, [target - 1] * 4, [0, 0, 0, target - 1]):
            for scoring in ([0, *[1] * 16], [0, *[1000] * 16]):
                found = losses([0, 16, 1, 7], GAMES, totals, target=target, scoring=scoring)
                assert all(isinstance(each, (int, np.int64)) for each in found)
                assert all(0 <= each <= GAME for each in found)
