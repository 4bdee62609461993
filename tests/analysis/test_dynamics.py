"""Replicator dynamics: what theory says about small games, and rest points by substitution."""

import numpy as np
import pytest

from gofsim.analysis.dynamics import replicate, rest_points

ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
DOMINANCE = np.array([[2.0, 2, 2], [1, 1, 1], [0, 0, 0]])


def test_rock_paper_scissors_conserves_the_product_of_the_shares():
    path = replicate(ROCK_PAPER_SCISSORS, [0.5, 0.3, 0.2], np.linspace(0, 100, 201))
    assert path.prod(axis=1) == pytest.approx(np.full(201, 0.03), abs=1e-7)
    assert path.sum(axis=1) == pytest.approx(np.ones(201), abs=1e-12)
    assert np.ptp(path[:, 0]) > 0.2  # and yet it moves


def test_a_dominant_bot_takes_over_as_the_logistic_curve_says():
    times = np.linspace(0, 30, 61)
    path = replicate(DOMINANCE, [0.2, 0.3, 0.5], times)
    weights = np.array([0.2, 0.3, 0.5]) * np.exp(times[:, None] * [2, 1, 0])
    assert path == pytest.approx(weights / weights.sum(axis=1, keepdims=True), abs=1e-8)
    assert path[-1, 0] > 1 - 1e-9


def test_who_is_not_there_does_not_come():
    path = replicate(DOMINANCE, [0, 0.5, 0.5], [0, 1, 5])
    assert (path[:, 0] == 0).all()
    assert path[-1, 1] > 0.99


def test_shares_are_scaled_and_a_lone_bot_stays():
    assert replicate(DOMINANCE, [0, 3, 0], [0, 9]).tolist() == [[0, 1, 0], [0, 1, 0]]
    assert replicate([[1.0]], [5], [0, 1]).tolist() == [[1], [1]]


def test_a_constant_for_every_bot_changes_nothing():
    start, times = [0.5, 0.3, 0.2], [0.0, 3, 10]
    moved = replicate(ROCK_PAPER_SCISSORS + np.array([3.0, -5, 1]), start, times)
    assert moved == pytest.approx(replicate(ROCK_PAPER_SCISSORS, start, times), abs=1e-8)


def test_strong_payoffs_over_a_long_time_stay_shares():
    matrix = np.random.default_rng(5).normal(0, 30, (12, 12))
    path = replicate(matrix, np.ones(12), np.linspace(0, 1000, 50))
    assert np.isfinite(path).all()
    assert (path >= 0).all()
    assert path.sum(axis=1) == pytest.approx(np.ones(50), abs=1e-12)


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
