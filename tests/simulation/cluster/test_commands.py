"""`gofsim run` on a cluster as a user has it: exit codes, and one line where something is wrong."""

import os
import signal
import time

from clusters import assert_same_rows
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


def test_stopped_and_taken_up_again(write, tmp_path, cluster):
    write()
    process = start("run", "e.toml", *options(cluster), "--games", MANY, cwd=tmp_path)
    wait_for_shards(tmp_path, process)
    sent_at = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    assert process.communicate(timeout=30) == ("", f"{KEPT}\n")
    assert process.returncode == 130
    assert time.monotonic() - sent_at < 2
    experiment = load_experiment(tmp_path / "e.toml")
    folder = run_experiment(experiment, tmp_path / "results", workers=1)
    whole = run_experiment(experiment, tmp_path / "whole", workers=1)
    assert_same_rows(folder, whole)


def test_a_wrong_address(write, tmp_path):
    write()
    before = "from gofsim.simulation.cluster import connecting\nconnecting.CONNECT_SECONDS = 0.2"
    asked = ("--quiet", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    code, out, err = gofsim("run", "e.toml", *asked, cwd=tmp_path, before=before)
    line = "--scheduler tcp://127.0.0.1:1: no scheduler of dask answers within 0.2 seconds\n"
    assert (code, out, err) == (2, "", line)
