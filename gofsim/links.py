"""A folder of results holds no links: what is read from it and written to it stays inside it."""

import os
from collections.abc import Iterator
from pathlib import Path

from gofsim.errors import BadInputError


def refuse_links(folder: Path, *, new: bool = False) -> None:
    """Raise BadInputError for a symbolic link in a run's folder, or in a folder in it.

    The folder itself may be a link. One without a manifest holds no results, and whoever wants to
    read some says so; only where it is to become one (`new`) its links matter.
    """
    if not new and not os.path.lexists(folder / "manifest.json"):
        return
    for link in links(folder, depth=2):
        raise BadInputError(
            f"{link}: is a link, and a folder of results holds none; "
            "put what it points to in its place"
        )


def links(folder: str | Path, depth: int) -> Iterator[str]:
    """Yield the symbolic links in a folder, and so many levels deep."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_symlink():
            yield entry.path
        elif depth > 1 and entry.is_dir():
            yield from links(entry.path, depth - 1)
