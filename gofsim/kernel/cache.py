"""A compile cache that cannot be stale and cannot crash.

numba looks only at the file of the decorated function: after an edit of a helper elsewhere it
would silently run the old code. So the folder is named by a hash of all that is compiled in.
"""

import contextlib
import errno
import functools
import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

from gofsim.errors import StorageError
from gofsim.leaving import at_the_end

_PACKAGE = Path(__file__).resolve().parent.parent
_DIGEST_SIZE = 32
# What bots share: compiled into them, though numba sees only the bot's own file.
_SHARED_BY_BOTS = (
    "dealt_cards.py",
    "division_options.py",
    "features.py",
    "fives.py",
    "giving.py",
    "giving_value.py",
    "hand_worth.py",
    "inference.py",
    "options.py",
    "planning.py",
    "play_worth.py",
    "pricing.py",
    "race.py",
    "rollouts.py",
    "search.py",
    "shortlist.py",
    "standing.py",
    "surety.py",
    "tree.py",
    "trials.py",
    "walk.py",
    "worlds.py",
)


def sources_hash(paths: list[Path]) -> str:
    """Hash (16 hex digits) of names and contents of source files, in the order of their names."""
    digest = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.name):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@functools.cache
def kernel_hash() -> str:
    """Hash of numba's version and of all sources that any compiled function may contain.

    Of the sources as they were when this process first asked: it runs those.
    """
    shared = [_PACKAGE / "strategies" / name for name in _SHARED_BY_BOTS]
    sources = [*(_PACKAGE / "kernel").glob("*.py"), *shared]
    return hashlib.sha256(f"{numba.__version__} {sources_hash(sources)}".encode()).hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: GOFSIM_CACHE_DIR, else the user's cache folder.

    What lies there is run, so a new folder is the user's alone. Where it cannot be written, or
    others may write to it, a fresh temporary folder serves, with a warning.
    """
    named = os.environ.get("GOFSIM_CACHE_DIR")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(named) if named else Path(base) / "gofsim"
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
        refuse_others(root)
    except OSError as error:
        why = f"compile cache {root}: {error.strerror}; using a temporary folder"
        warnings.warn(why, stacklevel=2)
        return temporary_root()
    return root


def refuse_others(root: Path) -> None:
    """Raise PermissionError for a folder in which other users could put code for us to run.

    The superuser may, and a group, which is most often the user's own.
    """
    if sys.platform == "win32":
        return  # folders of a user are closed to others there
    found = root.stat()
    if found.st_uid not in (os.geteuid(), 0):
        raise PermissionError(errno.EPERM, "belongs to another user, who could put code there")
    if found.st_mode & stat.S_IWOTH:
        raise PermissionError(errno.EPERM, "everybody may write there, so anybody could put code")


def temporary_root() -> Path:
    """A folder for this process, and those that it starts, which goes when it ends."""
    try:
        root = tempfile.mkdtemp(prefix="gofsim-cache-")
    except OSError as error:
        why = f"compiled code has no place to go ({error.strerror}); GOFSIM_CACHE_DIR may name one"
        raise StorageError(why) from None
    os.environ["GOFSIM_CACHE_DIR"] = root
    at_the_end(functools.partial(_remove, root, os.getpid()))
    return Path(root)


def _remove(root: str, maker: int) -> None:
    if os.getpid() == maker:  # not a fork of it, which ends before it
        shutil.rmtree(root, ignore_errors=True)


@contextlib.contextmanager
def cache_folder(name: str) -> Iterator[None]:
    """Functions decorated inside keep their compiled code in the folder of this name."""
    _folders.append(name)
    try:
        yield
    finally:
        _folders.pop()


def current_folder() -> str:
    """Name of the folder that is current."""
    return _folders[-1]


def compile_cache(function: Callable[..., Any]) -> "CheckedCache":
    """The cache of one function, in the folder that is current."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_ROOT / current_folder())
    try:
        return CheckedCache(function)
    finally:
        numba.config.CACHE_DIR = before


class _CheckedFile(IndexDataCacheFile):
    """Index and data files that carry their own checksum: a damaged file counts as absent."""

    def _dump(self, obj: object) -> bytes:
        data: bytes = super()._dump(obj)
        return hashlib.sha256(data).digest() + data

    def _load_index(self) -> dict[Any, str]:
        try:
            with open(self._index_path, "rb") as file:
                version = pickle.load(file)
                stamp, overloads = pickle.loads(_checked(file.read()))
        except Exception:  # whatever unpickling a damaged file may raise: it is compiled again
            return {}
        fresh = version == self._version and stamp == self._source_stamp
        return overloads if fresh else {}

    def _load_data(self, name: str) -> Any:
        with open(self._data_path(name), "rb") as file:
            return pickle.loads(_checked(file.read()))


def _checked(data: bytes) -> bytes:
    digest, content = data[:_DIGEST_SIZE], data[_DIGEST_SIZE:]
    if hashlib.sha256(content).digest() != digest:
        raise OSError("damaged compile cache file")  # numba takes an OSError for a cache miss
    return content


class CheckedCache(FunctionCache):
    """numba's cache with checked files, and saving under a lock.

    Without the lock, processes that compile at once give two signatures the same data file.
    """

    def __init__(self, py_func: Callable[..., Any]) -> None:
        """Take the place of the cache that numba would make for this function."""
        super().__init__(py_func)
        plain: Any = self._cache_file
        self._cache_file: Any = _CheckedFile(
            plain._cache_path, self._impl.filename_base, plain._source_stamp
        )

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; a disk that refuses costs the cache, not the run."""
        try:
            self._impl.locator.ensure_cache_path()
            with _lock(Path(self.cache_path) / "lock"):
                super().save_overload(sig, data)
        except OSError as error:
            warnings.warn(f"compile cache {self.cache_path}: {error.strerror}", stacklevel=2)


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    if sys.platform == "win32":
        yield  # numba's own renames are atomic enough for one user at a time
        return
    import fcntl

    with open(path, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # released when the file is closed
        yield


_ROOT = cache_root()
_folders = [kernel_hash()]
