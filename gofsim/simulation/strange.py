"""Parquet files that are whole, but that no run has written: other columns, another length."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gofsim.errors import BadInputError
from gofsim.simulation.columns import schema
from gofsim.simulation.manifest import Manifest

MAGIC = 4  # bytes before the first column
ROOM, ROOM_A_ROW = 1 << 16, 16  # bytes of a column when unpacked; numbers have 8 at most


def check_tables(folder: Path, manifest: Manifest) -> None:
    """Compare the columns and lengths of a run's Parquet files with what they should be.

    Raises BadInputError with one line for each file that differs. Reads no rows.
    """
    faults = [
        f"{folder / entry['name']}: not written by gofsim ({fault})"
        for shard in manifest["shards"]
        for table, entry in shard["files"].items()
        if (fault := strangeness(folder, table, entry))
    ]
    if faults:
        raise BadInputError(*faults)


def chunks_fit(metadata: Any, size: int) -> bool:
    """Whether the columns of a file of so many bytes lie in it and are not too large unpacked.

    To read beyond the end makes polars panic.
    """
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    return sum(group.num_rows for group in groups) == metadata.num_rows and all(
        chunk.num_values == group.num_rows
        and all(MAGIC <= start <= size - chunk.total_compressed_size for start in starts(chunk))
        and 0 <= chunk.total_uncompressed_size <= ROOM + ROOM_A_ROW * group.num_rows
        for group in groups
        for chunk in map(group.column, range(group.num_columns))
    )


def starts(chunk: Any) -> list[int]:
    """Return where the pages of a column begin, those of its dictionary among them."""
    found = (chunk.data_page_offset, chunk.dictionary_page_offset)
    return [start for start in found if start is not None]


def strangeness(folder: Path, table: str, entry: Mapping[str, Any]) -> str:
    """Return what is strange about one file, or nothing."""
    try:
        with pq.ParquetFile(folder / entry["name"]) as file:
            found, rows = file.schema_arrow, file.metadata.num_rows
            fits = chunks_fit(file.metadata, entry["bytes"])
    except (OSError, ValueError, pa.ArrowException) as error:
        return f"no Parquet file: {' '.join(str(error).split())}"
    if not found.equals(schema(table)):
        return "its columns are others"
    if not fits:
        return "its columns lie outside it, or unpack to far more than their rows"
    return "" if rows == entry["rows"] else f"{rows} rows instead of {entry['rows']}"
