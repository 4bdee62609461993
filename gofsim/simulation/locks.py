"""One run at a time in a results folder."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gofsim.disk import writing
from gofsim.errors import BadInputError
from gofsim.suggest import written

# For as long as that a look at the lock may be in the way.
SECONDS_OF_A_LOOK = 0.1


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder, and hold it for this process until the end; the system frees it at death.

    Raises BadInputError when another run holds it or its path is no UTF-8, StorageError when it
    cannot be made.
    """
    refuse_odd_bytes(folder)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield  # folders cannot be locked there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        hold(handle, folder)
        yield
    finally:
        os.close(handle)


def refuse_odd_bytes(folder: Path) -> None:
    """Refuse a path whose bytes are no UTF-8, or not the same in it: polars reads no other."""
    with suppress(UnicodeEncodeError):
        if os.fsencode(folder) == str(folder).encode():
            return
    locale = sys.getfilesystemencoding()
    remedy = "give another folder" if locale == "utf-8" else f"set PYTHONUTF8=1, it is {locale} now"
    raise BadInputError(f"{written(str(folder))}: the path must be UTF-8; {remedy}")


def held(folder: Path) -> bool | None:
    """Whether a process holds the folder now; None where the system cannot tell."""
    if sys.platform == "win32":
        return None
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    else:
        return False
    finally:
        os.close(handle)


def hold(handle: int, folder: Path, *, patient: bool = True) -> None:
    """Lock an open folder, or refuse to go on where another process has."""
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if patient:  # it may be somebody who only looks
            time.sleep(SECONDS_OF_A_LOOK)
            return hold(handle, folder, patient=False)
        raise BadInputError(
            f"{folder}: another run is writing here; wait for its end, or give another --out"
        ) from None
    except OSError:
        pass  # some network disks know no locks
