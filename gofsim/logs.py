"""The log of a run: one line of JSON an event, in a file of the run's folder.

Events go through the logger `gofsim` of the standard library, so a program around may listen too.
Nothing ever depends on the log: a disk that refuses it costs one line at the end and no more.
"""

import errno
import json
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gofsim.errors import BadInputError
from gofsim.suggest import listed

NAME = "log.jsonl"
LEVELS = ("debug", "info", "warning", "error")
LOGGER = logging.getLogger("gofsim")


def choose_level(level: str) -> None:
    """Log events of this level and above; BadInputError for an unknown one."""
    if level not in LEVELS:
        raise BadInputError(f"--log-level: must be {listed(LEVELS)}, not {level}")
    LOGGER.setLevel(level.upper())


def event(name: str, *, level: str = "info", **fields: Any) -> None:
    """Log that something happened; `fields` are what JSON can hold."""
    LOGGER.log(logging.getLevelNamesMapping()[level.upper()], name, extra={"fields": fields})


@contextmanager
def logged(folder: Path) -> Iterator[None]:
    """Append the events of this block to the log in `folder`; say so at its end if that failed."""
    if LOGGER.level == logging.NOTSET:
        LOGGER.setLevel(logging.INFO)
    file = LogFile(folder / NAME)
    LOGGER.addHandler(file)
    try:
        yield
    finally:
        LOGGER.removeHandler(file)
    if file.fault and sys.stderr is not None:
        print(f"cannot write {file.path}: {file.fault}; the results are whole", file=sys.stderr)


class LogFile(logging.Handler):
    """Appends lines to a file, each in one write: a process that is killed leaves whole lines."""

    def __init__(self, path: Path) -> None:
        """Write to `path`, which need not exist."""
        super().__init__()
        self.path = path
        self.fault = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Append one line; keep what the disk said against it."""
        try:
            append(self.path, line_of(record).encode(errors="backslashreplace"))
        except OSError as error:
            self.fault = error.strerror or str(error)


def append(path: Path, line: bytes) -> None:
    """Append a whole line or, where the disk takes only a part of it, nothing; OSError says why."""
    with path.open("ab", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        written = file.write(line)
        if written != len(line):
            file.truncate(size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def line_of(record: logging.LogRecord) -> str:
    """Return an event as one line of JSON: UTC time, level, event, fields."""
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told = {"time": when, "level": record.levelname.lower(), "event": record.getMessage()}
    fields = getattr(record, "fields", {})
    return json.dumps(told | fields, ensure_ascii=False, default=str) + "\n"


@contextmanager
def timed_event(name: str, **fields: Any) -> Iterator[None]:
    """Log the event with the `seconds` that this block took, unless it fails."""
    start = time.perf_counter()
    yield
    seconds = round(time.perf_counter() - start, 3)
    event(name, seconds=seconds, **fields, peak_megabytes=peak_megabytes())


def peak_megabytes() -> int | None:
    """Return the most memory that this process has used so far, where the system tells."""
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)
