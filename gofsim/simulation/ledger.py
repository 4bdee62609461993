"""The results folder of a run: what was played already, and what is added, shard by shard."""

import secrets
import shutil
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gofsim.disk import flush_folder, move
from gofsim.errors import StorageError
from gofsim.run_manifest import Manifest
from gofsim.simulation.arms import Arm
from gofsim.simulation.columns import TABLES
from gofsim.simulation.manifest import write_manifest

PARTIAL = "partial"
# Saving may take this part of the time when a run has thousands of shards.
SAVING_SHARE = 0.02


@dataclass(frozen=True)
class Shard:
    """One finished range of blocks of one arm (its hash and name); files still in `PARTIAL`."""

    arm: str
    name: str
    first: int
    last: int
    files: Mapping[str, Mapping[str, Any]]
    games: int
    rounds: int
    play_seconds: float
    write_seconds: float = 0.0

    @property
    def file_name(self) -> str:
        """The name of its files; numbers are padded so that sorted names are sorted blocks."""
        return f"{self.arm}-{self.first:09d}-{self.last:09d}.parquet"

    def entry(self) -> dict[str, Any]:
        """Return the shard as the manifest lists it; both block numbers are inclusive."""
        files = {t: {"name": f"{t}/{self.file_name}"} | dict(e) for t, e in self.files.items()}
        where = {"arm": self.arm, "name": self.name, "first": self.first, "last": self.last}
        return where | {"files": files}


class Ledger:
    """Keeps the manifest and the files of one results folder in step.

    Files get their final names before the manifest lists them, so whatever a stopped run leaves
    unlisted is removed when the folder is opened again.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Take over a folder whose manifest is `manifest`."""
        self.folder = folder
        self.manifest = manifest
        # Of this run alone: what workers of a killed run still write does not get in its way.
        self.partial = folder / PARTIAL / secrets.token_hex(4)
        self.lock = threading.Lock()
        self.saved_at, self.save_cost = 0.0, 0.0

    def missing(self, arm: Arm, blocks: int) -> list[range]:
        """Return the ranges of blocks below `blocks` that `arm` has not played yet."""
        shards = [s for s in self.manifest["shards"] if s["arm"] == arm.hash]
        gaps, start = [], 0
        for first, last in sorted((s["first"], s["last"]) for s in shards):
            gaps.append(range(start, min(first, blocks)))
            start = last + 1
        return [gap for gap in [*gaps, range(start, blocks)] if gap]

    def add(self, shard: Shard) -> None:
        """Move a finished shard's files to their places and list them in the manifest."""
        with self.lock:
            for table in shard.files:
                draft = partial_path(self.partial, table, shard.file_name)
                move(draft, self.folder / table / shard.file_name)
            self.manifest["shards"].append(shard.entry())
            self.manifest["timings"]["rounds"] += shard.rounds
            self.manifest["timings"]["worker_seconds"] += shard.play_seconds + shard.write_seconds
        if time.monotonic() - self.saved_at > self.save_cost / SAVING_SHARE:
            self.save()

    def drop_unfinished(self) -> None:
        """Remove what was written of unfinished shards: a full disk then has room again.

        Workers that are still at one find no place for it any more.
        """
        doomed = self.partial.with_suffix(".dropped")
        if self.partial.exists():
            move(self.partial, doomed)
        shutil.rmtree(doomed, ignore_errors=True)
        with suppress(OSError):
            self.partial.parent.rmdir()

    def finish(self) -> None:
        """Note that everything is played."""
        with suppress(StorageError):  # it matters to nobody but the eye
            self.drop_unfinished()
        self.save(state="done")

    def save(self, **changes: Any) -> None:
        """Replace the manifest on the disk, with `changes` to its top-level keys."""
        with self.lock:
            start = time.monotonic()
            self.manifest.update(changes)
            self.write()
            self.saved_at = time.monotonic()
            self.save_cost = self.saved_at - start

    def close(self) -> None:
        """Save for the last time; whoever adds or saves from now on waits for ever."""
        self.lock.acquire()
        if self.manifest["state"] != "done":
            self.manifest["state"] = "stopped"
            with suppress(StorageError):
                self.drop_unfinished()
        self.write()

    def write(self) -> None:
        """Replace the manifest on the disk, after the files that it lists."""
        for table in TABLES:
            if (self.folder / table).is_dir():
                flush_folder(self.folder / table)
        write_manifest(self.folder, self.manifest)


def partial_path(folder: Path, table: str, name: str) -> Path:
    """Return where a shard's table is written before the shard is complete."""
    return folder / f"{table}-{name}"
