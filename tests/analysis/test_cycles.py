"""The split of a matrix in a ladder and circles against least squares, and at its edges."""

from itertools import combinations

import numpy as np
import pytest

from gofsim.analysis.cycles import curls, split, triangles

ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def random_matrix(bots, seed=1):
    matrix = np.random.default_rng(seed).normal(size=(bots, bots))
    return matrix - matrix.T


def test_a_ladder_is_transitive():
    heights = np.array([3.0, -1.0, 0.5, -2.5])
    potential, gradient, cyclic, share = split(heights[:, None] - heights)
    assert potential == pytest.approx(heights)
    assert gradient == pytest.approx(heights[:, None] - heights)
    assert cyclic == pytest.approx(np.zeros((4, 4)), abs=1e-12)
    assert share == pytest.approx(1, abs=1e-12)
    assert share <= 1


def test_rock_paper_scissors_goes_round():
    potential, gradient, cyclic, share = split(ROCK_PAPER_SCISSORS)
    assert (potential == 0).all()
    assert (gradient == 0).all()
    assert (cyclic == ROCK_PAPER_SCISSORS).all()
    assert share == 0


@pytest.mark.parametrize("bots", [2, 3, 5, 12])
def test_it_is_the_least_squares_ladder(bots):
    matrix = random_matrix(bots)
    pairs = list(combinations(range(bots), 2))
    steps = np.zeros((len(pairs) + 1, bots))
    for row, (i, j) in enumerate(pairs):
        steps[row, i], steps[row, j] = 1, -1
    steps[-1] = 1  # mean 0
    wanted = [*(matrix[i, j] for i, j in pairs), 0]
    oracle, left, *_ = np.linalg.lstsq(steps, wanted)
    potential, gradient, cyclic, share = split(matrix)
    assert potential == pytest.approx(oracle, abs=1e-8)
    assert gradient + cyclic == pytest.approx(matrix, abs=1e-12)
    assert (gradient * cyclic).sum() == pytest.approx(0, abs=1e-10)
    assert share == pytest.approx(1 - 2 * left.sum() / (matrix**2).sum(), abs=1e-8)


@pytest.mark.parametrize("bots", [0, 1, 2, 5])
def test_where_nobody_beats_anybody_there_is_no_share(bots):
    potential, gradient, cyclic, share = split(np.zeros((bots, bots)))
    assert share is None
    assert (potential == 0).all()
    assert (gradient == 0).all()
    assert (cyclic == 0).all()


def test_names_do_not_matter():
    matrix, order = random_matrix(6), [4, 2, 0, 5, 1, 3]
    potential, _, cyclic, share = split(matrix)
    renamed = split(matrix[np.ix_(order, order)])
    assert renamed[0] == pytest.approx(potential[order], abs=1e-12)
    assert renamed[2] == pytest.approx(cyclic[np.ix_(order, order)], abs=1e-12)
    assert renamed[3] == pytest.approx(share, abs=1e-12)


def test_triangles_and_what_going_round_them_wins():
    assert triangles(2).shape == (0, 3)
    assert triangles(4).tolist() == [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    assert curls(ROCK_PAPER_SCISSORS).tolist() == [-3]
    matrix = random_matrix(5)
    assert curls(split(matrix)[2]) == pytest.approx(curls(matrix))
    assert curls(split(matrix)[1]) == pytest.approx(np.zeros(10), abs=1e-12)
