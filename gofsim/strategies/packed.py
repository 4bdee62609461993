"""A user's bot files as bytes, for machines that do not have them."""

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gofsim.kernel.cache import cache_root
from gofsim.strategies import bot_file
from gofsim.strategies.bot_source import sources
from gofsim.strategies.registry import is_file
from gofsim.strategies.seat import Seat


@dataclass(frozen=True)
class PackedBot:
    """One bot file with what it imports beside it.

    `named` is how its seats name it, `name` its file's name; `files` are paths within its folder,
    with slashes, and contents.
    """

    named: Path
    name: str
    files: tuple[tuple[str, bytes], ...]


def pack(seats: Iterable[Seat]) -> tuple[PackedBot, ...]:
    """Return the bot files of these seats, and of the bots that they ask; each once."""
    named = {bot_file.named(*wanted): wanted for seat in seats for wanted in _bot_files(seat)}
    return tuple(_packed(path, *wanted) for path, wanted in named.items())


def _bot_files(seat: Seat) -> Iterator[tuple[str, Path]]:
    """Kind and folder of each bot file that a seat needs."""
    kind, _, folder = seat.request
    if is_file(kind):
        yield kind, folder
    for part in seat.parts:
        yield from _bot_files(part)


def _packed(named: Path, kind: str, folder: Path) -> PackedBot:
    path, _ = bot_file.locate(kind, folder)
    files = [(each.relative_to(path.parent).as_posix(), each) for each in sources(path)]
    return PackedBot(named, path.name, tuple((name, each.read_bytes()) for name, each in files))


def unpack(bot: PackedBot) -> None:
    """Write the files of a bot where this machine keeps compiled code, and let seats find them.

    Their folder is named by what they hold, so the same files are compiled once on each machine.
    """
    digest = hashlib.sha256(repr(bot.files).encode()).hexdigest()[:16]
    folder = _root() / digest
    for name, content in bot.files:
        _write(folder / name, content)
    bot_file.moved[bot.named] = folder / bot.name


@cache
def _root() -> Path:
    return (cache_root() / "bots").resolve()


def _write(path: Path, content: bytes) -> None:
    """Write a file in one step, unless it is there; its time is always the same.

    The compile cache takes a file of another time for another file.
    """
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.utime(draft, (0, 0))
    os.replace(draft, path)
