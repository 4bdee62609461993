"""`gofsim find`: the games or rounds of a run for which a condition in SQL holds."""

import shlex
from pathlib import Path
from typing import Any

import polars as pl

from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.simulation.open import Run, open_run
from gofsim.suggest import listed

FORMAT = "gofsim-find/1"
# What can be listed, and the columns that name one of each.
KEYS = {
    "rounds": ("arm", "block", "seating", "round"),
    "games": ("arm", "block", "seating"),
    "gangs": ("arm", "block", "seating", "round", "seat", "number"),
}


def find(folder: Path, where: str, *, of: str, most: int) -> dict[str, Any]:
    """Return the first `most` rows of a table for which `where` holds, in order.

    `where` is what follows WHERE in SQL; sub-queries may use all tables of the run. Raises
    BadInputError where it cannot be understood.
    """
    if most < 1:
        raise BadInputError(f"--most: must be 1 or more, not {most}")
    run = open_run(folder)
    tables = {name: table for name in KEYS if (table := _table(run, name)) is not None}
    if of not in tables:
        raise BadInputError(f"--of: must be {listed(tables)}, not {of}")
    keys = ", ".join(KEYS[of])
    query = f"SELECT * FROM {of} WHERE ({where}\n) ORDER BY {keys} LIMIT {most + 1}"
    try:
        rows = pl.SQLContext(tables, eager=True).execute(query)
    except pl.exceptions.PolarsError as error:
        raise BadInputError(f"--where: {str(error).splitlines()[0]}") from None
    found = rows.head(most)
    return {
        "format": FORMAT,
        "run": str(folder),
        "of": of,
        "more": len(rows) > most,
        "rows": found.to_dicts(),
        "text": _text(folder, found.select(KEYS[of]), more=len(rows) > most),
    }


def _table(run: Run, name: str) -> pl.LazyFrame | None:
    """A table of the run, its names as text; None where single rounds were played."""
    if name == "games" and run.manifest["experiment"]["unit"] == "rounds":
        return None
    return run.table(name).with_columns(pl.col("arm").cast(pl.String))


def _text(folder: Path, keys: pl.DataFrame, *, more: bool) -> str:
    """The rows' keys, and how to look at the first."""
    if keys.is_empty():
        return "none"
    first = keys.row(0, named=True)
    options = {name: first[name] for name in KEYS["rounds"] if name in first}
    words = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    return "\n".join(
        [
            *table_lines(keys.to_dicts()),
            *(["and more; --most shows them"] if more else []),
            f"look at the first: {shlex.join(['gofsim', 'replay', str(folder), *words])}",
        ]
    )
