"""Results read back: the tables of a run as polars frames, and the long form of its rounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.columns import SEATS
from gofsim.simulation.forks import refuse_fork
from gofsim.simulation.locks import refuse_odd_bytes
from gofsim.simulation.manifest import check_files

ROUND_COLUMNS = ("arm", "block", "seating", "round", "clockwise")
SEAT_COLUMNS = (
    "place",
    "cards_left",
    "points",
    "gangs_dealt",
    "gangs_held",
    "gangs_played",
    "forgot",
)


@dataclass(frozen=True)
class Run:
    """A run on disk: exactly the arms and blocks its manifest's experiment asks for."""

    folder: Path
    manifest: Mapping[str, Any]

    @property
    def rounds(self) -> pl.LazyFrame:
        """One row a round."""
        return self.table("rounds")

    @property
    def games(self) -> pl.LazyFrame:
        """One row a game; BadInputError where single rounds were played."""
        if self.manifest["experiment"]["unit"] == "rounds":
            raise BadInputError(f"{self.folder}: single rounds were played, there are no games")
        return self.table("games")

    @property
    def gangs(self) -> pl.LazyFrame:
        """One row for each gang that was dealt, held or played."""
        return self.table("gangs")

    @property
    def report(self) -> Path:
        """Where the report is."""
        return self.folder / "report.html"

    def table(self, name: str) -> pl.LazyFrame:
        """Return a table, arm by arm in the experiment's order, blocks in order within each."""
        blocks = self.manifest["experiment"]["blocks"]
        files = [self.folder / shard["files"][name]["name"] for shard in self.shards()]
        if not files:
            raise BadInputError(f"{self.folder}: nothing was played yet")
        return pl.scan_parquet(files, glob=False).filter(pl.col("block") < blocks)

    def shards(self) -> Iterator[Mapping[str, Any]]:
        """Yield the manifest's entries of the shards that hold blocks of this experiment."""
        experiment = self.manifest["experiment"]
        for arm in experiment["arms"].values():
            own = [s for s in self.manifest["shards"] if s["arm"] == arm["hash"]]
            for shard in sorted(own, key=lambda shard: int(shard["first"])):
                if shard["first"] < experiment["blocks"]:
                    yield shard

    def bots(self) -> pl.DataFrame:
        """Return which bot has which place: columns arm, place, bot (as the experiment says)."""
        rows = [
            (name, place, bot)
            for name, arm in self.manifest["experiment"]["arms"].items()
            for place, bot in enumerate(arm["seats"])
        ]
        return pl.DataFrame(
            rows, {"arm": pl.String, "place": pl.Int8, "bot": pl.String}, orient="row"
        )

    def seats(self) -> pl.LazyFrame:
        """Return the long form of the rounds: one row per round and seat, in no fixed order.

        Columns: arm, block, seating, round, clockwise, seat, bot, the columns that the rounds
        table has for each seat (place, cards_left, points, ...), and won, led, dealt: whether
        the seat went out, led first, was the dealer.
        """
        arms = self.rounds.with_columns(pl.col("arm").cast(pl.String))
        long = pl.concat([seat_rows(arms, seat) for seat in range(SEATS)])
        return long.filter(pl.col("place").is_not_null()).join(
            self.bots().lazy(), on=["arm", "place"], how="left"
        )

    def seats_sql(self, rounds: str = "rounds") -> str:
        """Return `seats` as SQL (DuckDB, PostgreSQL), for ``CREATE VIEW seats AS ...``.

        `rounds` is what stands for the rounds table there, a name or ``read_parquet(...)``.
        """
        parts = [
            f"SELECT {', '.join(ROUND_COLUMNS)}, {seat} AS seat, "
            + ", ".join(f"{column}_{seat} AS {column}" for column in SEAT_COLUMNS)
            + f", winner = {seat} AS won, leader = {seat} AS led, dealer = {seat} AS dealt"
            + f" FROM {rounds} WHERE place_{seat} IS NOT NULL"
            for seat in range(SEATS)
        ]
        bots = ", ".join(
            f"({quoted(arm)}, {place}, {quoted(bot)})" for arm, place, bot in self.bots().rows()
        )
        return (
            f"SELECT s.*, b.bot FROM ({' UNION ALL '.join(parts)}) AS s "
            f"JOIN (VALUES {bots}) AS b(arm, place, bot) ON s.arm = b.arm AND s.place = b.place"
        )


def seat_rows(rounds: pl.LazyFrame, seat: int) -> pl.LazyFrame:
    """Return the rounds as one seat sees them."""
    return rounds.select(
        *ROUND_COLUMNS,
        pl.lit(seat, pl.Int8).alias("seat"),
        *(pl.col(f"{column}_{seat}").alias(column) for column in SEAT_COLUMNS),
        won=pl.col("winner") == seat,
        led=pl.col("leader") == seat,
        dealt=pl.col("dealer") == seat,
    )


def quoted(text: str) -> str:
    """Return text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def open_run(folder: str | Path) -> Run:
    """Open the results folder of a run.

    Raises BadInputError when it is none, in another format, or a file is missing or cut short,
    and in a fork that cannot read tables.
    """
    refuse_fork()
    refuse_odd_bytes(Path(folder))
    manifest = read_manifest(Path(folder))
    check_files(Path(folder), manifest, contents=False)
    return Run(Path(folder), manifest)
