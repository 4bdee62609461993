"""One shard: a range of an arm's blocks, played and written in one go."""

import math
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from gofsim.errors import GofsimError
from gofsim.simulation.arms import Arm
from gofsim.simulation.budget import Budget
from gofsim.simulation.ledger import Shard, partial_path
from gofsim.simulation.play import Played, compile_bots, play_blocks
from gofsim.simulation.results import arrow_table, write_parquet


@dataclass(frozen=True)
class Job:
    """What a worker needs to play one shard and to put its files into the folder `partial`.

    The shard has the first of its blocks only, where all would take much more than `seconds` or
    `rounds`.
    """

    arm: Arm
    blocks: range
    seed: int
    single_round: bool
    partial: Path
    seconds: float = math.inf
    rounds: float = math.inf


# What runs jobs on some workers and yields their outcomes, in any order.
Play = Callable[[Iterable[Job]], Generator[Shard | GofsimError]]


def play_job(job: Job) -> Played:
    """Play a job's blocks, or as many as fit; raises PlayError when a bot breaks the rules."""
    arm = job.arm
    return play_blocks(
        arm.seats,
        arm.rules,
        seed=job.seed,
        blocks=job.blocks,
        seating=arm.seating,
        single_round=job.single_round,
        arm=arm.name,
        budget=Budget(job.seconds, job.rounds),
        deal=arm.deal,
    )


def run_job(job: Job) -> Shard | GofsimError:
    """Play and write one shard.

    Expected faults are returned, not raised, so that the shards of other workers are kept.
    """
    try:
        compile_bots(job.arm.seats, job.arm.rules, job.arm.seating)
        start = time.perf_counter()
        played = play_job(job)
        return write_shard(job, played, time.perf_counter() - start)
    except GofsimError as error:
        return error


def write_shard(job: Job, played: Played, play_seconds: float) -> Shard:
    """Write the tables of what was played of a job, in so many seconds."""
    start = time.perf_counter()
    tables = {"rounds": played.rounds, "games": played.games, "gangs": played.gangs}
    if job.single_round:
        del tables["games"]
    last = int(played.rounds["block"][-1])
    shard = Shard(
        arm=job.arm.hash,
        name=job.arm.name,
        first=job.blocks[0],
        last=last,
        files={},
        games=(last + 1 - job.blocks[0]) * job.arm.seatings,
        rounds=len(played.rounds["block"]),
        play_seconds=play_seconds,
    )
    files = {
        table: write_parquet(
            arrow_table(table, columns, job.arm.name),
            partial_path(job.partial, table, shard.file_name),
        )
        for table, columns in tables.items()
    }
    return replace(shard, files=files, write_seconds=time.perf_counter() - start)
