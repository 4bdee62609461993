"""Where mixes go, on games whose rest points are known."""

import numpy as np
import pytest
from leagues import league_of_edges, league_text

from gofsim.analysis.league import league_of
from gofsim.analysis.league_dynamics import (
    course,
    dynamics_section,
    is_stable,
    mix_words,
    payoffs,
    rests_of,
)
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.run_folder import read_run

ROCK = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])


def test_the_best_of_all_is_the_only_stable_mix():
    game = np.subtract.outer([2.0, 1.0, 0.0], [0.0, 0.0, 0.0])
    assert [rest.mix.tolist() for rest in rests_of(game) if rest.stable] == [[1, 0, 0]]
    assert course(game, np.ones(3))[1][-1] == pytest.approx([1, 0, 0], abs=0.01)


def test_circles_that_pay_the_winner_more_return_and_those_that_pay_less_do_not():
    middle = np.full(3, 1 / 3)
    for extra, stable in ((0.3, True), (-0.3, False), (0.0, False)):
        game = ROCK + np.diag([-extra] * 3)
        assert is_stable(game, middle) is stable


def test_two_that_do_better_in_the_other_field_live_together():
    game = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 1.0], [-1.0, -1.0, -1.0]])
    (rest,) = [rest for rest in rests_of(game) if rest.stable]
    assert rest.mix == pytest.approx([2 / 3, 1 / 3, 0])
    assert course(game, np.ones(3))[1][-1] == pytest.approx(rest.mix, abs=0.01)


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
