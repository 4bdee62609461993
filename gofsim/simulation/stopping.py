"""Stopping a run early: a rule looks at the blocks that all arms have, while more are played."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from gofsim.run_manifest import Manifest
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.ledger import Ledger, Shard
from gofsim.simulation.session import tell_looks


class Stopper(Protocol):
    """A stop rule at work. What it finds must depend on the blocks only, never on when it looks."""

    looks: list[dict[str, Any]]
    """What it has seen so far, one entry a look, for the manifest."""

    def reached(self, folder: Path, manifest: Manifest, blocks: int) -> int | None:
        """Look at the first `blocks` blocks, which all arms have now; `blocks` grows.

        The files are those that `manifest` lists in `folder`. Returns after how many blocks the
        run stops, or None when it goes on.
        """


class CommonBlocks:
    """How many blocks 0, 1, 2, ... every arm has, whatever the order in which shards come."""

    def __init__(self, arms: Iterable[str]) -> None:
        """Begin with no block; `arms` are the arms' hashes."""
        self.ends = dict.fromkeys(arms, 0)
        self.waiting: dict[tuple[str, int], int] = {}

    @property
    def count(self) -> int:
        """The blocks that no arm lacks."""
        return min(self.ends.values())

    def add(self, arm: str, first: int, last: int) -> None:
        """Count a shard, once all blocks before it are there; both ends are inclusive."""
        if arm not in self.ends:
            return
        self.waiting[arm, first] = last + 1
        while (end := self.waiting.pop((arm, self.ends[arm]), None)) is not None:
            self.ends[arm] = end


class Lookout:
    """Lets a stopper look whenever there is more to see, and notes in the manifest what it says."""

    def __init__(self, experiment: Experiment, ledger: Ledger, stopper: Stopper | None) -> None:
        """Count what is on the disk already; without a stopper nothing ever stops."""
        self.ledger, self.stopper = ledger, stopper
        self.most, self.seen = experiment.blocks, 0
        self.stopped = False
        self.common = CommonBlocks(arm.hash for arm in experiment.arms)
        for shard in ledger.manifest["shards"]:
            self.common.add(shard["arm"], shard["first"], shard["last"])

    def add(self, shard: Shard) -> None:
        """Count a shard that the ledger has taken, and let the stopper look."""
        self.common.add(shard.arm, shard.first, shard.last)
        self.look()

    def look(self) -> None:
        """Let the stopper look, if all arms have more blocks than when it last did."""
        blocks = min(self.common.count, self.most)
        if self.stopper is None or self.stopped or blocks == self.seen:
            return
        self.seen = blocks
        manifest = self.ledger.manifest
        before, start = len(self.stopper.looks), time.perf_counter()
        end = self.stopper.reached(self.ledger.folder, manifest, blocks)
        tell_looks(self.stopper.looks[before:], time.perf_counter() - start)
        manifest["looks"] = self.stopper.looks
        if end is not None:
            self.stopped = True
            manifest["experiment"]["blocks"] = end
