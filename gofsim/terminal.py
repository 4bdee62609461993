"""Standard streams of every kind: closed ones, and terminals that know neither UTF-8 nor colour."""

import codecs
import io
import os
import sys
from typing import TextIO

# For signs of reports that a terminal may lack; without its minus a number would be wrong.
_PLAIN = {
    "−": "-",  # noqa: RUF001
    "–": "-",  # noqa: RUF001
    "±": "+/-",
    "×": "x",  # noqa: RUF001
    "≤": "<=",
    "≥": ">=",
    "…": "...",
    "·": "*",
    "’": "'",  # noqa: RUF001
    "“": '"',
    "”": '"',
}


def open_closed_streams() -> None:
    """Put the null device where the shell has closed stdin, stdout or stderr.

    Else the next files that are opened take their numbers, and what any library, or a worker
    process, prints there ends up in a file of results.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:  # noqa: PLR2004
        os.set_inheritable(handle, True)
    os.close(handle)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def accept_any_text(*streams: TextIO) -> None:
    """Let streams write what their encoding lacks in plain signs, instead of failing at the end."""
    codecs.register_error("gofsim-plain", _plain)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="gofsim-plain")


def writes(text: str, stream: TextIO) -> bool:
    """Whether the encoding of a stream has all signs of a text."""
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shows_colour(stream: TextIO) -> bool:
    """Whether colours are welcome: on a terminal that has them, unless NO_COLOR is set."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Replace what cannot be encoded: the handler that codecs call."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, "?") for sign in signs), error.end
