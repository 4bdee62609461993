"""Replicator dynamics: what theory says about small games, and rest points by substitution."""

import numpy as np
import pytest

from gofsim.analysis.dynamics import fastest_growth, is_stable, replicate, rest_points

ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
DOMINANCE = np.array([[2.0, 2, 2], [1, 1, 1], [0, 0, 0]])


def course_of(payoffs, start, longest):
    """Times and shares as arrays."""
    times, shares = zip(*replicate(payoffs, start, longest), strict=True)
    return np.array(times), np.array(shares)


def test_rock_paper_scissors_conserves_the_product_of_the_shares():
    times, path = course_of(ROCK_PAPER_SCISSORS, [0.5, 0.3, 0.2], 100)
    assert (times[0], times[-1]) == (0, 100)
    assert path.prod(axis=1) == pytest.approx(np.full(len(times), 0.03), abs=1e-7)
    assert path.sum(axis=1) == pytest.approx(np.ones(len(times)), abs=1e-12)
    assert np.ptp(path[:, 0]) > 0.2  # and yet it moves


def test_a_dominant_bot_takes_over_as_the_logistic_curve_says():
    times, path = course_of(DOMINANCE, [0.2, 0.3, 0.5], 30)
    weights = np.array([0.2, 0.3, 0.5]) * np.exp(times[:, None] * [2, 1, 0])
    assert path == pytest.approx(weights / weights.sum(axis=1, keepdims=True), abs=1e-8)
    assert path[-1, 0] > 1 - 1e-9


def test_steps_are_short_where_shares_change():
    _, path = course_of(DOMINANCE, [1, 2, 3], 1e6)
    assert np.abs(np.diff(path, axis=0)).max() < 0.1


def test_who_is_not_there_does_not_come():
    _, path = course_of(DOMINANCE, [0, 0.5, 0.5], 5)
    assert (path[:, 0] == 0).all()
    assert path[-1, 1] > 0.99


def test_shares_are_scaled_and_a_lone_bot_stays():
    assert (course_of(DOMINANCE, [0, 3, 0], 9)[1] == [0, 1, 0]).all()
    assert (course_of([[1.0]], [5], 1)[1] == 1).all()


def test_a_constant_for_every_bot_changes_nothing():
    start = [0.5, 0.3, 0.2]
    _, moved = course_of(ROCK_PAPER_SCISSORS + np.array([3.0, -5, 1]), start, 10)
    assert moved[-1] == pytest.approx(course_of(ROCK_PAPER_SCISSORS, start, 10)[1][-1], abs=1e-8)


def test_strong_payoffs_over_a_long_time_stay_shares():
    matrix = np.random.default_rng(5).normal(0, 30, (12, 12))
    times, path = course_of(matrix, np.ones(12), 1000)
    assert times[-1] == 1000
    assert np.isfinite(path).all()
    assert (path >= 0).all()
    assert path.sum(axis=1) == pytest.approx(np.ones(len(path)), abs=1e-12)


def test_circles_that_pay_the_winner_more_return_and_those_that_pay_less_do_not():
    middle = np.full(3, 1 / 3)
    for extra, stable in ((0.3, True), (-0.3, False), (0.0, False)):
        game = ROCK_PAPER_SCISSORS + np.diag([-extra] * 3)
        assert is_stable(game, middle) is stable
        assert fastest_growth(game, middle) == pytest.approx(-extra / 3, abs=1e-12)


def test_the_rest_points_of_small_games():
    found = rest_points(ROCK_PAPER_SCISSORS)
    assert found == pytest.approx(np.vstack([np.eye(3), np.full((1, 3), 1 / 3)]))
    assert rest_points(DOMINANCE).tolist() == np.eye(3).tolist()
    hawk_dove = rest_points([[-1.0, 2], [0, 1]])
    assert hawk_dove == pytest.approx(np.array([[1, 0], [0, 1], [0.5, 0.5]]))


def test_at_rest_points_nothing_moves():
    matrix = np.random.default_rng(6).normal(size=(4, 4))
    for point in rest_points(matrix):
        fitness = matrix @ point
        assert point * (fitness - point @ fitness) == pytest.approx(np.zeros(4), abs=1e-12)
        assert point.sum() == pytest.approx(1)


def test_equal_bots_rest_along_a_line_that_is_not_listed():
    assert rest_points(np.zeros((2, 2))).tolist() == [[1, 0], [0, 1]]
