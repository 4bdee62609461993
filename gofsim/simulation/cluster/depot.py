"""The depot, where workers put finished shards: a folder that all see, or an fsspec address."""

import hashlib
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fsspec
from fsspec.core import url_to_fs

from gofsim.disk import write_flushed
from gofsim.errors import StorageError
from gofsim.simulation.ledger import Shard, partial_path

PAUSES = (0.5, 2.0)  # seconds before the second and the third try
FINAL = (FileNotFoundError, ImportError, PermissionError, ValueError)


@dataclass(frozen=True)
class Delivery:
    """A finished shard: its files lie in the depot, by these names for each table."""

    shard: Shard
    names: Mapping[str, str]


class Depot:
    """One folder, here or elsewhere. What goes wrong there comes as a StorageError."""

    def __init__(self, address: str) -> None:
        """Open an address; a path without a protocol is on this machine's disks."""
        self.address = address
        self.files, self.root = self.asked(lambda: opened(address), "cannot be used")

    def asked(self, call: Callable[[], Any], what: str, name: str = "") -> Any:
        """Ask the file system, which may be far away: a refusal is told when it is the third."""
        for pause in (*PAUSES, 0.0):
            try:
                return call()
            except Exception as error:  # every kind of storage has its own errors
                fault = error
                if isinstance(error, FINAL):
                    break
            time.sleep(pause)
        reason = getattr(fault, "strerror", None) or f"{type(fault).__name__}: {fault}"
        place = f"{self.address}/{name}" if name else self.address
        raise StorageError(f"{place}: {what} ({reason.splitlines()[0]})") from None

    def make(self) -> None:
        """Make the folder, empty."""
        self.remove()
        self.asked(lambda: self.files.makedirs(self.root, exist_ok=True), "cannot be made")

    def remove(self) -> None:
        """Remove the folder and all that is in it, or whatever of it can be."""
        with suppress(Exception):
            self.files.rm(self.root, recursive=True)

    def write(self, name: str, content: bytes) -> None:
        """Write one file, whole."""
        path = f"{self.root}/{name}"
        self.asked(lambda: self.files.pipe_file(path, content), "cannot be written", name)

    def read(self, name: str) -> bytes:
        """Read one file."""
        path = f"{self.root}/{name}"
        return bytes(self.asked(lambda: self.files.cat_file(path), "cannot be read", name))

    def deliver(self, shard: Shard, folder: Path) -> Delivery:
        """Put the files of a shard from a folder of this machine into the depot.

        Each delivery has names of its own: a shard may be played twice at once, when a worker is
        taken for dead and is not.
        """
        mark = uuid.uuid4().hex
        names = {table: f"{table}-{shard.file_name}.{mark}" for table in shard.files}
        for table, name in names.items():
            self.write(name, partial_path(folder, table, shard.file_name).read_bytes())
        return Delivery(shard, names)

    def take_over(self, delivery: Delivery, folder: Path) -> Shard:
        """Move the files of a shard from the depot into a folder of this machine, checked."""
        shard = delivery.shard
        for table, name in delivery.names.items():
            content = self.read(name)
            if fault := damage(content, shard.files[table]):
                raise StorageError(f"{self.address}/{name}: damaged on its way, {fault}")
            write_flushed(partial_path(folder, table, shard.file_name), content)
        for name in delivery.names.values():
            with suppress(Exception):  # it goes with the whole folder at the end
                self.files.rm_file(f"{self.root}/{name}")
        return shard


def opened(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it."""
    return url_to_fs(address) if "://" in address else (fsspec.filesystem("file"), address)


def damage(content: bytes, entry: Mapping[str, Any]) -> str:
    """Return what is wrong with the content of a file, or nothing."""
    if len(content) != entry["bytes"]:
        return f"{len(content)} bytes instead of {entry['bytes']}"
    same = hashlib.sha256(content).hexdigest() == entry["sha256"]
    return "" if same else "its contents have changed (SHA-256)"


def depot_address(above: str, folder: Path) -> str:
    """Return where in a depot of many runs the shards of one results folder go.

    A name with a hash of the folder's whole path: the same run finds, and removes, what it left
    there when it was killed.
    """
    run = folder.absolute()
    mark = hashlib.sha256(f"{uuid.getnode()} {run}".encode()).hexdigest()[:8]
    return f"{above.rstrip('/')}/{run.name}-{mark}"
