"""The share of a ladder and of circles, on matrices whose truth is known."""

from itertools import combinations

import numpy as np
import pytest
from leagues import league_of_edges, league_text

from gofsim.analysis.cycles import curls, split
from gofsim.analysis.league import league_of
from gofsim.analysis.league_cycles import circles_table, cycles_of, cycles_section
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.league_headline import cycles_words
from gofsim.analysis.run_folder import read_run

LADDER = np.subtract.outer([3.0, 1.0, 0.0, -2.0], [3.0, 1.0, 0.0, -2.0])
ROCK = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])


def test_what_is_won_around_circles_makes_up_the_cyclic_part():
    chance = np.random.default_rng(3)
    for bots in (3, 4, 7):
        edges = np.triu(chance.standard_normal((bots, bots)), 1)
        edges -= edges.T
        cyclic = np.triu(split(edges)[2] ** 2).sum()
        assert (curls(edges) ** 2).sum() == pytest.approx(bots * cyclic)


def test_rock_paper_scissors_is_one_circle_and_no_ladder():
    cycles = cycles_of(league_of_edges(ROCK, 0.5, 200, 1), "abc")
    assert cycles.cyclic == pytest.approx(1, abs=0.01)
    (circle,) = cycles.circles
    assert circle.bots == ("a", "b", "c")
    assert circle.real
    assert circle.closed
    assert circle.size.low < 1 < circle.size.high
    assert "but a beats b, b beats c and c beats a, by 1.0" in cycles_words(cycles)


def test_the_other_way_round_is_told_the_other_way_round():
    (circle,) = cycles_of(league_of_edges(-ROCK, 0.5, 200, 1), "abc").circles
    assert circle.bots == ("a", "c", "b")
    assert circle.size.value > 0


def test_a_ladder_has_no_circles_but_by_chance():
    cycles = cycles_of(league_of_edges(LADDER, 0.5, 200, 2), "abcd")
    assert cycles.transitive > 0.999
    assert not cycles.real
    assert "no three bots were found that beat one another" in cycles_words(cycles)


def test_a_smaller_third_step_is_a_circle_that_is_not_closed():
    edges = LADDER[:3, :3].copy()
    edges[0, 2], edges[2, 0] = 1.0, -1.0  # less than the sum of the first two
    (circle,) = cycles_of(league_of_edges(edges, 0.1, 300, 4), "abc").circles
    assert circle.real
    assert not circle.closed
    assert circle.size.value == pytest.approx(2 / 3, abs=0.05)


def test_chance_alone_gives_on_average_the_cyclic_share_it_is_said_to_give():
    found = [cycles_of(league_of_edges(LADDER, 3.0, 40, seed), "abcd") for seed in range(120)]
    cyclic, noise = (np.mean([getattr(c, what) for c in found]) for what in ("cyclic", "noise"))
    assert noise == pytest.approx(cyclic, rel=0.25)
    assert sum(c.real for c in found) <= 14  # 5% of 120, and three standard errors


def test_a_circle_of_a_real_league_by_hand(play):
    league = league_of(read_run(play(league_text(["random", "longest", "control"]))))
    cycles = cycles_of(collect_league(league), league.bots)
    less_field = {}
    for (bot, field), arm in league.alone.items():
        rows = league.run.rows("rounds", arm, range(league.run.blocks))
        own = sum(rows.filter(rows[f"place_{s}"] == 0)[f"points_{s}"].sum() for s in range(4))
        every = sum(rows[f"points_{s}"].sum() for s in range(4))
        less_field[bot, field] = (own - (every - own) / 3) / len(rows)
    (circle,) = cycles.circles
    a, b, c = circle.bots
    steps = [(less_field[y, x] - less_field[x, y]) / 2 for x, y in ((a, b), (b, c), (c, a))]
    assert circle.size.value == pytest.approx(sum(steps) / 3)


def test_names_and_their_order_change_nothing():
    straight = cycles_of(league_of_edges(LADDER, 1.0, 50, 9), "abcd")
    other = cycles_of(league_of_edges(LADDER, 1.0, 50, 9), "dbca")
    sizes = [{frozenset(c.bots): c.size.value for c in each.circles} for each in (straight, other)]
    assert sizes[0] == pytest.approx(sizes[1])
    assert straight.transitive == pytest.approx(other.transitive)


def test_the_page_shows_the_strongest_and_the_file_all():
    edges = np.zeros((6, 6))
    for a, b in combinations(range(6), 2):
        edges[a, b], edges[b, a] = b - a, a - b
    cycles = cycles_of(league_of_edges(edges, 1.0, 50, 9), "abcdef")
    table = circles_table(cycles)
    assert len(table.rows) == 20
    assert len(table.page_rows) == 5
    sizes = [row["size"].value for row in table.rows]
    assert sizes == sorted(sizes, reverse=True)


def test_equal_bots_have_no_section():
    cycles = cycles_of(league_of_edges(np.zeros((3, 3)), 0.0, 50, 9), "abc")
    assert cycles.transitive is None
    assert cycles_section(cycles) is None
    assert not cycles.real


def test_one_block_cannot_tell_what_chance_would_make():
    cycles = cycles_of(league_of_edges(LADDER, 1.0, 1, 9), "abcd")
    assert cycles.noise is None
    (told, _) = cycles_section(cycles).text
    assert told.endswith("one block cannot tell how much of that is chance.")
    more = cycles_section(cycles_of(league_of_edges(LADDER, 1.0, 2, 9), "abcd"))
    assert "chance alone would make that" in more.text[0]
