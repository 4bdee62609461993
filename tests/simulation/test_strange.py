"""Parquet files that no run has written are named before a row of them is read."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from manifests import shard_of

from gofsim.errors import BadInputError
from gofsim.simulation.columns import TABLES, schema
from gofsim.simulation.strange import check_tables


@pytest.fixture
def manifest(tmp_path):
    """A shard of empty tables, as they should be."""
    shard = shard_of(rows=0)
    for table, entry in shard["files"].items():
        (tmp_path / table).mkdir()
        pq.write_table(schema(table).empty_table(), tmp_path / entry["name"])
        entry["rows"] = 0
    return {"shards": [shard]}


def test_tables_as_they_should_be(tmp_path, manifest):
    check_tables(tmp_path, manifest)
    assert len(manifest["shards"][0]["files"]) == len(TABLES)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"PAR1 and no more", "no Parquet file: "),
        (b"", "no Parquet file: "),
        (pa.table({"block": [1, 2]}), "its columns are others"),
        (schema("rounds").empty_table().rename_columns(["x", *schema("rounds").names[1:]]),
         "its columns are others"),
    ],
)  # fmt: skip
def test_other_files(tmp_path, manifest, content, fault):
    path = tmp_path / manifest["shards"][0]["files"]["rounds"]["name"]
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        pq.write_table(content, path)
    with pytest.raises(BadInputError) as caught:
        check_tables(tmp_path, manifest)
    (line,) = caught.value.faults
    assert line.startswith(f"{path}: not written by gofsim ({fault}")


def test_another_number_of_rows(tmp_path, manifest):
    manifest["shards"][0]["files"]["gangs"]["rows"] = 3
    with pytest.raises(BadInputError, match="0 rows instead of 3"):
        check_tables(tmp_path, manifest)
