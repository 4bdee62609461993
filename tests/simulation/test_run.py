"""Runs: the same tables whatever the workers, the backend, the shards and the interruptions."""

import json
import shutil

import polars as pl
import pytest

from gofsim.errors import BadInputError, PlayError, StorageError
from gofsim.run_manifest import read_manifest
from gofsim.simulation import plan
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.manifest import write_manifest
from gofsim.simulation.open import open_run
from gofsim.simulation.run import run_experiment

TABLES = ("rounds", "games", "gangs")


def tables(folder):
    """All rows of a run, as its experiment asks for them."""
    run = open_run(folder)
    return {name: run.table(name).collect() for name in TABLES}


def assert_same(left, right):
    """Two runs hold the same rows in the same order."""
    for name, table in tables(left).items():
        assert table.equals(tables(right)[name])


def manifest(folder):
    """The manifest of a run."""
    return json.loads((folder / "manifest.json").read_text("utf-8"))


@pytest.fixture
def small_shards(monkeypatch):
    """Shards of about a tenth of the usual test run."""
    monkeypatch.setattr(plan, "MOST_ROUNDS", 400)


@pytest.fixture
def whole(write, tmp_path):
    """The usual experiment and its run, in one thread."""
    experiment = load_experiment(write())
    return experiment, run_experiment(experiment, tmp_path / "whole", workers=1)


def test_rows_are_complete_and_sorted(whole):
    experiment, folder = whole
    for table in tables(folder).values():
        keys = [c for c in ("block", "seating", "round", "seat", "number") if c in table.columns]
        for arm in experiment.arms:
            own = table.filter(pl.col("arm").cast(pl.String) == arm.name)
            assert own.select(keys).equals(own.select(keys).sort(keys))
            assert own["block"].unique().sort().to_list() == list(range(60))
            assert own.filter(pl.col("block") == 59)["seating"].unique().to_list() == [0, 1, 2, 3]


def test_manifest_tells_all(whole):
    experiment, folder = whole
    told = manifest(folder)
    assert (told["format"], told["state"]) == ("gofsim-run/1", "done")
    assert told["experiment"]["arms"]["off"]["rules"]["exchange"] == "off"
    assert told["experiment"]["arms"]["on"]["seats"] == ["lowest", "lowest", "cautious", "random"]
    assert told["experiment"]["arms"]["on"]["bots"][2]["parameters"] == {
        "gang_when_opponent_at_most": 3
    }
    assert {shard["arm"] for shard in told["shards"]} == {arm.hash for arm in experiment.arms}
    rows = sum(shard["files"]["rounds"]["rows"] for shard in told["shards"])
    assert rows == len(tables(folder)["rounds"]) == told["timings"]["rounds"]
    assert set(told["versions"]) >= {"gofsim", "python", "numba", "numpy"}


def test_nothing_unfinished_is_left(whole):
    _, folder = whole
    assert not (folder / "partial").exists()


@pytest.mark.parametrize("workers", [1, 3])
def test_threads_and_small_shards_give_the_same(whole, tmp_path, small_shards, workers):
    experiment, folder = whole
    other = run_experiment(experiment, tmp_path / "other", workers=workers)
    assert len(manifest(other)["shards"]) > 3 * len(manifest(folder)["shards"])
    assert_same(folder, other)


def test_processes_give_the_same(whole, tmp_path, small_shards):
    experiment, folder = whole
    other = run_experiment(experiment, tmp_path / "other", workers=2, backend="processes")
    assert_same(folder, other)


def test_more_games_play_only_what_is_new(write, whole, tmp_path):
    _, folder = whole
    small, large = (load_experiment(write(), games=games) for games in (20, 60))
    first = run_experiment(small, tmp_path / "grown", workers=1)
    before = {path: path.stat().st_mtime_ns for path in first.rglob("*.parquet")}
    assert run_experiment(large, tmp_path / "grown", workers=1) == first
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert [shard["first"] for shard in manifest(first)["shards"]] == [0, 0, 20, 20]
    assert_same(first, folder)


def test_fewer_games_use_the_first(write, whole):
    _, folder = whole
    full = tables(folder)
    run_experiment(load_experiment(write(), games=20), folder.parent, workers=1)
    for name, table in tables(folder).items():
        assert table.equals(full[name].filter(pl.col("block") < 20))


def test_a_missing_file_is_played_again(whole, small_shards):
    experiment, folder = whole
    full = tables(folder)
    next((folder / "games").glob("*.parquet")).unlink()
    run_experiment(experiment, folder.parent, workers=1)
    for name, table in tables(folder).items():
        assert table.equals(full[name])
    assert not (folder / "partial").exists()


def test_files_that_the_manifest_does_not_list_are_removed(whole):
    experiment, folder = whole
    stray = folder / "rounds" / "0123456789ab-000000000-000000009.parquet"
    shutil.copy(next((folder / "rounds").glob("*.parquet")), stray)
    run_experiment(experiment, folder.parent, workers=1)
    assert not stray.exists()


def test_fresh_starts_over_and_keeps_what_is_not_ours(whole):
    experiment, folder = whole
    full = tables(folder)
    (folder / "notes.txt").write_text("mine")
    next((folder / "games").glob("*.parquet")).write_text("cut")
    run_experiment(experiment, folder.parent, workers=1, fresh=True)
    assert (folder / "notes.txt").read_text() == "mine"
    for name, table in tables(folder).items():
        assert table.equals(full[name])


