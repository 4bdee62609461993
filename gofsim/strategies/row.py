"""A seat's parameters as its compiled function gets them: one row of floats.

First the probability to forget; then, from the bot's own `offset` on, its parameters, the indexes
of its choices, and where it needs them: for each bot that it asks where, counted from the offset,
that bot's part begins; and the address of the hidden hands. The part of an asked bot is its
address and a row of its own. Addresses are exact: they have at most 53 bits. At the end stands a
row of the giving policy's own, where it has settings.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gofsim.kernel.jit import bot_number
from gofsim.kernel.view import SEATS
from gofsim.strategies.seat import Seat

Hands = npt.NDArray[np.uint64]


def parameter_rows(seats: Sequence[Seat], players: int, hands: Hands) -> npt.NDArray[np.float64]:
    """One flat row a place, float64[SEATS * width], all as wide as the widest.

    `hands` (uint64, a seat a word) is where the hidden hands will stand.
    """
    found = [
        parameter_row(seat, players, hands)
        + (parameter_row(seat.giving, players, hands) if seat.giving else [])
        for seat in seats
    ]
    rows = np.zeros((SEATS, max(map(len, found))))
    for row, numbers in zip(rows, found, strict=False):
        row[: len(numbers)] = numbers
    return rows.ravel()


def giving_start(seat: Seat, players: int, hands: Hands) -> int:
    """Where in the place's row the parameters of its giving function begin."""
    return 1 + (len(parameter_row(seat, players, hands)) if seat.giving else 0)


def parameter_row(seat: Seat, players: int, hands: Hands) -> list[float]:
    """The row of one seat."""
    own = [*seat.values_at(players).values(), *map(float, seat.chosen.values())]
    extra = [float(hands.ctypes.data)] if seat.strategy.sees_all else []
    parts: list[float] = []
    starts = []
    for each in seat.asked.values():
        starts.append(float(len(own) + len(seat.asked) + len(extra) + len(parts)))
        parts += [float(bot_number(each.strategy.choose)), *parameter_row(each, players, hands)]
    return [seat.forget, *own, *starts, *extra, *parts]
