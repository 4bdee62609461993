"""Workers of a cluster, killed again and again with the same shard: it costs time, not rows."""

import threading
import time

import pytest
from clusters import assert_same_rows, rows
from clusters import cluster as started
from command_line import start

from gofsim.errors import GofsimError
from gofsim.simulation import plan
from gofsim.simulation.cluster import handing_out
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment
from verification.record import record

KILLS = 6  # dask gives a task up after the fourth
RUN = """
question = "What is left?"
seed = 5
games = 30_000
seating = "fixed"
[arms.one]
seats = ["lowest", "control", "lowest", "random"]
"""
CRASH = """
import numpy as np
from gofsim.kernel.cards import lowest
from gofsim.kernel.jit import kernel
from gofsim.kernel.view import BLOCK, REQUIRED, TO_BEAT_KIND
from gofsim.strategies.base import Strategy

@kernel
def choose(view, hand, parameters, offset):
    if view[BLOCK] >= np.uint64(20_000):
        return view[np.uint64(1) << np.uint64(40)]
    if view[TO_BEAT_KIND] != np.uint64(0):
        return np.uint64(0)
    return view[REQUIRED] if view[REQUIRED] != np.uint64(0) else lowest(hand)

CRASH = Strategy("crash", "Reads where nothing is.", "a proof", choose)
"""


@pytest.fixture
def cluster(tmp_path):
    """Two workers, each of which its nanny brings back when it dies."""
    with started(tmp_path / "cluster") as found:
        found.join(2, "--nanny")
        yield found


def experiment(folder, text=RUN):
    path = folder / "kills.toml"
    path.write_text(text, "utf-8")
    return load_experiment(path)


def test_killed_six_times_with_the_same_shard(tmp_path, cluster, monkeypatch):
    asked = experiment(tmp_path)
    here = run_experiment(asked, tmp_path / "here", workers=1)
    # The whole run is one shard, of seconds.
    monkeypatch.setattr(plan, "SHARD_SECONDS", 1e6)
    monkeypatch.setattr(plan, "MOST_ROUNDS", 10**9)
    struck, over = [], threading.Event()

    def strike():
        while len(struck) < KILLS and not over.is_set():
            for worker in cluster.busy():
                cluster.kill(worker)
                struck.append(worker)
            time.sleep(0.1)

    striking = threading.Thread(target=strike)
    striking.start()
    there = run_experiment(asked, tmp_path / "there", backend="dask", scheduler=cluster.address)
    over.set()
    striking.join()
    record("9 Cluster", "a shard whose worker is killed each time it is begun",
           f"{len(struck)} kills, {sum(map(len, rows(there))):,} rows",
           f"{KILLS} kills, rows equal bit for bit")  # fmt: skip
    assert len(struck) == KILLS
    assert_same_rows(here, there)


def test_a_bot_that_kills_every_worker(tmp_path, cluster, monkeypatch):
    monkeypatch.setattr(handing_out, "MOST_LOSSES", 2)
    (tmp_path / "crash.py").write_text(CRASH, "utf-8")
    text = RUN.replace('"random"]', '"crash.py:CRASH"]\nrules.last_card = "off"')
    asked = experiment(tmp_path, text)
    with pytest.raises(GofsimError) as caught:
        run_experiment(asked, tmp_path / "there", backend="dask", scheduler=cluster.address)
    line = str(caught.value)
    record("9 Cluster", "a bot that crashes its worker from one block on", line, "named")
    assert line.startswith("arm one, blocks ")
    assert line.endswith(": 8 workers died with it (out of memory, or a bot that crashes?)")


def test_the_scheduler_is_killed(tmp_path, cluster):
    folder = experiment(tmp_path).folder
    before = "from gofsim.simulation.cluster import handing_out as h\nh.PATIENCE_SECONDS = 1"
    there = ("--quiet", "--backend", "dask", "--scheduler", cluster.address)
    process = start("run", "kills.toml", "--games", 10**6, *there, cwd=folder, before=before)
    while not [*folder.glob("results/*/rounds/*.parquet")]:
        assert process.poll() is None
        time.sleep(0.01)
    cluster.end(cluster.processes[0])
    out, err = process.communicate(timeout=60)
    record("9 Cluster", "the scheduler is killed", err.strip(), "named")
    assert (process.returncode, out) == (1, "")
    assert err == (
        "no worker has been there for 1 seconds; "
        "what was finished is kept, the same command goes on\n"
    )
