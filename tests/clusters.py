"""Real clusters on this machine: a scheduler and workers in processes of their own."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

from gofsim.simulation.open import open_run

ROOT = Path(__file__).resolve().parent.parent


class Cluster:
    """A scheduler; workers join it from a folder that holds nothing of any experiment."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()
        self.file = folder / "scheduler.json"
        self.processes = []
        self.start("dask_scheduler", "--port", 0, "--no-dashboard")
        while not self.file.exists():
            time.sleep(0.05)
        self.client = Client(scheduler_file=str(self.file), set_as_default=False)
        self.address = self.client.scheduler.address

    def start(self, program, *options, root=ROOT):
        log = self.folder / f"{len(self.processes)}.log"
        with log.open("w") as file:
            process = subprocess.Popen(
                [
                    *(sys.executable, "-m", f"distributed.cli.{program}"),
                    *("--host", "127.0.0.1", "--scheduler-file", self.file, *map(str, options)),
                ],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(root)},
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def join(self, count, *options, root=ROOT):
        """Let workers join; return their processes."""
        there = len(self.client.nthreads())
        usual = ("--nthreads", 1, "--memory-limit", 0, "--no-dashboard")
        started = [self.start("dask_worker", *usual, *options, root=root) for _ in range(count)]
        self.client.wait_for_workers(there + count, timeout=60)
        return started

    def busy(self):
        """The addresses of workers that have something to play."""
        return [worker for worker, keys in self.client.processing().items() if keys]

    def kill(self, *workers):
        """SIGKILL workers by their addresses; a nanny starts new ones."""
        for pid in self.client.run(os.getpid, workers=list(workers)).values():
            os.kill(pid, signal.SIGKILL)

    @staticmethod
    def end(process):
        """End a process and what it started."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self):
        self.client.close()
        for process in reversed(self.processes):
            if process.poll() is None:
                self.end(process)


@contextmanager
def cluster(folder):
    """A scheduler without workers."""
    started = Cluster(folder)
    try:
        yield started
    finally:
        started.close()


def rows(folder):
    """All rows of a run, a frame a table."""
    run = open_run(folder)
    return [run.table(name).collect() for name in ("rounds", "games", "gangs")]


def assert_same_rows(left, right):
    assert all(a.equals(b) for a, b in zip(rows(left), rows(right), strict=True))
