"""Writing to a disk: flushed, moved with patience, replaced whole; one clear line if it fails."""

import errno
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gofsim.errors import StorageError
from gofsim.leaving import tidying

DRAFT = ".new"
# Virus scanners and network disks hold a file for a moment: what they say then, and how long it
# pays to ask again, in seconds. A stop by Ctrl-C, which waits for it, stays under two.
PASSING = {errno.EACCES, errno.EPERM, errno.EBUSY, errno.ETXTBSY, errno.ESTALE}
PAUSES = (0.01, 0.03, 0.1, 0.3, 0.5)
# What file systems say that cannot flush a folder.
CANNOT_FLUSH = {errno.EINVAL, errno.ENOTSUP, errno.EBADF}


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the operating system says about `path` into one clear StorageError."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror or error}") from None


def write_flushed(path: Path, data: Any, named: Path | None = None) -> None:
    """Write bytes to a file and wait until the disk has them; StorageError.

    `named` is the file that an error names, where this is a draft of it.
    """
    with writing(named or path), path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def move(draft: Path, path: Path) -> None:
    """Rename in one step, over what is there; asks again where that is refused for a moment.

    Every rename of gofsim is this one. StorageError when it is still refused after a second.
    """
    with writing(path):
        for pause in PAUSES:
            try:
                return os.replace(draft, path)
            except OSError as error:
                if error.errno not in PASSING:
                    raise
            time.sleep(pause)
        os.replace(draft, path)


def replace_file(path: Path, text: str) -> None:
    """Replace a file in one step, and wait until the disk has it; StorageError.

    A reader sees the old one or the new one, whole. What UTF-8 cannot hold, bytes of odd paths,
    becomes escapes.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}{DRAFT}")
    try:
        write_flushed(draft, text.encode(errors="backslashreplace"), named=path)
        move(draft, path)
    except StorageError:
        with suppress(OSError):
            draft.unlink()
        raise
    flush_folder(path.parent)


def replace_undisturbed(path: Path, text: str) -> None:
    """Replace a file; whoever stops the process waits for the end of it, so no draft is left."""
    lock = threading.Lock()
    with tidying(lock.acquire), lock:
        replace_file(path, text)


def flush_folder(folder: Path) -> None:
    """Wait until renames within `folder` are on the disk, where the system can tell."""
    if os.name == "nt":
        return
    with writing(folder):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in CANNOT_FLUSH:
                raise
        finally:
            os.close(handle)
