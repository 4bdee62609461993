"""What workers on other machines do: say whether they are fit, and play shards."""

import asyncio
import os
import pickle
import threading
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from distributed import get_worker

from gofsim.errors import BadInputError, GofsimError, PlayError, StorageError
from gofsim.simulation import watchdog
from gofsim.simulation.cluster.depot import Delivery, Depot
from gofsim.simulation.cluster.engine import Engine, differences
from gofsim.simulation.shards import Job, run_job
from gofsim.simulation.watch import SECONDS_BETWEEN_LOOKS
from gofsim.strategies.packed import PackedBot, unpack

# Enough to hand over the line that says why.
SECONDS_TO_LEAVE = 5.0
# Two runs on one worker may name their bots alike.
_unpacking = threading.Lock()


@dataclass(frozen=True)
class Terms:
    """What holds for all shards of a run.

    `token` is a file in the depot that says its own name; `limit` the most seconds a decision.
    """

    engine: Engine
    bots: tuple[PackedBot, ...]
    depot: str
    token: str
    limit: float


class Packet(NamedTuple):
    """Jobs as bytes, and a name for people: dask would load bots where it must not wait."""

    name: str
    content: bytes


def packed(name: str, jobs: Sequence[Job]) -> Packet:
    """Return jobs with the hashes of their arms."""
    return Packet(name, pickle.dumps([(job, job.arm.hash) for job in jobs]))


def unpacked(packet: Packet, bots: Sequence[PackedBot]) -> list[Job]:
    """Return jobs, their bots loaded here; BadInputError when those are not the same here."""
    with _unpacking:
        for bot in bots:
            unpack(bot)
        found = pickle.loads(packet.content)
        for job, wanted in found:
            # A copy has forgotten the hash that came with it.
            if replace(job.arm).hash != wanted:
                raise BadInputError(f"arm {job.arm.name}: its bots are others here")
        return [job for job, _ in found]


async def inspect(terms: bytes, packet: Packet) -> tuple[Sequence[str], str]:
    """Return what is wrong with this worker, one line a fault, and its own token in the depot."""
    try:
        # Whoever runs this must go on answering to the scheduler.
        _, token = await asyncio.to_thread(fit, pickle.loads(terms), packet)
    except BadInputError as error:
        return error.faults, ""
    return [], token


def fit(terms: Terms, packet: Packet) -> tuple[list[Job], str]:
    """Return the jobs, their bots loaded, and this worker's token in the depot.

    Raises BadInputError for other versions than where the run was started, for a depot that is not
    the same, and for bots that cannot be loaded.
    """
    faults, token = differences(terms.engine), ""
    try:
        token = greet(terms.depot, terms.token)
    except StorageError as error:
        faults.append(f"{error}; all machines must see this place, or another one by --shards")
    if faults:
        raise BadInputError(*faults)
    return unpacked(packet, terms.bots), token


@cache
def greet(address: str, token: str) -> str:
    """Read the token that was put into the depot, and put one there; return its name."""
    depot = Depot(address)
    if depot.read(token) != token.encode():
        raise StorageError(f"{address}: is another place than where the run was started")
    own = f"token-{uuid.uuid4().hex}"
    depot.write(own, own.encode())
    return own


def play(terms: bytes, packet: Packet) -> Delivery | GofsimError:
    """Play one shard and deliver it; expected faults are returned, not raised."""
    wanted: Terms = pickle.loads(terms)
    worker = get_worker()

    def deliver() -> Delivery | GofsimError:
        try:
            # Whatever a killed worker leaves in its own folder is removed by dask.
            return delivered(wanted, packet, worker.local_directory)
        except BadInputError as error:
            return BadInputError(*(f"worker {worker.address}: {fault}" for fault in error.faults))
        except StorageError as error:
            return StorageError(f"worker {worker.address}: {error}")
        except GofsimError as error:
            return error

    return answer(deliver, wanted.limit)


def delivered(terms: Terms, packet: Packet, scratch: str) -> Delivery:
    """Play and deliver one shard; a worker that came late is inspected here."""
    (job,), _ = fit(terms, packet)
    with TemporaryDirectory(dir=scratch) as folder:
        outcome = run_job(replace(job, partial=Path(folder)))
        if isinstance(outcome, GofsimError):
            raise outcome
        return Depot(terms.depot).deliver(outcome, Path(folder))


def answer(task: Callable[[], Delivery | GofsimError], limit: float) -> Delivery | GofsimError:
    """Return what a task returns, or a PlayError when a bot has not answered for so long.

    Compiled code cannot be interrupted otherwise: this process ends then, a moment later.
    """
    outcome = Future[Delivery | GofsimError]()

    def run() -> None:
        try:
            outcome.set_result(task())
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    while True:
        try:
            return outcome.result(timeout=SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            if line := watchdog.stalled(limit):
                threading.Timer(SECONDS_TO_LEAVE, os._exit, [1]).start()
                return PlayError(line)
