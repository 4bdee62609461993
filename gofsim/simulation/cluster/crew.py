"""The workers of a cluster: found, inspected before anything is played, and given jobs."""

import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import joblib
from distributed import Client

from gofsim.errors import BadInputError, GofsimError, StorageError
from gofsim.simulation.cluster.connecting import connected, quiet
from gofsim.simulation.cluster.depot import Depot, depot_address
from gofsim.simulation.cluster.handing_out import HandingOut
from gofsim.simulation.cluster.inspection import inspected
from gofsim.simulation.cluster.worker import Packet, packed
from gofsim.simulation.cluster.worker import play as play_there
from gofsim.simulation.ledger import Shard
from gofsim.simulation.shards import Job, Play
from gofsim.simulation.where import Where

# So that no worker waits while its outcome is fetched.
SHARDS_A_THREAD = 2


@contextmanager
def cluster(where: Where, gaps: Sequence[Job], folder: Path) -> Iterator[Play]:
    """Connect to a scheduler and inspect its workers; yields what runs jobs on them.

    Raises BadInputError, one line a fault, when there is none, or when one is not fit; StorageError
    when the place for the shards cannot be written here.
    """
    partial_folder = gaps[0].partial
    depot = depot_of(where.shards, folder, partial_folder)
    with quiet(), connected(str(where.scheduler)) as client:
        depot.make()
        try:
            terms = inspected(client, gaps, depot)
            most = where.workers or SHARDS_A_THREAD * sum(client.nthreads().values())
            yield partial(run_jobs, client, most, terms, depot, partial_folder)
        finally:
            depot.remove()


def depot_of(asked: str | None, folder: Path, partial_folder: Path) -> Depot:
    """Return the depot for a results folder: at the address asked for, or in the folder itself."""
    if not asked:
        return Depot(str(partial_folder.absolute()))
    try:
        return Depot(depot_address(asked, folder))
    except StorageError as error:
        raise BadInputError(f"--shards {error}") from None


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
