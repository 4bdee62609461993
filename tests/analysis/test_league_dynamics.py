"""Where mixes go, on games whose rest points are known."""

import numpy as np
import pytest
from leagues import league_of_edges, league_text

from gofsim.analysis.courses import Course, course
from gofsim.analysis.league import league_of
from gofsim.analysis.league_dynamics import (
    crowd_words,
    dynamics_section,
    mix_words,
    payoffs,
    rests_of,
)
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.run_folder import read_run

NEAR_EQUAL = np.array([0.0, 0.004, 0.008, 0.012])


def test_the_best_of_all_is_the_only_stable_mix():
    game = np.subtract.outer([2.0, 1.0, 0.0], [0.0, 0.0, 0.0])
    assert [rest.mix.tolist() for rest in rests_of(game) if rest.stable] == [[1, 0, 0]]
    assert course(game, np.ones(3)).shares[-1] == pytest.approx([1, 0, 0], abs=0.01)


def test_two_that_do_better_in_the_other_field_live_together():
    game = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 1.0], [-1.0, -1.0, -1.0]])
    (rest,) = [rest for rest in rests_of(game) if rest.stable]
    assert rest.mix == pytest.approx([2 / 3, 1 / 3, 0])
    assert course(game, np.ones(3)).shares[-1] == pytest.approx(rest.mix, abs=0.01)


def test_mixes_in_words():
    assert mix_words("abc", np.array([0.0, 1.0, 0.0])) == "only b"
    assert mix_words("abc", np.array([0.25, 0.0, 0.75])) == "25.0% a and 75.0% c"
    assert mix_words("abc", np.array([0.001, 0.0, 0.999]), 0.005) == "only c"


def test_payoffs_are_minus_the_points_a_round(play):
    league = league_of(read_run(play(league_text(["random", "longest", "control"]))))
    found = payoffs(collect_league(league), league.bots)
    rows = league.run.rows("rounds", league.alone["longest", "control"], range(40))
    own = sum(rows.filter(rows[f"place_{s}"] == 0)[f"points_{s}"].sum() for s in range(4))
    assert found[1, 2] == pytest.approx(-own / len(rows))
    home = league.run.rows("rounds", league.own_kind["control"], range(40))
    every = sum(home[f"points_{s}"].sum() for s in range(4))
    assert found[2, 2] == pytest.approx(-every / 4 / len(home))


@pytest.mark.parametrize(("bots", "shown"), [(2, False), (3, True), (5, True)])
def test_two_bots_need_no_picture(bots, shown):
    edges = np.subtract.outer(np.arange(bots), np.arange(bots))
    evidence = league_of_edges(edges, 0.1, 40, 1)
    section = dynamics_section(evidence, evidence.league.bots)
    assert (section is not None) is shown
    if shown:
        strongest = evidence.league.bots[-1]
        assert f"ends as only {strongest}" in section.text[1]
        assert len(section.pictures) == 1


def test_bots_that_are_all_alike_have_no_dynamics():
    evidence = league_of_edges(np.zeros((3, 3)), 0.0, 40, 1)
    assert dynamics_section(evidence, evidence.league.bots) is None


def test_bots_that_differ_by_little_end_as_the_best_of_them_and_the_picture_shows_it():
    evidence = league_of_edges(np.subtract.outer(NEAR_EQUAL, NEAR_EQUAL), 0.0, 40, 1)
    bots = evidence.league.bots
    section = dynamics_section(evidence, bots)
    assert section.text[1] == f"From equal shares the crowd ends as only {bots[-1]}."
    assert "the widest gap of two bots in one field, 0.012 points a round" in section.text[0]
    (ax,) = section.pictures[0].chart.axes
    best = next(line for line in ax.lines if line.get_label() == bots[-1])
    assert best.get_ydata()[0] == pytest.approx(25, abs=1)
    assert best.get_ydata()[-1] > 99
    assert ax.get_xlim() == pytest.approx((best.get_xdata()[0], best.get_xdata()[-1]))


def test_gaps_that_are_mere_rounding_are_no_dynamics():
    edges = np.zeros((3, 3))
    edges[0, 1], edges[1, 0] = 1e-13, -1e-13
    evidence = league_of_edges(edges, 0.0, 40, 1)
    assert dynamics_section(evidence, evidence.league.bots) is None


@pytest.mark.parametrize(
    ("fate", "stable", "words"),
    [
        ("rests", True, "From equal shares the crowd ends as 20.0% a and 80.0% c."),
        ("stays", True, "Equal shares stay as they are, and come back when disturbed a little."),
        ("stays", False, "Equal shares stay as they are, but do not come back when disturbed"),
        ("circles", False, "keeps going round in circles, in which the shares of a and c rise"),
        ("spirals", True, "goes round in ever smaller circles, in which the shares of a and c"),
        ("changes", False, "the crowd is still changing where the calculation ends."),
    ],
)
def test_what_becomes_of_a_crowd_in_words(fate, stable, words):
    crowd = Course(np.array([0.0, 1.0]), np.array([[0.5, 0, 0.5], [0.2, 0, 0.8]]), fate, (0, 2))
    assert words in crowd_words("abc", crowd, stable=stable)


def test_circles_are_not_said_to_end():
    edges = np.array([[0.0, 1, -1, 4], [-1, 0, 1, 5], [1, -1, 0, 6], [-4, -5, -6, 0]])
    evidence = league_of_edges(edges, 0.0, 40, 1)
    section = dynamics_section(evidence, evidence.league.bots)
    assert "going round in circles, in which the shares of a, b and c rise" in section.text[1]
    one = section.pictures[0].chart.axes[0].lines[0].get_ydata()
    turns = np.count_nonzero(np.diff(np.sign(np.diff(one))))
    assert 20 < turns < 30
