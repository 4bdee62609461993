"""The manifest: replaced whole, checked when read; damaged files named."""

import json
import os

import pytest
from manifests import whole

from gofsim.errors import BadInputError, StorageError
from gofsim.simulation.manifest import check_files, read_manifest, versions, write_manifest


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


def test_a_change_by_hand_is_noticed(tmp_path):
    write_manifest(tmp_path, whole(top=1))
    path = tmp_path / "manifest.json"
    path.write_text(path.read_text("utf-8").replace('"top": 1', '"top": 7'), "utf-8")
    with pytest.raises(BadInputError, match=r"has been changed by hand or is damaged"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "damaged or unreadable"),
        ("[1]", "has format None"),
        ('{"format": "gofsim-run/2"}', "has format 'gofsim-run/2', but this gofsim reads"),
    ],
)
def test_what_is_no_manifest_of_ours(tmp_path, text, fault):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(BadInputError) as caught:
        read_manifest(tmp_path)
    assert fault in str(caught.value)
    assert len(caught.value.faults) == 1


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
