"""Ratings of real leagues: order, errors, flags, and that names do not matter."""

import pytest
from leagues import league_text

from gofsim.analysis.league import league_of
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.league_headline import one_sided_words, top_words
from gofsim.analysis.league_ratings import averages, ratings_of, ratings_table, steps_table
from gofsim.analysis.run_folder import read_run

BOTS = ["random", "lowest", "control"]


@pytest.fixture
def evidence(play):
    """The evidence of the league that an experiment text plays."""
    return lambda *args, **more: collect_league(
        league_of(read_run(play(league_text(*args, **more))))
    )


def values(ratings):
    return {bot: ratings.of[bot].value for bot in ratings.order}


@pytest.mark.parametrize("design", ["one-vs-field", "tables"])
def test_the_strongest_stands_on_top(evidence, design):
    ratings = ratings_of(evidence([*BOTS, "random-nopass"], design=design))
    assert ratings.order == ("control", "lowest", "random-nopass", "random")
    assert ratings.tied
    assert sum(values(ratings).values()) == pytest.approx(0, abs=1e-4)
    assert ratings.separated("control", "lowest")
    assert 5 < ratings.of["control"].error < 40
    assert top_words(ratings).startswith("the strongest of the 4 bots is control: the rating is +")


@pytest.mark.parametrize("design", ["one-vs-field", "tables"])
def test_names_and_their_order_do_not_matter(evidence, design):
    bots = [*BOTS, "longest"]
    renamed = {"random": "z", "lowest": "m", "control": "a", "longest": "k"}
    kinds = {new: old for old, new in renamed.items()}
    straight = ratings_of(evidence(bots, 15, design))
    turned = ratings_of(evidence(list(reversed(renamed.values())), 15, design, **kinds))
    if design == "one-vs-field":  # the same tables, whatever the order of the list
        assert [renamed[bot] for bot in straight.order] == list(turned.order)
        for bot, new in renamed.items():
            assert turned.of[new].value == pytest.approx(straight.of[bot].value, abs=1e-5)
            assert turned.of[new].error == pytest.approx(straight.of[bot].error, abs=1e-5)
    same = ratings_of(evidence(list(renamed.values()), 15, design, **kinds))
    assert {renamed[bot]: value for bot, value in values(straight).items()} == values(same)


def test_a_bot_and_its_copy_are_identical(evidence):
    ratings = ratings_of(evidence([*BOTS, "copy"], copy="lowest"))
    assert ratings.of["copy"] == ratings.of["lowest"]
    assert ratings.like("copy") == ["lowest", "copy"]
    pair = ratings.ahead["lowest", "copy"]
    assert (pair.value, pair.flag, pair.p) == (0, "identical", None)
    assert not ratings.separated("lowest", "copy")
    assert "ahead of lowest and copy (" in top_words(ratings)


def test_all_alike_is_said_in_one_clause(evidence):
    ratings = ratings_of(evidence(["lowest", "copy", "third"], 12, copy="lowest", third="lowest"))
    assert ratings.alike
    assert set(values(ratings).values()) == {0}
    assert top_words(ratings) == "all of the 3 bots fare identically"


@pytest.mark.parametrize("blocks", [1, 2])
def test_a_bot_that_is_never_beaten_is_flagged_and_finite(evidence, blocks):
    found = evidence(["control", "random", "random-nopass"], blocks, seed=1)
    ratings = ratings_of(found)
    assert not ratings.tied
    assert ratings.flags == {"control": "never beaten", "random": "", "random-nopass": ""}
    assert all(abs(value) < 3000 for value in values(ratings).values())
    assert "one-sided (control was never beaten)" in one_sided_words(ratings)
    assert "Flag" in [column.label for column in ratings_table(found, ratings).columns]
    assert "are not separated: they differ by" in top_words(ratings)


def test_one_block_has_no_interval(evidence):
    ratings = ratings_of(evidence(BOTS, 1))
    assert {estimate.flag for estimate in ratings.of.values()} == {"one block"}
    assert {estimate.low for estimate in ratings.of.values()} == {None}


def test_averages_are_over_fields(evidence):
    found = evidence(BOTS)
    alone = found.league.alone
    shares = []
    for field in ("random", "lowest"):
        games = found.league.run.rows("games", alone["control", field], range(40)).to_dicts()
        won = 0.0
        for row in games:
            winners = [s for s in range(4) if row["winners"] >> s & 1]
            won += sum(row[f"place_{s}"] == 0 for s in winners) / len(winners)
        shares.append(won / len(games))
    assert averages(found, "control")["games"].value == pytest.approx(sum(shares) / 2)


def test_averages_over_tables_add_up(evidence):
    found = evidence([*BOTS, "longest", "min-turns"], 12, "tables")
    rows = ratings_table(found, ratings_of(found)).rows
    assert sum(row["games"].value for row in rows) / 5 == pytest.approx(0.25)
    assert sum(row["rounds"].value for row in rows) / 5 == pytest.approx(0.25, abs=0.01)


def test_single_rounds_have_no_games(evidence):
    found = evidence(BOTS, 60, unit="rounds", players=3)
    ratings = ratings_of(found)
    assert ratings.order[-1] == "random"
    table = ratings_table(found, ratings)
    assert "games" not in [column.key for column in table.columns]


def test_steps_are_those_of_neighbours_on_the_page(evidence):
    table = steps_table(ratings_of(evidence([*BOTS, "longest"])))
    assert len(table.rows) == 6
    assert len(table.page_rows) == 3
    assert table.page_rows[0]["stronger"] == "control"