def test_a_known_arm_under_another_name_is_not_played_again(write, whole):
    _, folder = whole
    full = tables(folder)
    renamed = load_experiment(write(("[arms.off]", '[arms."no exchange"]')))
    run_experiment(renamed, folder.parent, workers=1)
    assert manifest(folder)["timings"]["rounds"] == len(full["rounds"])
    for name, table in tables(folder).items():
        arms = table["arm"].cast(pl.String)
        assert arms.unique(maintain_order=True).to_list() == ["on", "no exchange"]
        assert table.drop("arm").equals(full[name].drop("arm"))


def test_the_same_name_for_another_arm_is_refused(write, whole):
    _, folder = whole
    before = tables(folder)
    other = load_experiment(write(("= 3", "= 4")))
    with pytest.raises(BadInputError) as caught:
        run_experiment(other, folder.parent, workers=1)
    assert caught.value.faults == (
        f"arms `on` and `off` were played in {folder} with other bots, parameters or rules; "
        "give them other names, or --fresh starts over",
    )
    assert all(tables(folder)[name].equals(table) for name, table in before.items())
    run_experiment(other, folder.parent, workers=1, fresh=True)


def test_an_added_arm_is_played_and_an_old_one_kept(write, whole):
    experiment, folder = whole
    full = tables(folder)
    third = '[arms.third]\nseats = ["random", "random", "random", "random"]\n[arms.off]'
    run_experiment(load_experiment(write(("[arms.off]", third))), folder.parent, workers=1)
    assert open_run(folder).rounds.select("arm").unique().collect().height == 3
    run_experiment(experiment, folder.parent, workers=1)
    for name, table in tables(folder).items():
        assert table.equals(full[name])
    assert len(manifest(folder)["shards"]) == 3


def test_arms_that_are_the_same_are_both_played(write, tmp_path):
    line = 'seats = ["lowest", "random", "random", "random"]'
    text = f'question = "?"\nseed = 1\ngames = 20\n[arms.b]\n{line}\n[arms.a]\n{line}\n'
    folder = run_experiment(load_experiment(write(text=text)), tmp_path / "same", workers=1)
    by_arm = tables(folder)["rounds"].partition_by("arm", include_key=False)
    assert by_arm[0].equals(by_arm[1])


@pytest.mark.parametrize(("key", "value"), [("kernel_hash", "0"), ("results_version", -1)])
def test_another_engine_is_refused(whole, key, value):
    experiment, folder = whole
    told = read_manifest(folder) | {key: value}
    write_manifest(folder, told)
    with pytest.raises(BadInputError, match=r"made by another engine .*--fresh starts over"):
        run_experiment(experiment, folder.parent, workers=1)


def test_a_damaged_file_is_named(whole):
    experiment, folder = whole
    path = next((folder / "gangs").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(BadInputError, match=rf"^{path}: damaged, \d+ bytes instead of \d+"):
        run_experiment(experiment, folder.parent, workers=1)


def test_single_rounds(write, tmp_path):
    path = write(("games = 60", "rounds = 60"), ('exchange = "off"', 'last_card = "off"'))
    folder = run_experiment(load_experiment(path), tmp_path / "out", workers=1)
    run = open_run(folder)
    assert run.rounds.select(pl.len()).collect().item() == 2 * 60 * 4
    assert run.rounds.select(pl.col("round").unique()).collect().to_series().to_list() == [1]
    assert not (folder / "games").exists()
    with pytest.raises(BadInputError, match="single rounds were played"):
        _ = run.games


def test_three_players_leave_the_fourth_seat_null(write, tmp_path):
    text = 'question = "?"\nseed = 1\ngames = 5\n[rules]\nplayers = 3\n[arms.a]\n'
    path = write(text=f'{text}seats = ["lowest", "random", "random"]')
    folder = run_experiment(load_experiment(path), tmp_path / "out", workers=1)
    last = tables(folder)["rounds"].select(pl.col("^.*_3$"))
    assert last.width == 7
    assert last.null_count().row(0) == (last.height,) * 7


def test_an_illegal_play_ends_the_run_and_keeps_finished_shards(
    write, cheat, tmp_path, small_shards
):
    experiment = load_experiment(write(*cheat))
    with pytest.raises(PlayError, match=r"arm off: bot cheat on seat \d, block 40, "):
        run_experiment(experiment, tmp_path / "out", workers=1)
    told = manifest(tmp_path / "out" / experiment.run_name)
    assert told["state"] == "stopped"
    assert "bot cheat" in told["failure"]
    lasts = {arm.name: [] for arm in experiment.arms}
    for shard in told["shards"]:
        lasts[shard["name"]].append(shard["last"])
    assert 10 <= max(lasts["off"]) < 40
    assert abs(max(lasts["on"]) - max(lasts["off"])) < 20


def test_an_illegal_play_in_a_process(write, cheat, tmp_path, small_shards):
    experiment = load_experiment(write(*cheat))
    with pytest.raises(PlayError, match=r"bot cheat on seat \d, block 40, "):
        run_experiment(experiment, tmp_path / "out", workers=2, backend="processes")


def test_a_place_that_cannot_be_written(write, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"^cannot write .*(Not a directory|File exists)$"):
        run_experiment(load_experiment(write()), tmp_path / "file", workers=1)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"workers": 0}, "--workers: must be at least 1, not 0"),
        (
            {"backend": "loky"},
            '--backend: must be "threads", "processes" or "dask", not loky',
        ),
    ],
)
def test_bad_options(write, tmp_path, options, line):
    with pytest.raises(BadInputError) as caught:
        run_experiment(load_experiment(write()), tmp_path / "out", **options)
    assert str(caught.value) == line
    assert not (tmp_path / "out").exists()


def test_a_round_takes_at_most_24_bytes(write, tmp_path):
    folder = run_experiment(load_experiment(write(), games=300), tmp_path / "out", workers=1)
    told = manifest(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    assert size / told["timings"]["rounds"] <= 24
