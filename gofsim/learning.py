"""Tables for programs that learn: `gofsim.tables`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gofsim.errors import BadInputError
from gofsim.simulation.tables import Tables
from gofsim.strategies.seat import Seat, seat_bot
from gofsim.suggest import written
from gofsim.table_talk import checked_rules

_MOST_TABLES = 100_000
_STAND_IN = "lowest"
Bot = str | Mapping[str, Any]


def tables(
    count: int,
    seats: Sequence[Bot | None],
    *,
    seed: int,
    block: int = 0,
    give: str | None = None,
    forced: bool = True,
    **rules: Any,
) -> Tables:
    """Set up so many tables in lock-step, each stopped where the caller is to act.

    `seats` has None where the caller plays, elsewhere a bot: its name, "file.py:BOT" relative to
    the current folder, or a table of `kind` and settings. `give` names a policy that gives cards
    back in the exchange for the caller, who is asked otherwise; without `forced` a decision with
    one option is taken unasked; `rules` are the switches of `Rules`. Raises BadInputError.
    """
    if type(count) is not int or not 1 <= count <= _MOST_TABLES:
        fault = f"must be a whole number 1 to {_MOST_TABLES}, not {written(count)}"
        raise BadInputError(f"count: {fault}")
    if isinstance(seats, str):
        raise BadInputError(f"seats: must be a list of bots and None, not {written(seats)}")
    checked = checked_rules({"players": len(seats), **rules})
    if len(seats) != checked.players:
        raise BadInputError(f"seats: {len(seats)} seats, but {checked.players} players")
    if None not in seats:
        raise BadInputError("seats: none is yours; put None where you play")
    stand_in = seat_bot(_STAND_IN, {"give": give} if give else {}, Path.cwd(), "tables")
    found = [None if each is None else seated(each) for each in seats]
    made = Tables(count, found, checked, stand_in=stand_in, gifts=give is None, forced=forced)
    made.start(seed, block)
    return made


def seated(bot: Bot) -> Seat:
    """A bot ready to sit down, or to be asked by `Tables.ask`."""
    settings = dict(bot) if isinstance(bot, Mapping) else {"kind": bot}
    kind = settings.pop("kind", None)
    if not isinstance(kind, str):
        raise BadInputError(f"seats: {written(bot)} is no bot; name one, such as {_STAND_IN}")
    return seat_bot(kind, settings, Path.cwd(), "seats")
