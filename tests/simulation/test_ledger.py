"""What was played, and what is added."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gofsim.errors import StorageError
from gofsim.run_manifest import NAME
from gofsim.simulation.ledger import Ledger, Shard, partial_path


class NamedArm:
    """Of an arm, the ledger needs the hash."""

    hash = "aa"


def ledger(folder, spans=()):
    """A ledger of a folder where these spans of blocks of arm `aa` were played."""
    shards = [{"arm": "aa", "first": a, "last": b, "files": {}} for a, b in spans]
    timings = {"rounds": 0, "worker_seconds": 0.0, "seconds": 0.0}
    return Ledger(folder, {"format": "gofsim-run/1", "shards": shards, "timings": timings})


@given(
    st.lists(st.integers(1, 5), max_size=8), st.lists(st.booleans(), max_size=8), st.integers(0, 30)
)
def test_missing_is_what_is_not_there(tmp_path_factory, lengths, played, blocks):
    spans, start = [], 0
    for length, there in zip(lengths, played, strict=False):
        spans += [(start, start + length - 1)] * there
        start += length
    gaps = ledger(tmp_path_factory.getbasetemp(), reversed(spans)).missing(NamedArm(), blocks)
    there = {block for first, last in spans for block in range(first, last + 1)}
    assert [b for gap in gaps for b in gap] == [b for b in range(blocks) if b not in there]


def test_another_arms_shards_do_not_count(tmp_path):
    full = ledger(tmp_path, [(0, 9)])
    full.manifest["shards"][0]["arm"] = "bb"
    assert full.missing(NamedArm(), 10) == [range(10)]


def test_a_shard_is_moved_and_listed(tmp_path):
    book = ledger(tmp_path)
    book.partial.mkdir(parents=True)
    (tmp_path / "rounds").mkdir()
    shard = Shard("aa", "on", 5, 14, {"rounds": {"rows": 3, "bytes": 1, "sha256": "x"}}, 10, 3, 0.5)
    partial_path(book.partial, "rounds", shard.file_name).write_text("x")
    book.add(shard)
    name = "rounds/aa-000000005-000000014.parquet"
    assert (tmp_path / name).read_text() == "x"
    assert not list(book.partial.iterdir())
    entry = {"name": name, "rows": 3, "bytes": 1, "sha256": "x"}
    told = json.loads((tmp_path / NAME).read_text("utf-8"))
    assert told["shards"] == [
        {"arm": "aa", "name": "on", "first": 5, "last": 14, "files": {"rounds": entry}}
    ]
    assert told["timings"] == {"rounds": 3, "worker_seconds": 0.5, "seconds": 0.0}


def test_a_shard_that_cannot_be_moved_is_not_listed(tmp_path):
    book = ledger(tmp_path)
    with pytest.raises(StorageError, match=r"cannot write .*aa-000000005-000000014\.parquet"):
        book.add(Shard("aa", "on", 5, 14, {"rounds": {}}, 10, 3, 0.5))
    assert book.manifest["shards"] == []


def test_what_is_dropped_takes_no_more_files(tmp_path):
    book = ledger(tmp_path)
    book.partial.mkdir(parents=True)
    with partial_path(book.partial, "rounds", "x").open("wb") as file:
        book.drop_unfinished()
        file.write(b"late")
    with pytest.raises(FileNotFoundError):
        partial_path(book.partial, "games", "x").touch()
    assert not list(tmp_path.iterdir())
    book.drop_unfinished()


def test_two_runs_write_their_drafts_apart(tmp_path):
    assert ledger(tmp_path).partial != ledger(tmp_path).partial
