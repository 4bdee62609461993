"""Saying that something is compiled, which takes long the first time on a machine only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


class _First(event.Listener):  # type: ignore[misc]
    """Tells of the first compilation that begins."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell, self.told = tell, False

    def on_start(self, event: Any) -> None:
        """Tell, once."""
        if not self.told:
            self.told = True
            self.tell()

    def on_end(self, event: Any) -> None:
        """Say nothing."""


@contextmanager
def when_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` when something begins to be compiled, once; not for what the cache holds."""
    with event.install_listener("numba:compile", _First(tell)):
        yield


def tell_of_compiling() -> None:
    """Say to a terminal why nothing happens for a while."""
    if sys.stderr.isatty():
        line = "getting ready (the first time compiles, which may take a minute) .."
        print(line, file=sys.stderr, flush=True)
