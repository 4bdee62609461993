"""Workers: how many, with how many threads each, and started safely."""

import os
import subprocess
import sys
from pathlib import Path

import joblib
import pytest

from gofsim.simulation.workers import joblib_backend, worker_count

ROOT = Path(__file__).resolve().parents[2]


def python(code, *arguments, timeout=240):
    """Run Python code in a process of its own; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity masks here")
def test_only_cores_of_the_affinity_mask_count():
    code = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "from gofsim.simulation.workers import worker_count; print(worker_count(None))"
    )
    assert python(code) == "1"


def test_workers_as_asked():
    assert worker_count(7) == 7
    assert worker_count(None) == joblib.cpu_count()


def test_processes_keep_to_one_thread_each(tmp_path):
    names = ["POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"]
    with joblib_backend("processes", tmp_path):
        told = joblib.Parallel(n_jobs=2)(joblib.delayed(os.getenv)(name) for name in names)
    assert told == ["1"] * 4


POLARS_FIRST = """
import multiprocessing, sys
import polars as pl
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    frame = pl.DataFrame({"a": range(100_000)}).lazy()
    frame.group_by(pl.col("a") % 7).agg(pl.len()).collect()
    experiment = load_experiment(sys.argv[2])
    run_experiment(experiment, sys.argv[3], workers=2, backend="processes")
    frame.group_by(pl.col("a") % 7).agg(pl.len()).collect()
    print("done")
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_polars_in_the_parent_does_not_stop_the_workers(write, tmp_path, method):
    assert python(POLARS_FIRST, method, write(), tmp_path / "out") == "done"
