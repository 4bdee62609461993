"""Opening folders of results, good and bad."""

import json
import shutil

import pytest

from gofsim.analysis.collect import collect
from gofsim.analysis.report import make_report
from gofsim.analysis.run_folder import read_run
from gofsim.errors import BadInputError, StorageError
from gofsim.simulation.manifest import write_manifest


@pytest.fixture
def copy(exchange, tmp_path):
    """A run of one's own to spoil, with its manifest as data and a way to write it back."""
    folder = tmp_path / "run"
    shutil.copytree(exchange, folder)
    return folder


def edit(folder, change):
    """Change the manifest as a run would: with the checksum that belongs to it."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    del manifest["checksum"]
    change(manifest)
    write_manifest(folder, manifest)


def only_line(error):
    (line,) = error.value.faults
    return line


def test_a_run_knows_its_arms_and_blocks(mixed):
    run = read_run(mixed)
    assert [arm.name for arm in run.arms] == ["on", "off", "three"]
    assert run.arms[0].distinct == ("lowest", "longest", "random")
    assert run.arms[0].places("lowest") == [0, 2]
    assert run.arms[2].players == 3
    assert (run.blocks, run.finished, run.has_games) == (40, True, True)
    assert {"exchange", "players", "direction"} <= set(run.varied)


def test_windows_cover_every_block_once(mixed):
    run = read_run(mixed)
    assert [block for window in run.windows() for block in window] == list(range(40))


def test_rows_come_sorted_and_only_those_asked_for(mixed):
    run = read_run(mixed)
    rows = run.rows("rounds", run.arms[0], range(5, 9))
    assert set(rows["block"]) == {5, 6, 7, 8}
    assert rows.select("block", "seating", "round").rows() == sorted(
        rows.select("block", "seating", "round").rows()
    )


def test_a_folder_without_results(tmp_path):
    with pytest.raises(BadInputError, match=r"manifest\.json is missing") as error:
        read_run(tmp_path)
    assert str(tmp_path) in only_line(error)


def test_a_truncated_file_is_named(copy):
    file = sorted((copy / "rounds").iterdir())[1]
    file.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(BadInputError, match=file.name) as error:
        make_report(copy)
    assert "cannot be read as Parquet" in only_line(error)
    assert only_line(error).endswith("`gofsim run` with --repair plays its blocks again")


def test_a_missing_file_is_named(copy):
    file = sorted((copy / "gangs").iterdir())[0]
    file.unlink()
    with pytest.raises(BadInputError, match=file.name):
        make_report(copy)


def test_a_cut_off_run_is_used_as_far_as_all_arms_go(copy):
    edit(copy, lambda m: m["experiment"].update(blocks=100))
    run = read_run(copy)
    assert (run.blocks, run.finished) == (60, False)


def test_a_run_without_a_common_block(copy):
    edit(copy, lambda m: m["shards"].pop())
    with pytest.raises(BadInputError, match="no block has been played by all arms"):
        read_run(copy)


def test_fewer_blocks_than_there_are(copy):
    edit(copy, lambda m: m["experiment"].update(blocks=12))
    run = read_run(copy)
    assert run.blocks == 12
    assert collect(run).sums["games"].total("on", "games") == 12


def test_an_arm_under_a_second_name_is_shown_once(copy):
    def add(manifest):
        arms = manifest["experiment"]["arms"]
        arms["again"] = arms["off"]

    edit(copy, add)
    run = read_run(copy)
    assert [arm.name for arm in run.arms] == ["on", "off", "cards_only", "neither"]
    assert run.same == {"again": "off"}


def test_a_report_that_cannot_be_written(copy):
    shutil.rmtree(copy / "tables", ignore_errors=True)
    (copy / "tables").write_text("in the way", "utf-8")
    with pytest.raises(StorageError, match="cannot be written"):
        make_report(copy)
