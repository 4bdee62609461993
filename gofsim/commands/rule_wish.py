"""Rules as options tell them: ``--rule key=value``."""

import tomllib
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from gofsim.errors import BadInputError
from gofsim.rules import Rules
from gofsim.simulation.schema import fault_line
from gofsim.suggest import listed, shown, written

PLAYERS = (3, 4)


def wished_rules(texts: Sequence[str], players: int | None = None) -> Rules:
    """Return the rules of ``key=value`` texts; BadInputError with a line for each fault.

    `players` is what ``--players`` says, if anything. A rule told in two ways is refused.
    """
    if players is not None and players not in PLAYERS:
        raise BadInputError(f"--players: must be {listed(PLAYERS)}, not {players}")
    told: dict[str, Any] = {}
    for key, value in map(_rule, texts):
        if repr(told.setdefault(key, value)) != repr(value):
            both = f"{written(told[key])} and {written(value)}"
            raise BadInputError(f"--rule {shown(key)}: is told twice, {both}; leave one out")
    if players is not None and told.setdefault("players", players) != players:
        other = f"--rule players={written(told['players'])}"
        raise BadInputError(f"--players: says {players}, but {other}; leave one out")
    try:
        return Rules.model_validate(told)
    except ValidationError as error:
        details = error.errors()
        for each in details:
            each["loc"] = ("rules", *each["loc"])
        raise BadInputError(*(f"--rule: {fault_line(each)}" for each in details)) from None


def _rule(text: str) -> tuple[str, Any]:
    """Read one of them, the value as in TOML, quotes not needed."""
    key, equals, value = text.partition("=")
    if not equals:
        raise BadInputError(f"--rule: must look like passing=final, not {written(text)}")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()
