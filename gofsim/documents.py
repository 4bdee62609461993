"""TOML and JSON files that anybody may have written: bounded in size, in depth and in numbers.

Nothing in them can make the parsers run for hours, fill the memory or end in a RecursionError.
"""

import errno
import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

MOST_BYTES = 1 << 28
MOST_TOML_BYTES = 1 << 20
MOST_DEPTH = 40
LARGEST_INTEGER = 2**64
# tomllib takes a time that grows with the square of a dotted key's parts.
_LONG_KEY = re.compile(
    r"(?<![\w-])(?:(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+){"
    f"{MOST_DEPTH}}}"
)


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return a file's bytes.

    Raises OSError when it cannot be read, ValueError when it is no ordinary file (a device or a
    pipe could go on for ever) or larger than `most` bytes.
    """
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("no ordinary file")
    if found.st_size > most:
        raise ValueError(f"{found.st_size:,} bytes, more than the {most:,} that are read")
    return path.read_bytes()


def read_json(path: Path) -> Any:
    """Return what a JSON file in UTF-8 holds, with or without a byte-order mark.

    Raises OSError when it cannot be read, ValueError for what is no JSON or beyond the bounds.
    """
    text = read_file(path).decode("utf-8-sig")
    try:
        return bounded(json.loads(text))
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def parse_toml(data: bytes) -> dict[str, Any]:
    """Return what a TOML file in UTF-8 holds, with or without a byte-order mark.

    Raises ValueError for what is no TOML or beyond the bounds.
    """
    text = data.decode("utf-8-sig")
    if _LONG_KEY.search(text):
        raise ValueError(TOO_DEEP)
    try:
        return bounded(tomllib.loads(text))  # type: ignore[no-any-return]
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def bounded(document: Any) -> Any:
    """Return a document as it is; ValueError where it is nested too deep or has huge numbers."""
    level = [document]
    for _ in range(MOST_DEPTH):
        if any(isinstance(v, int) and abs(v) > LARGEST_INTEGER for v in level):
            raise ValueError("a whole number of more than 64 bits")
        level = [child for value in level for child in children(value)]
        if not level:
            return document
    raise ValueError(TOO_DEEP)


def children(value: Any) -> Any:
    """Return what stands directly in a table or list, and nothing for other values."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


TOO_DEEP = f"nested more than {MOST_DEPTH} deep"
