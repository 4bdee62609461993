"""The cap on one decision: a bot that never returns cannot be interrupted, but can be named."""

import contextlib
import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gofsim.kernel import view
from gofsim.simulation.table import Table
from gofsim.strategies.seat import Seat

MOST_SECONDS_A_DECISION = 60.0

_State = tuple[int, ...]


@dataclass
class _Watched:
    table: Table
    seats: Sequence[Seat]
    arm: str
    state: _State = ()
    since: float = field(default_factory=time.monotonic)


_calls: dict[int, _Watched] = {}
_numbers = itertools.count()


@contextlib.contextmanager
def watched(table: Table, seats: Sequence[Seat], arm: str) -> Iterator[None]:
    """Register a call of the engine while it runs."""
    number = next(_numbers)
    _calls[number] = _Watched(table, seats, arm)
    try:
        yield
    finally:
        del _calls[number]


def stalled(limit: float = MOST_SECONDS_A_DECISION) -> str | None:
    """A line that names a bot thinking longer than `limit` seconds in this process, or None.

    To be asked every second or so from another thread: it compares what it sees with the last
    time it looked.
    """
    now = time.monotonic()
    for call in list(_calls.values()):
        words = call.table.view
        state = tuple(int(words[i]) for i in (view.BLOCK, view.ROUND, view.MOVES, view.SEAT))
        state += tuple(int(word) for word in call.table.cursor)
        if state != call.state:
            call.state, call.since = state, now
        elif now - call.since > limit:
            return _line(call, limit)
    return None


def _line(call: _Watched, limit: float) -> str:
    words = call.table.view
    seat = int(words[view.SEAT])
    bot = call.seats[int(call.table.places[seat])].strategy.name
    return (
        f"arm {call.arm}: bot {bot} on seat {seat}, block {words[view.BLOCK]}, "
        f"round {words[view.ROUND]}: no answer after {limit:g} seconds"
    )
