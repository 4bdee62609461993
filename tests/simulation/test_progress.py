"""What a run shows: a bar on a terminal, plain lines elsewhere, nothing when quiet."""

import contextlib
import io
import os
import pty
import re
import sys

import pytest

from gofsim.simulation import progress
from gofsim.simulation.progress import Bar, Lines, Silent, choose_progress


def test_lines(monkeypatch):
    clock = iter([100.0, 101.0, 110.0, 120.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    stream = io.StringIO()
    lines = Lines(stream)
    lines.prepare()
    lines.begin(4000)
    lines.advance(100)
    lines.note("one of two")
    lines.advance(900)
    lines.end()
    assert stream.getvalue().splitlines() == [
        "getting ready (the first time compiles, which may take a minute)",
        "playing 4,000 games",
        "one of two; 1,000 of 4,000 games, 100 games/s, 30 s left",
        "played 1,000 games in 20.0 s, 50 games/s",
    ]


def test_nothing_played_says_nothing():
    stream = io.StringIO()
    Lines(stream).end()
    assert stream.getvalue() == ""


def test_what_is_chosen(monkeypatch):
    assert isinstance(choose_progress(quiet=True), Silent)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert isinstance(choose_progress(quiet=False), Lines)


def test_silence(capfd):
    silent = Silent()
    silent.prepare()
    silent.begin(1)
    silent.advance(1)
    silent.note("one of two")
    silent.end()
    assert capfd.readouterr() == ("", "")


def everything(terminal):
    """Read what was written to a pseudo-terminal whose other end is closed."""
    parts = []
    with os.fdopen(terminal, "rb", buffering=0) as file, contextlib.suppress(OSError):
        while part := file.read(4096):
            parts.append(part)
    return b"".join(parts).decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_bar_on_a_terminal(monkeypatch):
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setenv("TERM", "xterm")
        bar = choose_progress(quiet=False)
        assert isinstance(bar, Bar)
        bar.prepare()
        bar.begin(40)
        bar.advance(10)
        bar.note("one of two")
        bar.end()
    shown = everything(ours)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert re.search(r"one of two .* 10/40 .* games/s", plain)
