"""From numpy columns to a Parquet file."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from gofsim.disk import write_flushed
from gofsim.kernel.cache import kernel_hash
from gofsim.simulation.columns import BEATS, TABLES, TEXT, Column, schema
from gofsim.simulation.play import RESULTS_VERSION

# zstd 1 is as small here as 3; a dictionary would save 3% and cost twice the time.
COMPRESSION_LEVEL = 1
WRITE_BATCH = 1 << 16


def arrow_table(table: str, columns: Mapping[str, npt.NDArray[Any]], arm: str) -> pa.Table:
    """Return one of `TABLES` from numpy columns.

    `columns` holds every column but `arm`, all of one length; -1 stands for null where a column
    may be null, and `beat` holds indexes into `BEATS`. Raises ValueError when a number does not
    fit its column's type.
    """
    rows = len(columns["block"])
    arrays = [
        constant_text(arm, rows) if column.name == "arm" else arrow_array(column, columns)
        for column in TABLES[table]
    ]
    return pa.Table.from_arrays(arrays, schema=schema(table))


def constant_text(text: str, rows: int) -> pa.Array:
    """Return a dictionary column that says the same in every row."""
    return text_array(np.zeros(rows, np.int8), [text])


def arrow_array(column: Column, columns: Mapping[str, npt.NDArray[Any]]) -> pa.Array:
    """Return one column in its Arrow type, -1 as null where nulls are allowed."""
    values = columns[column.name]
    absent = values < 0 if column.null else None
    if column.type == TEXT:
        return text_array(narrow(values, column, np.int8), BEATS, absent)
    if column.type == pa.bool_():
        data = np.packbits(values > 0, bitorder="little")
    else:
        data = narrow(values, column, column.type.to_pandas_dtype())
    return pa.Array.from_buffers(column.type, len(values), buffers(data, absent))


def text_array(
    codes: npt.NDArray[np.int8], words: Sequence[str], absent: npt.NDArray[np.bool_] | None = None
) -> pa.Array:
    """Return a dictionary column: the word of each code, null where `absent` is true."""
    encoded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    text = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    dictionary = pa.Array.from_buffers(pa.string(), len(words), text)
    return pa.DictionaryArray.from_buffers(TEXT, len(codes), buffers(codes, absent), dictionary)


def buffers(data: npt.NDArray[Any], absent: npt.NDArray[np.bool_] | None) -> list[pa.Buffer | None]:
    """Return Arrow's two buffers of a column, over numpy's own memory.

    ``pa.array`` would do it too, but imports pandas (0.25 s) to look at its argument.
    """
    valid = None
    if absent is not None and absent.any():
        valid = pa.py_buffer(np.packbits(~absent, bitorder="little"))
    return [valid, pa.py_buffer(data)]


def narrow(values: npt.NDArray[Any], column: Column, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return the values as another integer type; ValueError rather than a wrapped number."""
    limits = np.iinfo(np.dtype(kind))
    if values.size and (values.min() < limits.min or values.max() > limits.max):
        raise ValueError(f"column {column.name}: {values.max()} does not fit {limits.dtype}")
    return np.ascontiguousarray(values, kind)


def renamed(table: pa.Table, arm: str) -> pa.Table:
    """Return the table with another arm's name in every row."""
    place = table.schema.get_field_index("arm")
    return table.set_column(place, table.schema.field("arm"), constant_text(arm, table.num_rows))


def engine() -> dict[bytes, bytes]:
    """Return what every file says of the program that played it, should the manifest be lost."""
    made = {"results_version": str(RESULTS_VERSION), "kernel_hash": kernel_hash()}
    return {key.encode(): value.encode() for key, value in made.items()}


def write_parquet(table: pa.Table, path: Path) -> dict[str, Any]:
    """Write a table as one Parquet file, flushed to the disk.

    Its pages carry checksums of their own. Returns its rows, bytes and SHA-256. Raises
    StorageError when the disk does not take it.
    """
    sink = pa.BufferOutputStream()
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), **engine()})
    numbers = [field.name for field in table.schema if pa.types.is_integer(field.type)]
    pq.write_table(
        table,
        sink,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
        use_dictionary=["arm", "beat"],
        column_encoding=dict.fromkeys(numbers, "BYTE_STREAM_SPLIT"),
        write_statistics=["arm", "block"],
        write_batch_size=WRITE_BATCH,
        write_page_checksum=True,
    )
    data = sink.getvalue()
    write_flushed(path, data)
    return {"rows": table.num_rows, "bytes": data.size, "sha256": hashlib.sha256(data).hexdigest()}
