"""The workers of a cluster: found, inspected before anything is played, and given jobs."""

import logging
import pickle
import uuid
import warnings
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import joblib
from distributed import Client
from distributed.exceptions import WorkerStartTimeoutError

from gofsim.errors import BadInputError, GofsimError, StorageError
from gofsim.simulation import watchdog
from gofsim.simulation.cluster.depot import Depot, depot_address
from gofsim.simulation.cluster.engine import differences, engine
from gofsim.simulation.cluster.handing_out import HandingOut
from gofsim.simulation.cluster.worker import Packet, Terms, inspect, packed
from gofsim.simulation.cluster.worker import play as play_there
from gofsim.simulation.ledger import Shard
from gofsim.simulation.shards import Job
from gofsim.simulation.where import Where
from gofsim.simulation.workers import Play
from gofsim.strategies.packed import pack

# To find the scheduler, and to find it again should it be started anew.
CONNECT_SECONDS = 30.0
# A queue of machines may start them one by one.
FIRST_WORKER_SECONDS = 60.0
SECONDS_TO_LEAVE = 1.0
# So that no worker waits while its outcome is fetched.
SHARDS_A_THREAD = 2
MOST_NAMED = 3
TALKATIVE = ("distributed", "distributed.client", "tornado", "asyncio")


@contextmanager
def cluster(where: Where, gaps: Sequence[Job], folder: Path) -> Iterator[Play]:
    """Connect to a scheduler and inspect its workers; yields what runs jobs on them.

    Raises BadInputError, one line a fault, when there is none, or when one is not fit; StorageError
    when the place for the shards cannot be written here.
    """
    partial_folder = gaps[0].partial
    address = str(partial_folder.absolute())
    depot = Depot(depot_address(where.shards, folder) if where.shards else address)
    with quiet(), connected(str(where.scheduler)) as client:
        depot.make()
        try:
            terms = inspected(client, gaps, depot)
            most = where.workers or SHARDS_A_THREAD * sum(client.nthreads().values())
            yield partial(run_jobs, client, most, terms, depot, partial_folder)
        finally:
            depot.remove()


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Connect to a scheduler that has at least one worker; leave it at the end."""
    client = client_of(address)
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
        yield client
    except WorkerStartTimeoutError:
        raise BadInputError(
            f"--scheduler {address}: has no worker within {FIRST_WORKER_SECONDS:g} seconds; "
            f"start some with `dask worker {address}`"
        ) from None
    finally:
        with suppress(TimeoutError):
            client.close(timeout=SECONDS_TO_LEAVE)


def client_of(address: str) -> Client:
    """Return a client of the scheduler at an address."""
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="gofsim")
    except (OSError, ValueError, TypeError) as error:
        reason = f"no scheduler of dask answers within {CONNECT_SECONDS:g} seconds"
        if not isinstance(error, OSError):
            reason = f"is no address such as tcp://192.168.1.10:8786 ({error})"
        raise BadInputError(f"--scheduler {address}: {reason}") from None


@contextmanager
def quiet() -> Iterator[None]:
    """Keep dask's own words back meanwhile: what matters is said in ours."""
    loggers = [logging.getLogger(name) for name in TALKATIVE]
    before = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def inspected(client: Client, gaps: Sequence[Job], depot: Depot) -> bytes:
    """Let every worker inspect itself; return the terms of the run, packed."""
    token = f"token-{uuid.uuid4().hex}"
    depot.write(token, token.encode())
    seats = {id(seat): seat for gap in gaps for seat in gap.arm.seats}
    limit = watchdog.MOST_SECONDS_A_DECISION
    terms = pickle.dumps(Terms(engine(), pack(seats.values()), depot.address, token, limit))
    found = client.run(inspect, terms, packed("all arms", gaps), on_error="return")
    there = client.nthreads()
    # One that died meanwhile, or comes later, is inspected before its first shard.
    faults = {
        worker: faults_of(answer, depot) for worker, answer in found.items() if worker in there
    }
    if lines := [*scheduler_faults(client), *grouped(faults)]:
        raise BadInputError(*lines)
    return terms


def scheduler_faults(client: Client) -> list[str]:
    """Return what is wrong with the scheduler, which unpacks the calls that go through it."""
    try:
        found = client.run_on_scheduler(differences, engine())
    except Exception as error:  # whatever an import raises there
        found = [missing(error)]
    return [f"scheduler: {line}" for line in found]


def faults_of(answer: Any, depot: Depot) -> list[str]:
    """Return what is wrong with one worker, by what it answered."""
    if isinstance(answer, OSError):
        return [f"does not answer ({answer})"]
    if isinstance(answer, BaseException):
        return [missing(answer)]
    faults, token = answer
    if faults:
        return list(faults)
    try:
        depot.read(token)
    except StorageError:
        return [f"{depot.address}: what it writes there is not to be seen here"]
    return []


def missing(error: BaseException) -> str:
    """Return the line about a machine where our own code cannot be loaded."""
    reason = (str(error) or type(error).__name__).splitlines()[0]
    return f"gofsim is missing or another version ({reason}); install the one that is here"


def grouped(faults: Mapping[str, Sequence[str]]) -> list[str]:
    """Return one line for each fault, which names the first workers that have it."""
    by_line: dict[str, list[str]] = {}
    for worker, lines in faults.items():
        for line in lines:
            by_line.setdefault(line, []).append(worker)
    return [f"{who(workers)}: {line}" for line, workers in by_line.items()]


def who(workers: Sequence[str]) -> str:
    """Return workers in words, the first few by their addresses."""
    more = len(workers) - MOST_NAMED
    names = ", ".join(workers[:MOST_NAMED])
    return f"worker{'s' * (len(workers) > 1)} {names}" + (f" and {more} more" if more > 0 else "")


def run_jobs(
    client: Client, most: int, terms: bytes, depot: Depot, folder: Path, jobs: Iterable[Job]
) -> Generator[Shard | GofsimError]:
    """Run jobs, at most so many at a time, and yield their outcomes in any order.

    The files of shards come from the depot into `folder`.
    """
    backend = HandingOut(client)
    going = takewhile(lambda _: not backend.verdict, jobs)
    with joblib.parallel_config(backend=backend):
        parallel = joblib.Parallel(
            n_jobs=most, return_as="generator_unordered", pre_dispatch=most, batch_size=1
        )
        outcomes = parallel(joblib.delayed(play_there)(terms, packet_of(job)) for job in going)
        try:
            for outcome in outcomes:
                yield outcome if isinstance(outcome, GofsimError) else taken(depot, outcome, folder)
        finally:
            backend.over.set()
            with warnings.catch_warnings(action="ignore"):
                outcomes.close()


def packet_of(job: Job) -> Packet:
    """Return one shard's job, by its name for people."""
    return packed(f"arm {job.arm.name}, blocks {job.blocks[0]} to {job.blocks[-1]}", [job])


def taken(depot: Depot, delivery: Any, folder: Path) -> Shard | GofsimError:
    """Take over a delivery; a fault comes as an outcome, like those of workers."""
    try:
        return depot.take_over(delivery, folder)
    except StorageError as error:
        return error
