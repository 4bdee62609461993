"""Whether results are what they say: files as listed, nothing missing, blocks as played again."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gofsim.errors import BadInputError, GofsimError, PlayError
from gofsim.run_manifest import Manifest, read_manifest
from gofsim.simulation.arms import Arm
from gofsim.simulation.columns import TABLES, schema
from gofsim.simulation.manifest import check_files
from gofsim.simulation.results import arrow_table
from gofsim.simulation.run_replay import refuse_other_engine, seated_arm
from gofsim.simulation.shards import Job, play_job
from gofsim.suggest import cut


class DifferenceError(GofsimError):
    """Results are not what they should be; one line for each thing found."""


@dataclass(frozen=True)
class Verified:
    """What was looked at, and found as it should be."""

    files: int
    rows: int
    blocks: int  # of all arms together
    replayed: int


def verify_run(folder: Path, *, sample: int, seed: int) -> Verified:
    """Check checksums, schemas and completeness of a run, and play `sample` of its blocks again.

    Which blocks is decided by `seed`. Raises DifferenceError naming the first difference of each
    kind, and BadInputError where there is no run, or this engine did not make it.
    """
    if sample < 0:
        raise BadInputError(f"--sample: must be 0 or more blocks, not {sample}")
    manifest = read_manifest(folder)
    check_files(folder, manifest)
    faults = [
        *cut([*schema_faults(folder, manifest)], "files"),
        *cut([*gap_faults(manifest)], "arms"),
    ]
    if faults:
        raise DifferenceError("\n".join(faults))
    refuse_other_engine(folder, manifest)
    chosen = chosen_blocks(manifest, sample, seed)
    for name, blocks in chosen.items():
        replay_blocks(folder, manifest, seated_arm(folder, manifest, name), blocks)
    files = [entry for shard in manifest["shards"] for entry in shard["files"].values()]
    experiment = manifest["experiment"]
    return Verified(
        files=len(files),
        rows=sum(entry["rows"] for entry in files),
        blocks=experiment["blocks"] * len(experiment["arms"]),
        replayed=sum(map(len, chosen.values())),
    )


def schema_faults(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with columns and numbers of rows, file by file."""
    for shard in manifest["shards"]:
        for table, entry in shard["files"].items():
            path = folder / entry["name"]
            file = pq.ParquetFile(path)
            if not file.schema_arrow.equals(schema(table)):
                yield f"{path}: its columns are not those of `{table}` (docs/results.md)"
            elif file.metadata.num_rows != entry["rows"]:
                yield f"{path}: {file.metadata.num_rows} rows, the manifest says {entry['rows']}"


def gap_faults(manifest: Manifest) -> Iterator[str]:
    """Yield the arms that lack blocks; none has any twice, or the manifest could not be read."""
    blocks = manifest["experiment"]["blocks"]
    for name, arm in manifest["experiment"]["arms"].items():
        played = [(s["first"], s["last"]) for s in manifest["shards"] if s["arm"] == arm["hash"]]
        ends = [-1, *(last for _, last in sorted(played))]
        starts = [*(first for first, _ in sorted(played)), blocks]
        gaps = [(end + 1, start - 1) for end, start in zip(ends, starts, strict=True)]
        if missing := [f"{first} to {last}" for first, last in gaps if first <= last]:
            yield f"arm `{name}`: blocks {', '.join(missing)} are missing"


def chosen_blocks(manifest: Manifest, sample: int, seed: int) -> dict[str, list[int]]:
    """Return random blocks by arm, `sample` in all where there are so many."""
    arms, blocks = list(manifest["experiment"]["arms"]), manifest["experiment"]["blocks"]
    total = len(arms) * blocks
    places = random.Random(seed).sample(range(total), min(sample, total))
    chosen: dict[str, list[int]] = {}
    for place in sorted(places):
        chosen.setdefault(arms[place // blocks], []).append(place % blocks)
    return chosen


def replay_blocks(folder: Path, manifest: Manifest, arm: Arm, blocks: Sequence[int]) -> None:
    """Play blocks of an arm again; DifferenceError tells the first row that differs."""
    experiment = manifest["experiment"]
    for block in blocks:
        job = Job(arm, range(block, block + 1), experiment["seed"], experiment["unit"] == "rounds",
                  folder)  # fmt: skip
        try:
            played = play_job(job)
        except PlayError as error:
            raise DifferenceError(f"arm `{arm.name}`, block {block}: {error}") from None
        for table in TABLES if experiment["unit"] == "games" else ("rounds", "gangs"):
            expected = arrow_table(table, getattr(played, table), arm.name)
            found = stored_rows(folder, manifest, arm, table, block)
            if line := first_difference(expected, found):
                raise DifferenceError(f"arm `{arm.name}`, block {block}, {table}: {line}")


def stored_rows(folder: Path, manifest: Manifest, arm: Arm, table: str, block: int) -> pa.Table:
    """Return the rows of a block as the files have them."""
    shard = next(
        s for s in manifest["shards"] if s["arm"] == arm.hash and s["first"] <= block <= s["last"]
    )
    return pq.read_table(folder / shard["files"][table]["name"], filters=[("block", "=", block)])


def first_difference(expected: pa.Table, found: pa.Table) -> str:
    """Return where two tables first differ and in what, or nothing."""
    mine, theirs = expected.to_pylist(), found.to_pylist()
    for row, (left, right) in enumerate(zip(mine, theirs, strict=False)):
        for column, value in left.items():
            if right.get(column) != value:
                return (
                    f"row {row}, {key(left)}: {column} is {right.get(column)}, played again {value}"
                )
    if len(mine) != len(theirs):
        return f"{len(theirs)} rows, played again {len(mine)}"
    return ""


def key(row: Mapping[str, Any]) -> str:
    """Return which row it is, in words."""
    names = ("seating", "round", "seat", "number")
    return ", ".join(f"{name} {row[name]}" for name in names if name in row)
