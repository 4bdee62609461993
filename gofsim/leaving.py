"""Being stopped by Ctrl-C or SIGTERM: one line, what must be tidied up, and the exit code.

A signal that became an exception could strike in any line of any library, where it shows as a
traceback or is swallowed. So it becomes none: a thread of its own ends the process, and the other
threads work on until it does.
"""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)
CODE_OF_SIGNAL_0 = 128
KEPT = "stopped; what was finished is kept, the same command goes on"
KEPT_OF_FRESH = "stopped; what was finished is kept, the same command without --fresh goes on"

_words: list[Callable[[], str]] = [lambda: "stopped"]
_tasks: list[Callable[[], object]] = []
_endings: list[Callable[[], object]] = []
# Whoever is leaving holds it for good, so that nothing that is being tidied up ends otherwise.
_passage = threading.Lock()


@cache
def heed_signals() -> None:
    """Let SIGINT and SIGTERM end this process in good order from now on, with code 130 or 143.

    For the main thread of a command. A signal that is ignored (Ctrl-C, in jobs that a script has
    sent to the background) stays ignored.
    """
    reader, writer = os.pipe()
    if sys.platform != "win32":
        os.set_blocking(writer, False)
    # Written to at once, even while the main thread is in compiled code.
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    threading.Thread(target=_wait, args=(reader,), daemon=True).start()


def kept(fresh: bool) -> str:
    """Return the last words of a command that goes on where it ended, unless told to start over."""
    return KEPT_OF_FRESH if fresh else KEPT


def last_words(words: Callable[[], str]) -> None:
    """Set the line that is said when the process is stopped from now on."""
    _words.append(words)


@contextmanager
def tidying(task: Callable[[], object]) -> Iterator[None]:
    """Call `task` when the process is stopped in this block, after those of blocks inside it.

    Once that has begun the block is never left, so no error that comes of it is ever told.
    """
    with _passage:
        _tasks.append(task)
    try:
        yield
    finally:
        with _passage:
            _tasks.remove(task)


def at_the_end(task: Callable[[], object]) -> None:
    """Call `task` when the process ends: by itself, by `leave`, or because it is stopped."""
    atexit.register(task)
    _endings.append(task)


def leave(code: int) -> NoReturn:
    """End the process at once, whatever its other threads do; wait instead if it is stopped."""
    with _passage:
        _do(_endings)
        os._exit(code)


def _wait(reader: int) -> None:
    while (number := os.read(reader, 1)[0]) not in SIGNALS:
        pass
    _leave_stopped(CODE_OF_SIGNAL_0 + number)


def _leave_stopped(code: int) -> NoReturn:
    """Say the last words, fall silent, tidy up and go."""
    with _passage:
        with suppress(Exception):
            line = _words[-1]()
            if sys.stderr is not None:
                print(line, file=sys.stderr, flush=True)
        _silence()
        _do([*_endings, *_tasks])
        os._exit(code)


def _do(tasks: list[Callable[[], object]]) -> None:
    """Call all of them, the last first, whatever becomes of each."""
    for task in reversed(tasks):
        with suppress(Exception):
            task()


def _silence() -> None:
    """Swallow whatever the other threads, and libraries in them, say from now on."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                os.dup2(nothing, stream.fileno())
