"""The manifest: replaced whole; damaged files named."""

import json
import os

import pytest
from manifests import whole

from gofsim.errors import BadInputError, StorageError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.manifest import check_files, versions, write_manifest


def test_what_is_written_is_read(tmp_path):
    manifest = whole(state="ä [b]", shards=[])
    write_manifest(tmp_path, manifest)
    write_manifest(tmp_path, manifest)
    assert read_manifest(tmp_path) == manifest
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


def test_a_failed_write_leaves_the_old_one(tmp_path):
    write_manifest(tmp_path, whole(old=True))
    draft = tmp_path / f"manifest.json.{os.getpid()}.new"
    draft.mkdir()
    with pytest.raises(StorageError, match=r"cannot write .*manifest\.json: Is a directory"):
        write_manifest(tmp_path, whole())
    assert read_manifest(tmp_path)["old"]


def test_every_damaged_file_is_named(tmp_path):
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # of "abc"
    names = ["whole", "cut", "changed", "missing"]
    for name, text in zip(names[:3], ["abc", "ab", "abd"], strict=True):
        (tmp_path / name).write_text(text)
    files = {name: {"name": name, "bytes": 3, "sha256": digest} for name in names}
    with pytest.raises(BadInputError) as caught:
        check_files(tmp_path, {"shards": [{"files": files}]})
    remedy = "`gofsim run` with --repair plays its blocks again"
    assert caught.value.faults == (
        f"{tmp_path}/cut: damaged, 2 bytes instead of 3; {remedy}",
        f"{tmp_path}/changed: damaged, its contents have changed (SHA-256); {remedy}",
        f"{tmp_path}/missing: missing; `gofsim run` plays its blocks again",
    )


def test_versions_are_text():
    assert json.dumps(versions())
    assert versions()["numba"].startswith("0.68")
