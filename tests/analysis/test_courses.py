"""Where mixes go: to a stable mix, round in circles, or nowhere, as the theory of games says."""

import numpy as np
import pytest

from gofsim.analysis.courses import course, relative, widest_gap
from gofsim.analysis.dynamics import is_stable, rest_points

EQUAL, UNEVEN = np.ones(3), np.array([3.0, 2.0, 1.0])


def circle(extra):
    """Rock, paper, scissors: a loss costs ``extra`` more than a win gains."""
    return relative(np.array([[0, -1 - extra, 1], [1, 0, -1 - extra], [-1 - extra, 1, 0]]))


def ladder(steps):
    """Every bot takes the same in all fields, the first the most."""
    return relative(np.tile(-np.array(steps)[:, None], len(steps)))


@pytest.mark.parametrize("step", [1e-6, 0.001, 1.0, 1000.0])
def test_the_best_is_left_alone_however_little_it_is_better(step):
    found = course(ladder([5, 5 + step, 5 + 2 * step]), EQUAL)
    assert found.fate == "rests"
    assert found.shares[-1] == pytest.approx([1, 0, 0], abs=0.002)


@pytest.mark.parametrize("step", [0.01, 1e-3, 1e-5])
def test_two_near_the_top_are_told_apart_long_after_the_rest_is_gone(step):
    found = course(ladder([0, step, 20, 30]), np.ones(4))
    assert found.fate == "rests"
    assert found.shares[-1] == pytest.approx([1, 0, 0, 0], abs=0.005)
    both = found.shares[np.searchsorted(found.times, 40)]
    assert both == pytest.approx([0.5, 0.5, 0, 0], abs=0.01)


def test_nothing_depends_on_the_unit_of_points_nor_on_the_field():
    game = np.random.default_rng(4).normal(size=(4, 4))
    assert relative(7 * game + [1.0, -9.0, 30.0, 0.0]) == pytest.approx(relative(game))
    assert widest_gap(relative(game)) == pytest.approx(1)


def test_circles_that_cost_nothing_and_those_that_widen_come_to_no_rest():
    for extra in (0.0, 0.02, 0.5):
        found = course(circle(extra), UNEVEN)
        assert found.fate == "circles"
        assert found.swinging == [0, 1, 2]


def test_circles_that_close_in_end_in_the_middle():
    found = course(circle(-0.3), UNEVEN)
    assert found.fate == "rests"
    assert found.shares[-1] == pytest.approx(np.full(3, 1 / 3), abs=0.002)


def test_circles_that_close_in_too_slowly_are_said_to_close_in():
    found = course(circle(-0.01), UNEVEN)
    assert found.fate == "spirals"
    assert np.ptp(found.shares[-20:], axis=0).max() > 0.05


def test_paths_for_a_picture_are_cut_after_some_rounds():
    assert len(course(circle(0.0), UNEVEN, 12).times) < len(course(circle(0.0), UNEVEN).times) / 5


def test_a_mix_at_rest_stays_be_it_stable_or_not():
    for extra in (-0.3, 0.0, 0.3):
        found = course(circle(extra), EQUAL)
        assert found.fate == "stays"
        assert (found.shares == found.shares[0]).all()
        assert len(found.times) > 2


def test_a_bot_and_its_copy_share_what_they_win():
    game = relative(np.array([[0.0, 0, 1], [0, 0, 1], [-1, -1, 0]]))
    found = course(game, UNEVEN)
    assert found.fate == "rests"
    assert found.shares[-1] == pytest.approx([0.6, 0.4, 0], abs=0.001)


def test_one_that_is_only_better_while_the_other_is_there_wins_in_the_end():
    found = course(relative(np.array([[0.0, 0, 1], [0, -1, 1], [-1, -1, 0]])), EQUAL)
    assert found.fate == "rests"
    assert found.shares[-1] == pytest.approx([1, 0, 0], abs=0.002)


@pytest.mark.parametrize("seed", range(14))
def test_what_is_said_to_be_the_end_is_an_end(seed):
    game = relative(np.random.default_rng(seed).normal(size=(5, 5)))
    found = course(game, np.ones(5))
    if found.fate == "rests":
        ends = [point for point in rest_points(game) if is_stable(game, point)]
        assert any(found.shares[-1] == pytest.approx(end, abs=0.002) for end in ends)
    else:
        assert found.fate in ("circles", "spirals")
