"""The tables' columns and files."""

import hashlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gofsim.errors import StorageError
from gofsim.kernel.combinations import KIND_NAMES
from gofsim.kernel.records import GAME_FIELDS, GANG_FIELDS, ROUND_FIELDS, SEAT_FIELDS
from gofsim.simulation.columns import BEATS, TABLES, schema
from gofsim.simulation.results import arrow_table, engine, renamed, write_parquet


def rows(table, count=3, **columns):
    """Columns of zeros, with some replaced."""
    zeros = {c.name: np.zeros(count, np.int16) for c in TABLES[table] if c.name != "arm"}
    return zeros | {name: np.array(values, np.int16) for name, values in columns.items()}


def test_columns_are_those_of_the_engine():
    seats = [f"{field}_{seat}" for seat in range(4) for field in SEAT_FIELDS]
    places = [f"{field}_{seat}" for field in ("place", "total") for seat in range(4)]
    names = {table: [column.name for column in columns] for table, columns in TABLES.items()}
    assert names["rounds"] == ["arm", "block", *ROUND_FIELDS[1:], *seats]
    assert names["games"] == ["arm", "block", *GAME_FIELDS[1:], *places]
    assert names["gangs"] == ["arm", "block", *GANG_FIELDS[1:]]
    assert BEATS[1:] == KIND_NAMES[1:]


def test_every_column_is_described_and_narrow():
    for table in TABLES:
        for field in schema(table):
            assert field.metadata[b"description"]
            assert field.name in ("arm", "beat", "block") or field.type in (
                pa.int8(),
                pa.int16(),
                pa.bool_(),
            )


def test_minus_one_is_null_where_there_may_be_nothing():
    table = arrow_table(
        "rounds", rows("rounds", exchange_giver=[-1, 2, -1], forgot_3=[-1, 0, 1]), "on"
    )
    assert table["exchange_giver"].to_pylist() == [None, 2, None]
    assert table["forgot_3"].to_pylist() == [None, False, True]
    assert table["arm"].to_pylist() == ["on"] * 3


def test_beat_is_text():
    table = arrow_table("gangs", rows("gangs", beat=[0, -1, 8]), "on")
    assert table["beat"].to_pylist() == ["lead", None, "gang"]


def test_a_number_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="column cards_left_0: 200 does not fit int8"):
        arrow_table("rounds", rows("rounds", cards_left_0=[0, 200, 0]), "on")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("count", [0, 1, 1000])
def test_a_file_holds_what_was_written(tmp_path, table, count):
    path = tmp_path / "x.parquet"
    written = arrow_table(table, rows(table, count), "ä [b]")
    entry = write_parquet(written, path)
    read = pq.read_table(path)
    assert read.equals(written)
    metadata = schema(table).metadata | engine()
    assert read.schema.equals(schema(table).with_metadata(metadata), check_metadata=True)
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    assert entry == {"rows": count, "bytes": len(data), "sha256": digest}


def test_columns_are_compressed_by_zstd(tmp_path):
    write_parquet(arrow_table("rounds", rows("rounds"), "on"), tmp_path / "x.parquet")
    group = pq.ParquetFile(tmp_path / "x.parquet").metadata.row_group(0)
    assert {group.column(k).compression for k in range(group.num_columns)} == {"ZSTD"}


def test_rename():
    table = arrow_table("gangs", rows("gangs", beat=[0, -1, 8]), "on")
    assert renamed(table, "off").equals(arrow_table("gangs", rows("gangs", beat=[0, -1, 8]), "off"))


def test_a_place_that_cannot_be_written(tmp_path):
    path = tmp_path / "missing" / "x.parquet"
    with pytest.raises(StorageError, match=r"cannot write .*x\.parquet: No such file"):
        write_parquet(arrow_table("rounds", rows("rounds"), "on"), path)
