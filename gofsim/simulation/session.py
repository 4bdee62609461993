"""What one command plays of a run, as it goes on: told in the manifest's timings and in the log."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from gofsim.errors import GofsimError
from gofsim.leaving import tidying
from gofsim.logs import event, peak_megabytes
from gofsim.run_manifest import Manifest
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.ledger import Ledger, Shard
from gofsim.simulation.manifest import shard_files, versions


class Session:
    """Counts what is played from now on, in the timings of the ledger's manifest.

    The ledger saves them; `gofsim.simulation.status` reads them.
    """

    def __init__(self, ledger: Ledger, games: int, workers: int, backend: str) -> None:
        """Begin to play so many games."""
        self.workers, self.backend = workers, backend
        self.timings = ledger.manifest["timings"]
        self.start, self.before = time.monotonic(), self.timings["seconds"]
        with ledger.lock:
            self.timings |= {
                "session_workers": workers,
                "session_games_to_play": games,
                "session_games": 0,
                "session_rounds": 0,
                "session_seconds": 0.0,
            }

    def add(self, shard: Shard) -> None:
        """Count a finished shard."""
        self.timings["session_games"] += shard.games
        self.timings["session_rounds"] += shard.rounds
        self.clock()

    def clock(self) -> None:
        """Note the time so far."""
        seconds = time.monotonic() - self.start
        self.timings["session_seconds"] = seconds
        self.timings["seconds"] = self.before + seconds


@contextmanager
def playing(ledger: Ledger, games: int, workers: int, backend: str) -> Iterator[Session]:
    """A session that takes as long as this block, however that ends."""
    session = Session(ledger, games, workers, backend)
    try:
        with tidying(session.clock):
            yield session
    finally:
        session.clock()


def tell_start(experiment: Experiment, command: str, workers: int, backend: str) -> None:
    """Log what is about to be played, and by what."""
    event(
        "start",
        command=command,
        versions=versions(),
        workers=workers,
        backend=backend,
        seed=experiment.seed,
        arms=len(experiment.arms),
        blocks=experiment.blocks,
    )


def tell_shard(shard: Shard) -> None:
    """Log a finished shard."""
    event(
        "shard",
        arm=shard.name,
        first=shard.first,
        last=shard.last,
        games=shard.games,
        rounds=shard.rounds,
        play_seconds=round(shard.play_seconds, 4),
        write_seconds=round(shard.write_seconds, 4),
        bytes=sum(entry["bytes"] for entry in shard.files.values()),
    )


def tell_looks(looks: Sequence[Mapping[str, Any]], seconds: float) -> None:
    """Log what a stop rule saw, and how long it looked."""
    for look in looks:
        event("look", **look, seconds=round(seconds / len(looks), 4))


def tell_end(manifest: Manifest, state: str, reason: str, *, level: str = "info") -> None:
    """Log how the run ended, and what there is of it."""
    timings = manifest["timings"]
    event(
        "end",
        level=level,
        state=state,
        reason=reason,
        blocks=manifest["experiment"]["blocks"],
        rounds=timings["rounds"],
        seconds=round(timings["seconds"], 3),
        shards=len(manifest["shards"]),
        bytes=sum(entry["bytes"] for entry in shard_files(manifest)),
        peak_megabytes=peak_megabytes(),
    )


@contextmanager
def ending(manifest: Manifest) -> Iterator[None]:
    """Log how this block ends, whichever way it does."""
    try:
        with tidying(partial(tell_end, manifest, "stopped", "a signal")):
            yield
    except GofsimError as error:
        tell_end(manifest, "failed", str(error), level="error")
        raise
    except BaseException as error:
        tell_end(manifest, "stopped", type(error).__name__, level="error")
        raise
    asked, played = (manifest["experiment"][key] for key in ("most_blocks", "blocks"))
    tell_end(manifest, "done", "the stop rule" if played < asked else "all is played")
