"""Cutting the blocks of all arms into shards, by the pace of those that are finished.

Which blocks are played never depends on it, only where files end and how often a run tells how far
it is. Shards take about a second. In a run of more than `MOST_SHARDS` of them they grow with the
run, so that files stay few, up to what memory should hold and what a stopped run may lose.
"""

import heapq
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gofsim.simulation.design import FIRST_LOOK
from gofsim.simulation.ledger import Shard
from gofsim.simulation.shards import Job

SHARD_SECONDS = 1.0
MOST_SHARDS = 300
LONGEST_SHARD_SECONDS = 20.0
# With a stop rule: what all arms together play between looks, mostly in vain after the last one.
STEP_SECONDS = 4.0
# Writing three files takes a hundredth of a second, so that shorter shards would not pay.
LEAST_SHARD_SECONDS = 0.05
# Keeps a shard's arrays and its file buffers near 200 MB.
MOST_ROUNDS = 800_000
# A shard that turns out so many times as long as it should be is cut, and its rest played later.
PATIENCE = 2.0


@dataclass(frozen=True)
class Pace:
    """How long a game of an arm takes, in seconds of one core, and how many rounds it has."""

    seconds: float
    rounds: float


# Of the shipped bots that do not search; only the first shards of a run are cut by it, short ones.
USUAL = Pace(4e-5, 12.0)
FIRST_SHARD_SECONDS = 0.1


class Cutter:
    """Hands out the blocks of all gaps shard by shard, and learns from each that comes back.

    It is always the turn of the arm that is furthest behind, so the blocks that all arms have grow
    steadily, in small steps where a rule may stop the run. Jobs may be drawn in any thread.
    """

    def __init__(self, gaps: Sequence[Job], *, stops: bool) -> None:
        """Take all gaps; `stops` says that a rule may stop the run."""
        self.arms = len({gap.arm.hash for gap in gaps})
        self.games = sum(len(gap.blocks) * gap.arm.seatings for gap in gaps)
        self.stops = stops
        self.lock = threading.Lock()
        self.order = {gap.arm.hash: place for place, gap in enumerate(gaps)}
        self.waiting = [self.placed(gap) for gap in gaps]
        heapq.heapify(self.waiting)
        self.under_way: dict[tuple[str, int], Job] = {}
        self.paces: dict[str, Pace] = {}
        self.latest: Pace | None = None
        self.games_played, self.seconds_played = 0, 0.0

    def placed(self, gap: Job) -> tuple[int, int, Job]:
        """Return a gap with its place in the order: by its first block, then by arm."""
        return gap.blocks.start, self.order[gap.arm.hash], gap

    def jobs(self) -> Iterator[Job]:
        """Yield shards until all blocks are handed out; some may come back later."""
        while True:
            with self.lock:
                if not self.waiting:
                    return
                job = self.cut(heapq.heappop(self.waiting)[-1])
            yield job

    def cut(self, gap: Job) -> Job:
        """Return the next shard of a gap, and put the rest back."""
        start, length = gap.blocks.start, self.length(gap)
        rest = replace(gap, blocks=gap.blocks[length:])
        if rest.blocks:
            heapq.heappush(self.waiting, self.placed(rest))
        self.under_way[gap.arm.hash, start] = replace(gap, blocks=gap.blocks[:length])
        return replace(
            gap,
            blocks=gap.blocks[:length],
            seconds=PATIENCE * self.shard_seconds(),
            rounds=PATIENCE * MOST_ROUNDS,
        )

    def length(self, gap: Job) -> int:
        """Return how many blocks of a gap the next shard has: equal parts of what is left."""
        pace = self.paces.get(gap.arm.hash) or self.latest
        seconds = self.shard_seconds()
        if pace is None:
            pace, seconds = USUAL, min(seconds, FIRST_SHARD_SECONDS)
        games = min(seconds / pace.seconds, MOST_ROUNDS / pace.rounds)
        most = max(1, int(games / gap.arm.seatings))
        if self.stops:  # no rule stops before FIRST_LOOK blocks
            return min(len(gap.blocks), most, max(FIRST_LOOK, gap.blocks.start // 2))
        shards = -(-len(gap.blocks) // most)
        return -(-len(gap.blocks) // shards)

    def shard_seconds(self) -> float:
        """Return how long shards should be at present."""
        if self.stops:
            return min(SHARD_SECONDS, max(LEAST_SHARD_SECONDS, STEP_SECONDS / self.arms))
        a_game = self.seconds_played / self.games_played if self.games_played else 0.0
        wanted = a_game * self.games / MOST_SHARDS
        return min(max(SHARD_SECONDS, wanted), LONGEST_SHARD_SECONDS)

    def add(self, shard: Shard) -> None:
        """Learn from a finished shard, and take back the blocks that it has left over."""
        with self.lock:
            job = self.under_way.pop((shard.arm, shard.first))
            left = replace(job, blocks=job.blocks[shard.last + 1 - shard.first :])
            if left.blocks:
                heapq.heappush(self.waiting, self.placed(left))
            seconds = max(shard.play_seconds, 1e-6)
            self.latest = Pace(seconds / shard.games, shard.rounds / shard.games)
            self.paces[shard.arm] = self.latest
            self.games_played += shard.games
            self.seconds_played += seconds
