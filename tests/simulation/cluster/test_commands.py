"""`gofsim run` on a cluster as a user has it: exit codes, and one line where something is wrong."""

import os
import signal
import time

import pytest
from clusters import assert_same_rows
from clusters import cluster as started
from command_line import gofsim, start

from gofsim.leaving import KEPT
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

MANY = 20_000


def shards(folder):
    return [*folder.glob("results/*/rounds/*.parquet")]


def wait_for_shards(folder, process):
    while not shards(folder):
        assert process.poll() is None
        time.sleep(0.01)


def options(cluster, *more):
    return ("--quiet", "--backend", "dask", "--scheduler", cluster.address, *more)


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_and_taken_up_again(write, tmp_path, cluster, sent, code):
    write()
    process = start("run", "e.toml", *options(cluster), "--games", MANY, cwd=tmp_path)
    wait_for_shards(tmp_path, process)
    sent_at = time.monotonic()
    os.kill(process.pid, sent)
    assert process.communicate(timeout=30) == ("", f"{KEPT}\n")
    assert process.returncode == code
    assert time.monotonic() - sent_at < 2
    games = 60
    experiment = load_experiment(tmp_path / "e.toml", games=games)
    folder = run_experiment(experiment, tmp_path / "results", workers=1)
    whole = run_experiment(experiment, tmp_path / "whole", workers=1)
    assert_same_rows(folder, whole)


def test_the_scheduler_is_killed(write, tmp_path):
    write()
    with started(tmp_path / "c") as doomed:
        doomed.join(1, "--no-nanny")
        before = "from gofsim.simulation.cluster import handing_out as h\nh.PATIENCE_SECONDS = 1"
        command = ("run", "e.toml", *options(doomed), "--games", MANY)
        process = start(*command, cwd=tmp_path, before=before)
        wait_for_shards(tmp_path, process)
        doomed.end(doomed.processes[0])
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert err == (
        "no worker has been there for 1 seconds; "
        "what was finished is kept, the same command goes on\n"
    )
    assert shards(tmp_path)


def test_a_wrong_address(write, tmp_path):
    write()
    before = "from gofsim.simulation.cluster import crew\ncrew.CONNECT_SECONDS = 0.2"
    asked = ("--quiet", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    code, out, err = gofsim("run", "e.toml", *asked, cwd=tmp_path, before=before)
    line = "--scheduler tcp://127.0.0.1:1: no scheduler of dask answers within 0.2 seconds\n"
    assert (code, out, err) == (2, "", line)
