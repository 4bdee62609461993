"""Which bots a command about given deals is asked for."""

from collections.abc import Sequence
from pathlib import Path

from gofsim.errors import BadInputError
from gofsim.strategies.seat import Seat, seat_bot


def wished_bots(kinds: Sequence[str], players: int, option: str = "--bots") -> list[Seat]:
    """Seat every bot that an option names; BadInputError with the faults of all of them."""
    seats: list[Seat] = []
    faults = [f"{option}: {kind} is named twice" for kind in {*kinds} if kinds.count(kind) > 1]
    for kind in kinds:
        try:
            seats.append(seat_bot(kind, {}, Path.cwd(), option))
        except BadInputError as error:
            faults += error.faults
        else:
            faults += [
                f"{option}: the weights of {kind} {f}" for f in seats[-1].weights_faults(players)
            ]
    if faults:
        raise BadInputError(*faults)
    return seats
