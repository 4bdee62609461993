"""`gofsim find`: rows by conditions in SQL, and conditions that are none."""

import json

import polars as pl
import pytest

from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.find import find
from gofsim.errors import BadInputError
from gofsim.simulation.open import open_run

TEXT = """
question = "?"
seed = 1
games = 30
[arms."a b"]
seats = ["lowest", "lowest", "longest", "random-nopass"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small run."""
    path = tmp_path_factory.mktemp("find") / "e.toml"
    path.write_text(TEXT, "utf-8")
    return run(path, out=path.parent / "out").folder


def test_rounds_for_which_it_holds(folder):
    found = find(folder, "winner = 0 AND points_1 >= 33", of="rounds", most=10**6)
    rows = open_run(folder).rounds.filter((pl.col("winner") == 0) & (pl.col("points_1") >= 33))
    expected = rows.select("block", "seating", "round").collect().rows()
    assert [(r["block"], r["seating"], r["round"]) for r in found["rows"]] == expected
    assert len(expected) > 10
    assert not found["more"]


def test_other_tables_in_sub_queries(folder):
    large = "block IN (SELECT block FROM gangs WHERE played >= 5)"
    blocks = {row["block"] for row in find(folder, large, of="games", most=10**6)["rows"]}
    gangs = open_run(folder).gangs.filter(pl.col("played") >= 5).collect()
    assert blocks == set(gangs["block"].to_list()) != set()


def test_the_first_few_and_how_to_look_at_them(folder, capsys):
    found = find(folder, "true", of="games", most=3)
    assert (len(found["rows"]), found["more"]) == (3, True)
    assert found["text"].endswith("--arm 'a b' --block 0 --seating 0")
    assert exit_code(["find", str(folder), "--where", "round = 2", "--most", "1"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.endswith("--arm 'a b' --block 0 --seating 0 --round 2")
    assert exit_code(["find", str(folder), "--where", "false", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == []


def test_no_rows_cannot_be_asked_for(folder):
    with pytest.raises(BadInputError, match="--most: must be 1 or more, not 0"):
        find(folder, "true", of="rounds", most=0)


@pytest.mark.parametrize(
    ("where", "of", "line"),
    [
        ("winer = 0", "rounds", "--where: .*winer"),
        ("winner = ", "rounds", "--where: "),
        ("true) --", "rounds", "--where: "),
        ("true", "deals", '--of: must be "rounds", "games" or "gangs", not deals'),
    ],
)
def test_a_condition_that_is_none(folder, where, of, line):
    with pytest.raises(BadInputError, match=line):
        find(folder, where, of=of, most=1)
