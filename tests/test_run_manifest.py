"""Reading a manifest: checked, and what is wrong with it said in one line, with what helps."""

import json

import pytest
from manifests import whole

from gofsim.errors import BadInputError
from gofsim.run_manifest import LostManifestError, read_manifest
from gofsim.simulation.manifest import write_manifest


def edit(folder, change):
    """Write a manifest and change its content, but not its checksum."""
    write_manifest(folder, whole())
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    change(told)
    (folder / "manifest.json").write_text(json.dumps(told), "utf-8")


def test_a_change_by_hand_is_noticed(tmp_path):
    edit(tmp_path, lambda told: told["experiment"].update(seed=4))
    with pytest.raises(LostManifestError, match=r"has been changed by hand.*--repair"):
        read_manifest(tmp_path)


def test_a_change_of_the_layout_is_none(tmp_path):
    edit(tmp_path, lambda told: None)
    assert read_manifest(tmp_path) == whole()


def test_what_no_run_writes_is_damaged(tmp_path):
    manifest = whole()
    del manifest["experiment"]
    write_manifest(tmp_path, manifest)
    with pytest.raises(LostManifestError, match=r"is damaged \(experiment: F.*--repair"):
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


def test_where_there_are_no_results(tmp_path):
    with pytest.raises(LostManifestError, match=r"no results of gofsim here \(manifest\.json is"):
        read_manifest(tmp_path)
    (tmp_path / "file").write_text("")
    for name in ("file", "nowhere"):
        with pytest.raises(LostManifestError, match=f"{name}: there is no such folder of results"):
            read_manifest(tmp_path / name)
