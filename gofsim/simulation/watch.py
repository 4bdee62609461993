"""Ending a process whose bot never answers: compiled code cannot be interrupted otherwise."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gofsim.simulation import watchdog

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_TO_OUTLIVE = 0.2
NOTE = "stalled.txt"


@contextmanager
def watching(on_stall: Callable[[str], None]) -> Iterator[None]:
    """Look once a second, in a thread, for a bot that does not answer; `on_stall` gets the line.

    `on_stall` runs in that thread; afterwards the process ends with exit code 1.
    """
    over = threading.Event()
    args = (on_stall, over, watchdog.MOST_SECONDS_A_DECISION)
    threading.Thread(target=look, args=args, daemon=True).start()
    try:
        yield
    finally:
        over.set()


def look(on_stall: Callable[[str], None], over: threading.Event, limit: float) -> None:
    """Look until `over`, or until a decision has taken `limit` seconds; then end the process."""
    while not over.wait(SECONDS_BETWEEN_LOOKS):
        if line := watchdog.stalled(limit):
            try:
                on_stall(line)
            finally:
                os._exit(1)


def watch_worker(folder: Path, limit: float, parent: int) -> None:
    """Watch a worker process for as long as it lives; a stall is told in a note in `folder`.

    It ends with the process `parent`, which may be killed: nobody waits for its work then.
    """
    note = folder / NOTE
    args = (lambda line: note.write_text(line, "utf-8"), threading.Event(), limit)
    threading.Thread(target=look, args=args, daemon=True).start()
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def end_with(parent: int) -> None:
    """End this process soon after its parent has."""
    while os.getppid() == parent:
        time.sleep(SECONDS_TO_OUTLIVE)
    os._exit(1)


def stall_note(folder: Path) -> str:
    """Return what a worker has left in `folder` about a stall, or nothing."""
    note = folder / NOTE
    return note.read_text("utf-8") if note.exists() else ""
