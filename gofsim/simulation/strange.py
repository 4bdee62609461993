"""Parquet files that are whole, but that no run has written: other columns, another length."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gofsim.errors import BadInputError
from gofsim.run_manifest import Manifest
from gofsim.simulation.columns import schema


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


def strangeness(folder: Path, table: str, entry: Mapping[str, Any]) -> str:
    """Return what is strange about one file, or nothing.

    pyarrow ends the process when asked for the columns of a damaged footer: it is not asked.
    """
    try:
        with pq.ParquetFile(folder / entry["name"]) as file:
            found, rows = file.schema_arrow, file.metadata.num_rows
    except (OSError, ValueError, pa.ArrowException) as error:
        return f"no Parquet file: {' '.join(str(error).split())}"
    if not found.equals(schema(table)):
        return "its columns are others"
    return "" if rows == entry["rows"] else f"{rows} rows instead of {entry['rows']}"
