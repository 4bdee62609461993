"""One shard: a range of an arm's blocks, played and written in one go."""

import time
from dataclasses import dataclass, replace
from pathlib import Path

from gofsim.errors import GofsimError
from gofsim.simulation.arms import Arm
from gofsim.simulation.ledger import Shard, partial_path
from gofsim.simulation.play import Played, play_blocks
from gofsim.simulation.results import arrow_table, write_parquet


@dataclass(frozen=True)
class Job:
    """What a worker needs to play one shard and to put its files into the folder `partial`."""

    arm: Arm
    blocks: range
    seed: int
    single_round: bool
    partial: Path


def play_job(job: Job) -> Played:
    """Play a job's blocks; raises PlayError when a bot breaks the rules."""
    arm = job.arm
    return play_blocks(
        arm.seats,
        arm.rules,
        seed=job.seed,
        blocks=job.blocks,
        seating=arm.seating,
        single_round=job.single_round,
        arm=arm.name,
        deal=arm.deal,
    )


def run_job(job: Job) -> Shard | GofsimError:
    """Play and write one shard.

    Expected faults are returned, not raised, so that the shards of other workers are kept.
    """
    start = time.perf_counter()
    try:
        return write_shard(job, play_job(job), start)
    except GofsimError as error:
        return error


def write_shard(job: Job, played: Played, start: float) -> Shard:
    """Write the tables of a played job; `start` is when it began, in perf_counter seconds."""
    tables = {"rounds": played.rounds, "games": played.games, "gangs": played.gangs}
    if job.single_round:
        del tables["games"]
    shard = Shard(
        arm=job.arm.hash,
        name=job.arm.name,
        first=job.blocks[0],
        last=job.blocks[-1],
        files={},
        games=len(job.blocks) * job.arm.seatings,
        rounds=len(played.rounds["block"]),
        seconds=0.0,
    )
    files = {
        table: write_parquet(
            arrow_table(table, columns, job.arm.name),
            partial_path(job.partial, table, shard.file_name),
        )
        for table, columns in tables.items()
    }
    return replace(shard, files=files, seconds=time.perf_counter() - start)
