"""Showing how a run goes: a bar on a terminal, plain lines elsewhere, or nothing."""

import sys
import time
from contextlib import suppress
from typing import Protocol, TextIO

SECONDS_BETWEEN_LINES = 5.0


class Progress(Protocol):
    """What a run tells while it plays."""

    def prepare(self) -> None:
        """The bots are compiled, which takes long the first time only."""

    def begin(self, games: int) -> None:
        """So many games are about to be played."""

    def advance(self, games: int) -> None:
        """So many more games are finished."""

    def note(self, text: str) -> None:
        """This is how far it has come, in words."""

    def end(self) -> None:
        """The run is over, or was stopped."""


class Silent:
    """Shows nothing."""

    def prepare(self) -> None:
        """Show nothing."""

    def begin(self, games: int) -> None:
        """Show nothing."""

    def advance(self, games: int) -> None:
        """Show nothing."""

    def note(self, text: str) -> None:
        """Show nothing."""

    def end(self) -> None:
        """Show nothing."""


class Lines:
    """Writes a plain line every few seconds."""

    def __init__(self, stream: TextIO) -> None:
        """Write to `stream`."""
        self.stream = stream
        self.games = self.done = 0
        self.start = self.told = 0.0
        self.noted = ""

    def prepare(self) -> None:
        """Tell why nothing happens yet."""
        self.tell("getting ready (the first time compiles, which may take a minute)")

    def begin(self, games: int) -> None:
        """Tell how much there is to play."""
        self.games = games
        self.start = self.told = time.monotonic()
        self.tell(f"playing {games:,} games")

    def advance(self, games: int) -> None:
        """Tell how far the run is, when the last line is old enough."""
        self.done += games
        now = time.monotonic()
        if now - self.told < SECONDS_BETWEEN_LINES:
            return
        self.told = now
        rate = self.done / (now - self.start)
        left = (self.games - self.done) / rate
        self.tell(
            f"{self.noted}{self.done:,} of {self.games:,} games, {rate:,.0f} games/s, "
            f"{left:.0f} s left"
        )

    def note(self, text: str) -> None:
        """Put it before the lines to come."""
        self.noted = f"{text}; "

    def end(self) -> None:
        """Tell how much was played."""
        if self.done:
            seconds = max(time.monotonic() - self.start, 1e-9)
            rate = self.done / seconds
            self.tell(f"played {self.done:,} games in {seconds:.1f} s, {rate:,.0f} games/s")

    def tell(self, line: str) -> None:
        """Write one line at once; where nobody can read it, the run goes on."""
        with suppress(OSError):
            print(line, file=self.stream, flush=True)


class Bar:
    """A bar with the rate and the time left, on a terminal."""

    def __init__(self) -> None:
        """Draw on stderr, which leaves stdout to the results."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        self.bar = RichProgress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}", markup=False),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self.start = 0.0

    def prepare(self) -> None:
        """Draw the bar, its length still unknown."""
        self.task = self.bar.add_task("compiling", total=None, rate="")
        self.bar.start()

    def begin(self, games: int) -> None:
        """Give the bar its length, and start the clock."""
        self.bar.update(self.task, description="playing", total=games)
        self.start = time.monotonic()

    def advance(self, games: int) -> None:
        """Move the bar."""
        done = self.bar.tasks[0].completed + games
        rate = f"{done / (time.monotonic() - self.start):,.0f} games/s"
        self.bar.update(self.task, completed=done, rate=rate)

    def note(self, text: str) -> None:
        """Put it before the bar."""
        self.bar.update(self.task, description=text)

    def end(self) -> None:
        """Leave the bar as it stands."""
        self.bar.stop()


def choose_progress(*, quiet: bool) -> Progress:
    """Return what fits: nothing when `quiet`, a bar on a terminal, else plain lines on stderr."""
    if quiet or sys.stderr is None:  # as in programs without a console
        return Silent()
    return Bar() if sys.stderr.isatty() else Lines(sys.stderr)
