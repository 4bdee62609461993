"""Cutting an arm's blocks into shards of about a second each."""

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from gofsim.errors import PlayError
from gofsim.simulation.shards import Job, play_job

SHARD_SECONDS = 1.0
# Keeps a shard's arrays and its file buffers near 100 MB.
MOST_ROUNDS = 400_000
# Long enough to time, short enough not to be noticed.
PILOT_SECONDS = 0.02
PILOT_BLOCKS = 64


@dataclass(frozen=True)
class Pace:
    """How fast an arm is played on one core, and how many rounds its blocks have."""

    blocks_per_second: float
    rounds_per_block: float

    @property
    def shard_blocks(self) -> int:
        """Blocks in a shard: about a second's, and not more than memory should hold."""
        by_time = self.blocks_per_second * SHARD_SECONDS
        return max(1, int(min(by_time, MOST_ROUNDS / self.rounds_per_block)))


def measure_pace(job: Job) -> Pace:
    """Play the first few blocks of a job, which also compiles the arm's bots, and time them.

    A bot that breaks the rules here is left to the shard that plays this block in earnest.
    """
    pace = Pace(1.0, 1.0)
    count, most = 1, min(PILOT_BLOCKS, len(job.blocks))
    with suppress(PlayError):
        play_job(replace(job, blocks=job.blocks[:1]))
        while True:
            start = time.perf_counter()
            rounds = len(play_job(replace(job, blocks=job.blocks[:count])).rounds["block"])
            seconds = time.perf_counter() - start
            pace = Pace(count / max(seconds, 1e-9), rounds / count)
            if seconds > PILOT_SECONDS or count == most:
                break
            count = min(4 * count, most)
    return pace


def cut(gap: range, most: int) -> Iterator[range]:
    """Yield ranges of nearly equal length, none longer than `most`, that make up `gap`."""
    pieces = -(-len(gap) // most)
    for k in range(pieces):
        yield gap[k * len(gap) // pieces : (k + 1) * len(gap) // pieces]
