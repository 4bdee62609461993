"""Shards that no manifest lists: the files tell what they are, and whether they are whole."""

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from gofsim.errors import BadInputError
from gofsim.simulation.columns import schema
from gofsim.simulation.ledger import Shard
from gofsim.simulation.results import engine

NAME_OF_FILE = re.compile(r"([0-9a-f]+)-(\d+)-(\d+)\.parquet")

Entry = dict[str, Any]


class NotWholeError(Exception):
    """What is wrong with one file of a shard."""


def found_shards(
    folder: Path, tables: Sequence[str], listed: Sequence[Entry], tell: Callable[[str], object]
) -> list[Entry]:
    """Return entries for whole shards whose blocks are not among those of the `listed` ones.

    `tables` are those that a shard has; `tell` gets a line for each that is not whole. Raises
    BadInputError where a file is of another program.
    """
    shards = list(listed)
    known = {shard["files"]["rounds"]["name"] for shard in listed}
    for path in sorted(folder.glob("rounds/*.parquet")):
        if f"rounds/{path.name}" in known or not NAME_OF_FILE.fullmatch(path.name):
            continue
        try:
            shard = shard_of(folder, path.name, tables)
        except NotWholeError as error:
            tell(str(error))
        else:
            if not any(overlap(shard, other) for other in shards):
                shards.append(shard)
    return shards[len(listed) :]


def overlap(one: Entry, other: Entry) -> bool:
    """Tell whether two shards hold the same block of the same arm."""
    same = one["arm"] == other["arm"]
    return bool(same and one["first"] <= other["last"] and other["first"] <= one["last"])


def shard_of(folder: Path, name: str, tables: Sequence[str]) -> Entry:
    """Return the entry of the shard whose files have this name; NotWholeError."""
    arm, first, last = name.removesuffix(".parquet").split("-")
    files, arms = dict[str, Entry](), set[str]()
    for table in tables:
        path = folder / table / name
        data, rows = read_whole(path, table)
        blocks = pc.min_max(rows["block"]).as_py()
        if table == "rounds" and (blocks["min"], blocks["max"]) != (int(first), int(last)):
            raise NotWholeError(f"{path}: other blocks than its name says")
        digest = hashlib.sha256(data).hexdigest()
        files[table] = {"rows": rows.num_rows, "bytes": len(data), "sha256": digest}
        arms.update(rows["arm"].unique().to_pylist())
    if len(arms) != 1:
        raise NotWholeError(f"{folder / tables[0] / name}: an arm of several names")
    return Shard(arm, arms.pop(), int(first), int(last), files, 0, 0, 0.0).entry()


def read_whole(path: Path, table: str) -> tuple[bytes, pa.Table]:
    """Return a file's bytes and rows; NotWholeError where a page differs from its checksum."""
    try:
        data = path.read_bytes()
        rows = pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True).read()
    except (OSError, ValueError, pa.ArrowException) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise NotWholeError(f"{path}: damaged ({reason})") from None
    if not rows.schema.equals(schema(table)):
        raise NotWholeError(f"{path}: other columns than `{table}` has")
    if not engine().items() <= (rows.schema.metadata or {}).items():
        raise BadInputError(f"{path}: made by another engine; --fresh starts over")
    return data, rows
