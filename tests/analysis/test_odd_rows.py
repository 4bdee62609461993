"""Rows that no game gives are refused with the name of their column."""

import polars as pl
import pytest

from gofsim.analysis.odd_rows import BEATEN, oddity
from gofsim.analysis.run_folder import read_run
from gofsim.simulation.columns import BEATS


@pytest.fixture(scope="module")
def arm(mixed):
    """The rows of the arm of three players."""
    run = read_run(mixed)
    return {
        table: run.rows(table, run.arms[2], range(40)) for table in ("rounds", "games", "gangs")
    }


def odd(rows, table):
    return oddity(rows, table, 3, range(40), 3)


def test_rows_of_a_run_are_not_odd(arm):
    assert [odd(rows, table) for table, rows in arm.items()] == ["", "", ""]
    assert BEATEN == BEATS


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("rounds", "winner", 3),
        ("rounds", "winner", None),
        ("rounds", "leader", -1),
        ("rounds", "exchange_given", 64),
        ("rounds", "cards_left_1", 17),
        ("rounds", "points_3", 0),
        ("rounds", "forgot_0", None),
        ("games", "total_0", -5),
        ("games", "rounds", 0),
        ("gangs", "number", 11),
        ("gangs", "beat", "<b>"),
    ],
)
def test_values_out_of_their_range(arm, table, column, value):
    rows = arm[table]
    first = pl.int_range(pl.len()) == 0
    kind = pl.String if column == "beat" else rows.schema[column]
    new = pl.when(first).then(pl.lit(value, kind)).otherwise(pl.col(column).cast(kind))
    spoilt = rows.with_columns(new.alias(column))
    assert odd(spoilt, table) == f"column {column} holds what no game gives"


@pytest.mark.parametrize("table", ["rounds", "games"])
@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.reverse(),
        lambda rows: rows[1:],
        lambda rows: rows[:-1] if len(rows) == 120 else rows[:-30],
        lambda rows: pl.concat([rows[:1], rows]),
        lambda rows: pl.concat([rows, rows]),
    ],
)
def test_rows_that_are_missing_or_moved(arm, table, change):
    assert odd(change(arm[table]), table) == "rows are missing, there twice, or in another order"
