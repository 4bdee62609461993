"""Cutting the blocks of all arms into shards of about a second each, and their order."""

import heapq
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from gofsim.errors import PlayError
from gofsim.simulation.design import FIRST_LOOK
from gofsim.simulation.shards import Job, play_job

SHARD_SECONDS = 1.0
# With a stop rule: what all arms together play between looks, mostly in vain after the last one.
STEP_SECONDS = 4.0
# Writing three files takes a hundredth of a second, so that shorter shards would not pay.
LEAST_SHARD_SECONDS = 0.05
# Keeps a shard's arrays and its file buffers near 100 MB.
MOST_ROUNDS = 400_000
# Long enough to time, short enough not to be noticed.
PILOT_SECONDS = 0.02
PILOT_BLOCKS = 64
# Many arms share this time.
ALL_PILOTS_SECONDS = 1.0


@dataclass(frozen=True)
class Pace:
    """How fast an arm is played on one core, and how many rounds its blocks have."""

    blocks_per_second: float
    rounds_per_block: float

    def shard_blocks(self, seconds: float) -> int:
        """Blocks in a shard of about so many seconds, and not more than memory should hold."""
        by_time = self.blocks_per_second * seconds
        return max(1, int(min(by_time, MOST_ROUNDS / self.rounds_per_block)))


def in_step(gaps: Sequence[Job], *, stops: bool) -> Iterator[Job]:
    """Yield the shards of all gaps, always the next one of the arm that is furthest behind.

    So the blocks that all arms have grow steadily, in small steps where a rule may stop the run.
    Measures the pace of every arm first.
    """
    by_arm = {gap.arm.hash: gap for gap in gaps}
    pilot = min(PILOT_SECONDS, ALL_PILOTS_SECONDS / len(by_arm))
    length = shard_seconds(len(by_arm), stops=stops)
    most = {arm: measure_pace(gap, pilot).shard_blocks(length) for arm, gap in by_arm.items()}
    shards = [shards_of(gap, most[gap.arm.hash], stops=stops) for gap in gaps]
    return heapq.merge(*shards, key=lambda job: job.blocks.start)


def shards_of(gap: Job, most: int, *, stops: bool) -> Iterator[Job]:
    """Yield a gap's shards of at most so many blocks."""
    pieces = cut_growing(gap.blocks, most) if stops else cut(gap.blocks, most)
    return (replace(gap, blocks=blocks) for blocks in pieces)


def shard_seconds(arms: int, *, stops: bool) -> float:
    """Return how long the shards of so many arms should be."""
    if not stops:
        return SHARD_SECONDS
    return min(SHARD_SECONDS, max(LEAST_SHARD_SECONDS, STEP_SECONDS / arms))


def measure_pace(job: Job, least: float = PILOT_SECONDS) -> Pace:
    """Play the first few blocks of a job, which also compiles the arm's bots, and time them.

    Ends when that takes `least` seconds, or after `PILOT_BLOCKS` blocks. A bot that breaks the
    rules here is left to the shard that plays this block in earnest.
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
            if seconds > least or count == most:
                break
            count = min(4 * count, most)
    return pace


def cut(gap: range, most: int) -> Iterator[range]:
    """Yield ranges of nearly equal length, none longer than `most`, that make up `gap`."""
    pieces = -(-len(gap) // most)
    for k in range(pieces):
        yield gap[k * len(gap) // pieces : (k + 1) * len(gap) // pieces]


def cut_growing(gap: range, most: int) -> Iterator[range]:
    """Yield ranges that make up `gap`, none longer than `most` or than half of what lies before.

    Only the first few are longer than that: no rule stops before `FIRST_LOOK` blocks.
    """
    start = gap.start
    while start < gap.stop:
        end = min(start + min(most, max(FIRST_LOOK, start // 2)), gap.stop)
        yield range(start, end)
        start = end
