"""How long one shard may become: its blocks are played in growing steps, as long as they fit."""

import math
import time
from dataclasses import dataclass, field

# A step plays so many times what was played before it, if that fits: few calls, good foresight.
GROWTH = 3


@dataclass
class Budget:
    """At most about so many seconds and rounds from now on, but one block at least."""

    seconds: float = math.inf
    rounds: float = math.inf
    start: float = field(default_factory=time.perf_counter)
    blocks_played: int = 0
    rounds_played: int = 0

    def fitting(self, blocks: int) -> int:
        """Return how many of the next `blocks` to play in the next step; 0 when none fits."""
        if math.isinf(self.seconds) and math.isinf(self.rounds):
            return blocks
        if not self.blocks_played:
            return min(blocks, 1)
        spent = (time.perf_counter() - self.start) / self.seconds
        spent = max(spent, self.rounds_played / self.rounds, 1e-9)
        more = int(self.blocks_played * (1 / spent - 1))
        return max(0, min(blocks, more, GROWTH * self.blocks_played))

    def spend(self, blocks: int, rounds: int) -> None:
        """Note what a step has played."""
        self.blocks_played += blocks
        self.rounds_played += rounds
