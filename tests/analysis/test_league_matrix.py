"""The matrices of a league against plain means of its rows."""

import numpy as np
import pytest
from leagues import league_of_edges, league_text

from gofsim.analysis.duels import duels_of
from gofsim.analysis.league import league_of
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.league_matrix import (
    advantage,
    cells_table,
    invasion,
    matrix_picture,
    matrix_table,
    points_and_games,
    scale_of,
)
from gofsim.analysis.matrix_chart import BAD_TO_GOOD, PALE
from gofsim.analysis.run_folder import read_run

BOTS = ["random", "lowest", "copy", "control"]
TEXT = league_text(BOTS, copy="lowest")


@pytest.fixture
def evidence(play):
    """A small league of real bots, one of them twice."""
    return collect_league(league_of(read_run(play(TEXT))))


@pytest.fixture
def matrices(evidence):
    """Its matrices by name."""
    duels = duels_of(evidence.league.tables, evidence.sums)
    found = [*points_and_games(evidence.league, duels), invasion(evidence)]
    return {matrix.name: matrix for matrix in found}


def own_and_all(league, arm):
    """Points of place 0, of all, and rounds, by block."""
    rows = league.run.rows("rounds", arm, range(league.run.blocks))
    found = {}
    for row in rows.iter_rows(named=True):
        own, every, rounds = found.get(row["block"], (0, 0, 0))
        points = {row[f"place_{s}"]: row[f"points_{s}"] for s in range(4)}
        found[row["block"]] = own + points[0], every + sum(points.values()), rounds + 1
    return [sum(column) for column in zip(*found.values(), strict=True)]


def test_every_bot_meets_every_field(matrices):
    pairs = {(a, b) for a in BOTS for b in BOTS if a != b}
    assert all(matrix.cells.keys() == pairs for matrix in matrices.values())
    assert set(matrices) == {"league_games", "league_points", "league_invasion"}


def test_points_are_less_the_field(evidence, matrices):
    league = evidence.league
    own, every, rounds = own_and_all(league, league.alone["control", "random"])
    cell = matrices["league_points"].cells["control", "random"]
    assert cell.shown.value == pytest.approx((own - (every - own) / 3) / rounds)
    assert cell.real
    assert matrices["league_points"].is_good(cell)


def test_games_are_shares_that_are_compared_with_an_equal_one(evidence, matrices):
    league, won = evidence.league, 0.0
    arm = league.alone["control", "lowest"]
    games = league.run.rows("games", arm, range(40)).to_dicts()
    for row in games:
        winners = [s for s in range(4) if row["winners"] >> s & 1]
        won += sum(row[f"place_{s}"] == 0 for s in winners) / len(winners)
    cell = matrices["league_games"].cells["control", "lowest"]
    assert cell.shown.value == pytest.approx(won / len(games))
    assert cell.p_holm < 0.001
    assert matrices["league_games"].is_good(cell)


def test_invasion_is_less_what_the_resident_takes_at_home(evidence, matrices):
    league = evidence.league
    own, _, rounds = own_and_all(league, league.alone["control", "random"])
    _, home, home_rounds = own_and_all(league, league.own_kind["random"])
    cell = matrices["league_invasion"].cells["control", "random"]
    assert cell.shown.value == pytest.approx(own / rounds - home / home_rounds / 4)
    assert cell.shown.n == 40
    assert cell.saved > 0


def test_a_bot_in_a_field_of_itself_differs_by_exactly_nothing(matrices):
    for name, equal in (("league_games", 0.25), ("league_points", 0.0), ("league_invasion", 0.0)):
        cell = matrices[name].cells["copy", "lowest"]
        assert (cell.shown.value, cell.shown.flag) == (equal, "identical")
        assert cell.p_holm is None
        assert not cell.real
        for other in ("random", "control"):
            same = [matrices[name].cells[bot, other].shown for bot in ("copy", "lowest")]
            assert same[0] == same[1]


def test_the_edge_of_one_over_another_is_that_of_the_other_turned(evidence):
    there = evidence.sums.difference(*advantage(evidence.league, "control", "random"))
    back = evidence.sums.difference(*advantage(evidence.league, "random", "control"))
    assert there.value == -back.value > 0


def test_tables_hold_all_cells_and_mark_the_real_ones(matrices):
    matrix = matrices["league_points"]
    table = matrix_table(matrix, BOTS)
    assert [row["bot"] for row in table.rows] == BOTS
    lowest = table.rows[1]
    assert lowest["field copy"].flag == "identical"
    assert lowest["field lowest"] is None
    assert set(lowest["strong"]) == {"field random", "field control"}
    assert len(cells_table(matrix, BOTS).rows) == 12
    assert cells_table(matrix, BOTS).page_rows == ()


def colours(evidence):
    """Text and colour of each cell of the matrix of invasion: from -1, orange, to 1, blue."""
    bots = evidence.league.bots
    picture = matrix_picture(invasion(evidence), bots)
    (ax,) = picture.chart.axes
    cells = [x for x in ax.patches if (x.get_x(), x.get_y()) not in {(i, i) for i in range(9)}]
    grounds = np.array([cell.get_facecolor()[:3] for cell in cells])
    shades = np.linspace(-1, 1, 401)
    scale = BAD_TO_GOOD((shades + 1) / 2)[:, :3]
    good = [shades[np.abs(scale - ground).sum(axis=1).argmin()] for ground in grounds]
    return list(zip([text.get_text() for text in ax.texts], good, strict=True))


@pytest.mark.parametrize("noise", [0.01, 0.5, 5.0])
def test_chance_makes_no_matrix_colourful(noise):
    found = colours(league_of_edges(np.zeros((5, 5)), noise, 100, 3))
    assert max(abs(good) for _, good in found) <= PALE + 0.01
    assert not any(text.startswith(("+0.00", "-0.00", "−0.00")) for text, _ in found)  # noqa: RUF001


def test_one_block_proves_nothing_and_has_no_colours():
    edges = np.subtract.outer(np.arange(4.0), np.arange(4.0))
    found = colours(league_of_edges(edges, 1.0, 1, 3))
    assert max(abs(good) for _, good in found) <= PALE + 0.01


def test_what_is_proved_is_in_full_colour_and_what_is_not_stays_pale_beside_it():
    edges = np.zeros((3, 3))
    edges[0, 1:], edges[1:, 0] = 3.0, -3.0
    evidence = league_of_edges(edges, 1.0, 200, 3)
    assert sorted(round(good) for _, good in colours(evidence)) == [-1, -1, 0, 0, 1, 1]
    assert scale_of(invasion(evidence)) == pytest.approx(3.1, abs=0.3)
