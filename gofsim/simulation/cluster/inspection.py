"""Asking all workers, before anything is played, whether they are fit for it."""

import pickle
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from distributed import Client

from gofsim.errors import BadInputError, StorageError
from gofsim.simulation import watchdog
from gofsim.simulation.cluster.depot import Depot
from gofsim.simulation.cluster.engine import differences, engine
from gofsim.simulation.cluster.worker import Terms, inspect, packed
from gofsim.simulation.shards import Job
from gofsim.strategies.packed import pack

MOST_NAMED = 3


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
