"""Damaged folders: named, and with `repair` mended at the price of what is damaged alone."""

import pytest
from killing import contents, same

from gofsim.errors import BadInputError
from gofsim.run_manifest import NAME, read_manifest
from gofsim.simulation import plan
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.manifest import write_manifest
from gofsim.simulation.run import run_experiment


@pytest.fixture
def experiment(write):
    """The usual experiment."""
    return load_experiment(write())


@pytest.fixture
def folder(experiment, tmp_path, monkeypatch):
    """Its run, in several shards."""
    monkeypatch.setattr(plan, "MOST_ROUNDS", 400)
    return run_experiment(experiment, tmp_path / "out", workers=1)


def flip(path):
    """Change one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def cut(path):
    """Cut a file in half."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def forget(path):
    """Remove a file."""
    path.unlink()


def times(folder):
    """When each data file was written."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}


def mended(experiment, folder):
    """Run the experiment again with `repair`."""
    return run_experiment(experiment, folder.parent, workers=1, repair=True)


@pytest.mark.parametrize("harm", [flip, cut])
@pytest.mark.parametrize("table", ["rounds", "games", "gangs"])
def test_a_damaged_shard_is_named_and_played_again(experiment, folder, capsys, table, harm):
    whole, before = contents(folder), times(folder)
    path = sorted((folder / table).iterdir())[1]
    harm(path)
    with pytest.raises(BadInputError) as caught:
        run_experiment(experiment, folder.parent, workers=1)
    assert len(caught.value.faults) == 1
    assert caught.value.faults[0].startswith(f"{path}: damaged, ")
    assert caught.value.faults[0].endswith("`gofsim run` with --repair plays its blocks again")
    mended(experiment, folder)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].startswith(f"repair: {path}: damaged, ")
    assert said[0].endswith("; its blocks are played again")
    assert same(contents(folder), whole)
    kept = [other for other in before if other.name != path.name]
    assert {other: times(folder)[other] for other in kept} == {o: before[o] for o in kept}
    mended(experiment, folder)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("harm", [flip, cut, forget])
def test_a_lost_manifest_costs_nothing(experiment, folder, capsys, harm):
    whole, before = contents(folder), times(folder)
    shards = read_manifest(folder)["shards"]
    harm(folder / NAME)
    with pytest.raises(BadInputError, match="with --repair lists the files that are whole again"):
        run_experiment(experiment, folder.parent, workers=1)
    assert times(folder) == before
    mended(experiment, folder)
    assert capsys.readouterr().err == f"repair: {folder / NAME} lists {len(shards)} shards again\n"
    assert times(folder) == before
    assert same(contents(folder), whole)
    found = read_manifest(folder)["shards"]
    assert sorted(found, key=str) == sorted(shards, key=str)


@pytest.mark.parametrize("harm", [flip, cut, forget])
def test_a_lost_manifest_and_a_damaged_shard(experiment, folder, capsys, harm):
    whole, before = contents(folder), times(folder)
    cut(folder / NAME)
    path = sorted((folder / "gangs").iterdir())[2]
    harm(path)
    mended(experiment, folder)
    assert f"repair: {path}: damaged (" in capsys.readouterr().err
    assert same(contents(folder), whole)
    kept = [other for other in before if other.name != path.name]
    assert {other: times(folder)[other] for other in kept} == {o: before[o] for o in kept}


def test_files_of_another_engine_are_not_mixed_in(experiment, folder, monkeypatch):
    (folder / NAME).unlink()
    monkeypatch.setattr("gofsim.simulation.found.engine", lambda: {b"kernel_hash": b"another"})
    before = times(folder)
    with pytest.raises(BadInputError, match=r"made by another engine; --fresh starts over"):
        mended(experiment, folder)
    assert times(folder) == before


def test_a_manifest_of_another_version_is_no_damage(experiment, folder):
    write_manifest(folder, read_manifest(folder) | {"format": "gofsim-run/2"})
    before = times(folder)
    for repair in (False, True):
        with pytest.raises(BadInputError, match=r"has format 'gofsim-run/2', but this gofsim"):
            run_experiment(experiment, folder.parent, workers=1, repair=repair)
    assert times(folder) == before


def test_what_was_finished_but_not_listed_is_kept(experiment, folder):
    """As after a kill between the last move and the manifest."""
    whole, before = contents(folder), times(folder)
    told = read_manifest(folder)
    write_manifest(folder, told | {"shards": told["shards"][:-2]})
    run_experiment(experiment, folder.parent, workers=1)
    assert times(folder) == before
    assert same(contents(folder), whole)


def test_a_fresh_start_that_was_cut_short(experiment, folder):
    whole = contents(folder)
    for path in sorted((folder / "rounds").iterdir())[:3]:
        path.unlink()
    run_experiment(experiment, folder.parent, workers=1)
    assert same(contents(folder), whole)


def test_repair_and_fresh_exclude_each_other(experiment, tmp_path):
    with pytest.raises(BadInputError, match="--fresh, --repair"):
        run_experiment(experiment, tmp_path, workers=1, fresh=True, repair=True)


def test_repairing_what_was_never_played(experiment, tmp_path):
    folder = run_experiment(experiment, tmp_path / "new", workers=1, repair=True)
    assert read_manifest(folder)["state"] == "done"
