"""How a run stands: while another process plays it, and however it has ended."""

import json
import os
import signal
import sys
import time

import pytest
from command_line import gofsim, start

from gofsim.errors import BadInputError, PlayError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.locks import held, locked
from gofsim.simulation.manifest import write_manifest
from gofsim.simulation.run import run_experiment
from gofsim.simulation.status import GONE, status

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")


def wait_for_shards(folder, process, number):
    """Wait until a run that goes on lists so many shards."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if (folder / "manifest.json").exists():
            found = status(folder)
            if found["shards"] >= number:
                return found
        time.sleep(0.05)
    raise TimeoutError(process.poll())


def test_a_finished_run(write, tmp_path):
    experiment = load_experiment(write())
    folder = run_experiment(experiment, tmp_path / "out", workers=2, command="gofsim run e.toml")
    found = status(folder)
    assert (found["format"], found["state"], found["why"]) == ("gofsim-status/1", "done", "")
    assert found["arms"] == [{"arm": arm.name, "done": 60, "blocks": 60} for arm in experiment.arms]
    files = list(folder.rglob("*.parquet"))
    assert (found["files"], found["shards"]) == (len(files), len(files) // 3)
    assert found["bytes"] == sum(path.stat().st_size for path in files)
    assert found["bytes_a_round"] == found["bytes"] / found["rounds"]
    assert found["rounds_a_second"] > found["games_a_second"] > 0
    assert found["seconds_left"] is None
    code, out, err = gofsim("status", folder, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "\nstate: done\n" in out
    assert "\non   60 of 60\n" in out
    assert json.loads(gofsim("status", folder, "--json", cwd=tmp_path)[1]) == found


@POSIX
def test_a_run_that_goes_on_and_one_that_was_killed(write, tmp_path):
    experiment = load_experiment(write())
    folder = tmp_path / "out" / experiment.run_name
    options = ("--out", tmp_path / "out", "--workers", 2, "--games", 10**7, "--quiet")
    run = start("run", tmp_path / "e.toml", *options, cwd=tmp_path, start_new_session=True)
    try:
        found = wait_for_shards(folder, run, 3)
        assert (found["state"], found["why"]) == ("playing", "")
        assert all(0 <= arm["done"] < arm["blocks"] == 10**7 for arm in found["arms"])
        assert found["rounds"] > 0
        assert found["rounds_a_second"] > 0
        games = 8 * 10**7 / found["games_a_second"]
        assert 0.9 * games < found["seconds_left"] <= games
        assert found["workers"] == 2
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
    found = status(folder)
    assert (found["state"], found["why"]) == ("stopped", GONE)
    assert found["seconds_left"] is None
    out = gofsim("status", folder, cwd=tmp_path)[1]
    assert f"\nstate: stopped ({GONE})\n" in out
    assert f"\nto go on: gofsim run {tmp_path / 'e.toml'} --out" in out


def test_a_run_that_failed(write, cheat, tmp_path):
    experiment = load_experiment(write(*cheat))
    with pytest.raises(PlayError):
        run_experiment(experiment, tmp_path / "out", workers=1)
    found = status(tmp_path / "out" / experiment.run_name)
    assert found["state"] == "failed"
    assert found["why"].startswith("arm off: bot cheat on seat ")


def test_other_states(write, tmp_path):
    folder = run_experiment(load_experiment(write(), games=5), tmp_path / "out", workers=1)
    manifest = read_manifest(folder)
    write_manifest(folder, manifest | {"state": "stopped", "shards": []})
    found = status(folder)
    assert (found["state"], found["why"]) == ("stopped", "")
    assert (found["rounds"], found["bytes_a_round"], found["arms"][0]["done"]) == (0, None, 0)
    manifest["experiment"]["most_blocks"] = 9
    write_manifest(folder, manifest)
    found = status(folder)
    assert (found["state"], found["why"]) == ("done", "by its stop rule, of at most 9 blocks")


def test_a_folder_without_results(tmp_path):
    with pytest.raises(BadInputError, match="no results of gofsim here"):
        status(tmp_path)
    with pytest.raises(BadInputError, match="there is no such folder of results"):
        status(tmp_path / "nowhere")


@POSIX
def test_to_look_at_the_lock_keeps_nobody_out(tmp_path):
    assert held(tmp_path) is False
    with locked(tmp_path):
        assert held(tmp_path) is True
        assert held(tmp_path) is True
    assert held(tmp_path) is False
