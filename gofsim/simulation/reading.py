"""Reading an experiment file in full: what cannot be read does not hide the faults of the rest."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import groupby
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gofsim.simulation.schema import ExperimentTable, fault_line, spot, table_faults, unit_faults
from gofsim.suggest import few

KEY = "[key]"  # where pydantic's complaint is about a key itself
LISTS_OF_NAMES = ("seats", "bots", "of")

Place = tuple[Any, ...]


def parse_experiment(document: Mapping[str, Any]) -> tuple[ExperimentTable, list[str]]:
    """Validate a parsed TOML document; return its model and one line for each fault.

    What could not be read is left out of the model, or replaced; it knows where that was.
    """
    rest, unread, details = deepcopy(dict(document)), list[Place](), list[ErrorDetails]()
    while True:
        try:
            table = ExperimentTable.model_validate(rest)
        except ValidationError as error:
            details = details or error.errors()
            unread += leave_out(rest, error.errors())
        else:
            table.note_unread(unread)
            return table, [*fault_lines(details), *table_faults(document), *unit_faults(table)]


def fault_lines(details: Sequence[ErrorDetails]) -> Iterator[str]:
    """Yield a line for each fault, but only a few for those of one list."""
    for place, group in groupby(details, key=lambda detail: list_place(detail["loc"])):
        lines = [fault_line(detail) for detail in group]
        yield from few(lines, spot(place))


def list_place(place: Place) -> Place:
    """Return the place of the list that a place is in, or the place itself."""
    return place[:-1] if isinstance(place[-1], int) else place


def leave_out(rest: dict[str, Any], details: Sequence[ErrorDetails]) -> Iterator[Place]:
    """Take what has faults out of the document, or put something sound in its place.

    Yields where, for a list the list's place. From the end, so that places in lists stay right.
    """
    for detail in reversed(details):
        *above, last = place = detail["loc"]
        if last == KEY:
            put(rest, above[:-1], above[-1], None)
            continue
        if detail["type"] != "extra_forbidden":
            yield list_place(place)
        if isinstance(last, int) and above[-1] not in LISTS_OF_NAMES:
            *above, last = above
        put(rest, above, last, stand_in([*above, last]))


def put(rest: Any, above: Sequence[Any], last: Any, value: Any) -> None:
    """Replace what is at a place of the document, or take it out where `value` is None."""
    for key in above:
        rest = rest.get(key, {})
    if value is not None:
        rest[last] = value
    elif isinstance(rest, list):
        del rest[last]
    else:
        rest.pop(last, None)


def stand_in(place: Sequence[Any]) -> Any:
    """Return something sound for a place that must not be empty, None for others."""
    match place:
        case ["question"] | ["worth", "bot"]:
            return "?"
        case ["seed"]:
            return 0
        case ["arms", _]:
            return {"seats": []}
        case ["arms", _, "seats"] | ["league", "bots"] | ["stop", "of"]:
            return []
        case ["stop", "rule"]:
            return "width"
    return None
