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


async def inspect(terms: bytes, packet: Packet) -> tuple[list[str], str]:
    """Return what is wrong with this worker, one line a fault, and its own token in the depot."""
    # Whoever runs this must go on answering to the scheduler.
    return await asyncio.to_thread(inspected, pickle.loads(terms), packet)


def inspected(terms: Terms, packet: Packet) -> tuple[list[str], str]:
    """Check the versions, the depot both ways, and all bots."""
    faults, token = differences(terms.engine), ""
    try:
        token = greet(terms.depot, terms.token)
    except StorageError as error:
        faults.append(str(error))
    if not faults:
        try:
            unpacked(packet, terms.bots)
        except BadInputError as error:
            faults += error.faults
    return faults, token


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
    return answer(lambda: delivered(wanted, packet), wanted.limit)


def delivered(terms: Terms, packet: Packet) -> Delivery | GofsimError:
    """Play and deliver one shard; a worker that came late is inspected here."""
    faults, _ = inspected(terms, packet)
    if faults:
        return BadInputError(*faults)
    try:
        (job,) = unpacked(packet, terms.bots)
        with TemporaryDirectory(prefix="gofsim-") as folder:
            shard = run_job(replace(job, partial=Path(folder)))
            if isinstance(shard, GofsimError):
                return shard
            return Depot(terms.depot).deliver(shard, Path(folder))
    except GofsimError as error:
        return error


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
