"""Jobs on several cores: joblib threads (the engine releases the GIL), or separate processes.

Or on several machines, by dask: `gofsim.simulation.cluster`.
"""

import importlib.util
import multiprocessing.resource_tracker
import multiprocessing.util
import os
import signal
import sys
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, cast

import joblib
from joblib.externals.loky import reusable_executor
from joblib.externals.loky.backend import resource_tracker
from joblib.externals.loky.process_executor import BrokenProcessPool, TerminatedWorkerError

from gofsim.errors import BadInputError, GofsimError, PlayError
from gofsim.leaving import tidying
from gofsim.simulation import watchdog
from gofsim.simulation.ledger import Shard
from gofsim.simulation.shards import Job, Play, run_job
from gofsim.simulation.watch import stall_note, watch_worker
from gofsim.simulation.where import Where


def worker_count(asked: int | None) -> int:
    """Return how many workers to use: as asked, or every core this process may use.

    joblib counts the cores of the process's affinity mask and of its container's CPU quota.
    """
    if asked is not None and asked < 1:
        raise BadInputError(f"--workers: must be at least 1, not {asked}")
    return joblib.cpu_count() if asked is None else asked


def check_backend(backend: str) -> None:
    """Refuse dask where it is not installed."""
    if backend == "dask" and importlib.util.find_spec("distributed") is None:
        raise BadInputError(
            "--backend dask: needs dask; install it with `pip install gofsim[dask]`"
        )


@contextmanager
def ready_workers(where: Where, gaps: Sequence[Job], folder: Path) -> Iterator[Play]:
    """Make the workers ready for these gaps of a results folder; yields what runs jobs on them.

    Raises BadInputError when workers on other machines are not there or not fit for it.
    """
    if where.backend == "dask":
        from gofsim.simulation.cluster.crew import cluster

        with cluster(where, gaps, folder) as play:
            yield play
    else:
        workers = worker_count(where.workers)
        yield lambda jobs: run_jobs(jobs, workers, where.backend, gaps[0].partial)


def run_jobs(
    jobs: Iterable[Job], workers: int, backend: str, notes: Path
) -> Generator[Shard | GofsimError]:
    """Run jobs and yield their outcomes as they finish, in any order.

    Jobs are drawn from the iterable one by one as workers become free, so it may stop early; to
    close the generator drops those under way.
    Worker processes leave notes about bots that never answer in the folder `notes`.
    """
    with joblib_backend(backend, notes), workers_ended(backend), worker_deaths(notes):
        parallel = joblib.Parallel(
            n_jobs=workers,
            return_as="generator_unordered",
            pre_dispatch=workers,
            batch_size=1,
        )
        outcomes = parallel(joblib.delayed(run_job)(job) for job in jobs)
        try:
            # `yield from` would close it before its warning can be kept back.
            for outcome in outcomes:  # noqa: UP028
                yield outcome
        except GeneratorExit:
            with warnings.catch_warnings(action="ignore"):
                outcomes.close()
            raise


def joblib_backend(backend: str, notes: Path) -> AbstractContextManager[Any]:
    """Return joblib's settings for a backend.

    Processes are loky's: fresh interpreters whatever multiprocessing's start method is, so no
    lock that a library's threads hold here (those of polars, say) is ever copied into them.
    """
    settings: dict[str, Any] = {"backend": "threading"}
    if backend == "processes":
        settings = {
            "backend": "loky",
            "inner_max_num_threads": 1,
            "initializer": prepare_process,
            "initargs": (notes.absolute(), watchdog.MOST_SECONDS_A_DECISION, os.getpid()),
        }
    return cast(AbstractContextManager[Any], joblib.parallel_config(**settings))


@contextmanager
def workers_ended(backend: str) -> Iterator[None]:
    """End the worker processes with the work: idle ones would stay for minutes, output open."""
    if backend != "processes":
        yield
        return
    try:
        with tidying(drop_workers), ctrl_c_kept():
            yield
    finally:
        end_workers()


def end_workers() -> None:
    """End joblib's worker processes, if it has not done so itself, and its temporary folder."""
    executor = reusable_executor._executor
    if executor is not None:
        executor.terminate(kill_workers=True)


def drop_workers() -> None:
    """End them where the process itself ends at once, their locks with them, in silence."""
    end_workers()
    multiprocessing.util._run_finalizers(0)  # type: ignore[attr-defined]


@contextmanager
def ctrl_c_kept() -> Iterator[None]:
    """Start worker processes deaf to Ctrl-C, which a terminal sends to all: they need not answer.

    This process still hears it, in another thread.
    """
    if sys.platform == "win32":
        yield
        return
    # Both helpers of theirs would let the signal through again when started later.
    multiprocessing.resource_tracker.ensure_running()
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def worker_deaths(notes: Path) -> Iterator[None]:
    """Turn the sudden end of a worker process into one clear line."""
    try:
        yield
    except BrokenProcessPool as error:
        if line := stall_note(notes):
            raise PlayError(line) from None
        raise GofsimError(death_line(error)) from error


def death_line(error: BrokenProcessPool) -> str:
    """Return what is known about the end of a worker process."""
    if isinstance(error, TerminatedWorkerError):
        return (
            "a worker process ended before its time (out of memory, or ended from outside); "
            "fewer --workers, or --backend threads, need less memory"
        )
    lines = [line for line in str(error.__cause__ or error).splitlines() if line.strip(' "')]
    return f"a worker process could not take its task: {lines[-1]}"


def prepare_process(notes: Path, limit: float, parent: int) -> None:
    """Make a worker process keep to one thread, and leave Ctrl-C to the process that waits."""
    os.environ["POLARS_MAX_THREADS"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_worker(notes, limit, parent)
