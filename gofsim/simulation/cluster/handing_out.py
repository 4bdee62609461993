"""Joblib's dask backend, except that what a dead worker took with it is handed out again."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

from distributed import Client
from distributed.scheduler import KilledWorker
from joblib._dask import DaskDistributedBackend

from gofsim.errors import GofsimError

# Without a single worker; a queue of machines may need minutes to give some back.
PATIENCE_SECONDS = 120.0
SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_TO_ANSWER = 10.0
# Each is some workers that died with the shard: four, unless the scheduler is set otherwise.
MOST_LOSSES = 5

Callback = Callable[[Any], None]


class HandingOut(DaskDistributedBackend):  # type: ignore[misc]
    """Runs calls on a cluster until each has an outcome; a GofsimError is one for a lost cause.

    joblib itself waits for ever for a call that dask has given up.
    """

    def __init__(self, client: Client) -> None:
        """Use this client's cluster."""
        super().__init__(client=client)
        self.waiting: dict[Any, Callback] = {}
        self.verdict: GofsimError | None = None
        self.over = threading.Event()
        threading.Thread(target=self.look, daemon=True).start()

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return more than one: joblib would play a single worker's jobs in this process."""
        return max(n_jobs, 2)

    def submit(self, func: Any, callback: Callback) -> None:
        """Run a batch of one call; `callback` gets the list of its one outcome."""
        self.waiting[func] = callback
        self.hand_out(func, MOST_LOSSES)

    def hand_out(self, func: Any, lives: int) -> None:
        """Send a call to the cluster, where it may be lost so many times."""

        def lost(error: BaseException) -> None:
            if isinstance(error, CancelledError):  # the scheduler has gone, or was started anew
                self.hand_out(func, lives)
            elif isinstance(error, KilledWorker) and lives > 1:
                self.hand_out(func, lives - 1)
            else:
                self.settle(func, [lost_cause(func, error)])

        def heard(result: Any) -> None:
            if isinstance(result, BaseException):
                lost(result)
            else:
                self.settle(func, result)

        def failed(future: Any) -> None:
            if error := future.exception():
                lost(error)

        if self.over.is_set():
            return
        if self.verdict:
            self.settle(func, [self.verdict])
            return
        future = super().submit(func, heard)
        future.add_done_callback(failed)

    def settle(self, func: Any, result: Any) -> None:
        """Give a call its outcome, unless it has one."""
        if callback := self.waiting.pop(func, None):
            callback(result)

    def look(self) -> None:
        """Watch the cluster until the end; give up when there have long been no workers."""
        seen = time.monotonic()
        while not self.over.wait(SECONDS_BETWEEN_LOOKS):
            if has_workers(self.client):
                seen = time.monotonic()
            elif self.client.status == "closed":
                self.give_up("dask's scheduler has gone")
            elif time.monotonic() - seen > PATIENCE_SECONDS:
                self.give_up(f"no worker has been there for {PATIENCE_SECONDS:g} seconds")

    def give_up(self, reason: str) -> None:
        """Give every call that waits, or comes later, this as its outcome."""
        self.verdict = GofsimError(f"{reason}; what was finished is kept, the same command goes on")
        for func in [*self.waiting]:
            self.settle(func, [self.verdict])


def has_workers(client: Client) -> bool:
    """Return whether the scheduler answers, and has workers."""
    if client.status != "running":
        return False
    try:
        scheduler: Any = client.scheduler
        return bool(client.sync(scheduler.ncores, callback_timeout=SECONDS_TO_ANSWER))
    except Exception:  # there are many ways to be gone
        return False


def lost_cause(func: Any, error: BaseException) -> GofsimError:
    """Return the line about a call that no worker brings to its end."""
    _, (_, packet), _ = func.items[0]
    if isinstance(error, KilledWorker):
        times = MOST_LOSSES * (error.allowed_failures + 1)
        reason = f"{times} workers died with it (out of memory, or a bot that crashes?)"
    else:
        reason = f"a worker cannot take it ({type(error).__name__}: {error})".splitlines()[0]
    return GofsimError(f"{packet.name}: {reason}")
