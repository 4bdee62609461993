"""Results read back, by gofsim and by what people use: polars, pandas, DuckDB."""

import duckdb
import pandas as pd
import polars as pl
import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.open import open_run
from gofsim.simulation.run import run_experiment


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run with 3 and 4 players and a quote in an arm's name."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "e.toml").write_text(
        'question = "?"\nseed = 1\ngames = 30\n'
        '[arms."it\'s four"]\nseats = ["lowest", "random", "random", "random"]\n'
        '[arms.three]\nseats = ["lowest", "random", "random"]\nrules.players = 3\n'
    )
    return open_run(run_experiment(load_experiment(folder / "e.toml"), folder, workers=1))


def test_seats_is_one_row_per_round_and_seat(run):
    seats = run.seats().collect()
    rounds = run.rounds.collect()
    assert seats.height == 4 * rounds["place_3"].count() + 3 * rounds["place_3"].null_count()
    keys = ["arm", "block", "seating", "round", "seat"]
    assert seats.select(keys).is_unique().all()
    assert seats["bot"].null_count() == 0
    assert seats["won"].sum() == seats["led"].sum() == seats["dealt"].sum() == rounds.height


def test_seats_has_the_points_of_the_bot_that_sat_there(run):
    one = run.rounds.filter(pl.col("block") == 3, pl.col("seating") == 1).collect()
    first = one.row(0, named=True)
    long = run.seats().filter(
        pl.col("block") == 3, pl.col("seating") == 1, pl.col("round") == first["round"]
    )
    for row in long.filter(pl.col("arm") == first["arm"]).collect().rows(named=True):
        seat = row["seat"]
        assert row["points"] == first[f"points_{seat}"]
        assert row["bot"] == ("lowest" if first[f"place_{seat}"] == 0 else "random")
        assert row["won"] == (first["winner"] == seat)


def test_the_sql_view_is_the_long_form(run):
    pattern = f"read_parquet('{run.folder}/rounds/*.parquet')"
    duckdb.sql(f"CREATE OR REPLACE TEMP VIEW seats AS {run.seats_sql(pattern)}")
    query = (
        "SELECT arm, bot, count(*) AS n, sum(points)::BIGINT AS points, sum(won::INT)::INT AS won"
    )
    sql = duckdb.sql(f"{query} FROM seats GROUP BY arm, bot ORDER BY arm, bot").fetchall()
    polars = (
        run.seats()
        .group_by("arm", "bot")
        .agg(pl.len(), pl.col("points").cast(pl.Int64).sum(), pl.col("won").sum())
        .sort("arm", "bot")
        .collect()
    )
    assert sql == polars.rows()
    duckdb.sql("DROP VIEW seats")


def test_pandas_and_duckdb_read_the_same_rows(run):
    for name in ("rounds", "games", "gangs"):
        files = [str(run.folder / shard["files"][name]["name"]) for shard in run.shards()]
        polars = run.table(name).collect()
        pandas = pd.concat([pd.read_parquet(file) for file in files])
        duck = duckdb.read_parquet(files)
        assert list(pandas.columns) == duck.columns == polars.columns
        assert len(pandas) == len(duck) == polars.height
        for column in polars.columns[1:]:
            if polars[column].dtype != pl.Categorical:
                total = polars[column].cast(pl.Int64).sum()
                assert int(pandas[column].astype("Int64").sum()) == total
                assert (duck.sum(f"{column}::BIGINT").fetchall()[0][0] or 0) == total


def test_a_missing_file_is_named(run):
    path = run.folder / "games" / next(run.shards())["files"]["games"]["name"].split("/")[1]
    moved = path.rename(path.with_suffix(".moved"))
    with pytest.raises(BadInputError, match=r"missing; `gofsim run` plays its blocks again"):
        open_run(run.folder)
    moved.rename(path)


def test_where_the_report_is(run):
    assert run.report == run.folder / "report.html"
