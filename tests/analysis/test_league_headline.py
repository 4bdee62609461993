"""The answer of a league: what it says of ratings, fields and tables fits together."""

from itertools import combinations

import pytest

from gofsim.analysis.estimates import from_error, is_significant
from gofsim.analysis.league_headline import fields_words, pairs_words, rivals_of, top_words
from gofsim.analysis.league_matrix import Cell, Matrix
from gofsim.analysis.league_pairs import Pair
from gofsim.analysis.league_ratings import Ratings
from gofsim.analysis.table import MINUS

BOTS = ("a", "b", "c", "d")


def ratings(values, error, blocks=100):
    """Ratings of bots from the strongest down, all with the same error."""
    of = {bot: from_error(value, error, blocks) for bot, value in zip(BOTS, values, strict=True)}
    ahead = {
        (x, y): from_error(of[x].value - of[y].value, error, blocks, test=True)
        for x, y in combinations(BOTS, 2)
    }
    p_holm = {pair: estimate.p for pair, estimate in ahead.items()}
    return Ratings(BOTS, of, ahead, p_holm, dict.fromkeys(BOTS, ""), True, 0.0)


def matrix(points):
    """Points less the field of bot a alone in the fields of the others."""
    found = {("a", f): from_error(v, 0.1, 100, test=True) for f, v in points.items()}
    cells = {pair: Cell(x, x.p, is_significant(x, x.p)) for pair, x in found.items()}
    return Matrix("league_points", "", "", "change", 0.0, False, cells, "")


def test_one_block_names_the_largest_gap_and_not_the_first():
    told = top_words(ratings([60.0, 60.0, -19.1, -100.9], 0.0, blocks=1))
    assert "are not separated: they differ by 160.90 points (no interval: one block)" in told


def test_a_bot_that_is_clearly_ahead_is_the_strongest():
    found = ratings([300.0, 10.0, -10.0, -300.0], 5.0)
    assert rivals_of(found) == []
    assert top_words(found).startswith("the strongest of the 4 bots is a: the rating is +300")


def test_what_goes_beyond_the_ratings_is_said_to():
    found = ratings([10.0, 9.0, 8.0, -300.0], 5.0)
    rivals = rivals_of(found)
    assert rivals == ["b", "c"]
    assert top_words(found).startswith("the ratings of the strongest of the 4 bots, a, b and c, ar")
    told = fields_words(matrix({"b": -1.0, "c": -1.0, "d": -9.0}), "a", rivals)
    assert told == (
        "but alone, a takes fewer points a round than its field in the field of every other bot"
    )


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ({"b": 0.0, "c": 0.1, "d": -9.0}, "alone, a takes fewer points a round than its field in"),
        ({"b": -1.0, "c": 0.1, "d": -9.0}, "but alone, a takes fewer points"),
        ({"b": 0.0, "c": 0.1, "d": 0.1}, "alone, a was not shown to take fewer points"),
    ],
)
def test_what_does_not_go_beyond_them_is_not(points, words):
    assert fields_words(matrix(points), "a", ["b", "c"]).startswith(words)
    assert not fields_words(matrix(points), "a", []).startswith("but")


@pytest.mark.parametrize(("first", "words"), [(-1.0, "but at the same table a"), (0.0, "at the")])
def test_tables_that_tell_more_than_the_ratings_are_said_to(first, words):
    found = {"b": from_error(first, 0.1, 100, test=True), "c": from_error(-9, 0.1, 100, test=True)}
    pairs = [Pair("a", bot, points, None, points.p, None) for bot, points in found.items()]
    assert pairs_words(pairs, "a", ["b"]).startswith(words)
    assert MINUS not in pairs_words(pairs, "a", ["b"])
