"""Finding bots: the shipped ones by name, a user's by file; and seating them with settings."""

import importlib
from collections.abc import Mapping
from pathlib import Path

from gofsim.errors import BadInputError
from gofsim.strategies import bot_file
from gofsim.strategies.base import Parameter, Seat, Strategy
from gofsim.strategies.bot_source import sources
from gofsim.strategies.giving import OWN, policy_names
from gofsim.suggest import did_you_mean, listed, written

# Name -> module and constant; a module is imported when its bot is asked for.
_SHIPPED = {
    "random": ("random_legal", "RANDOM"),
    "random-nopass": ("random_legal", "RANDOM_NOPASS"),
    "lowest": ("lowest", "LOWEST"),
    "longest": ("longest", "LONGEST"),
    "min-turns": ("min_turns", "MIN_TURNS"),
    "control": ("control", "CONTROL"),
}


def names() -> list[str]:
    """Names of the shipped bots, weak to strong."""
    return list(_SHIPPED)


def load_bot(kind: str, folder: Path) -> Strategy:
    """A bot by its name, or by "file.py:CONSTANT" relative to `folder`.

    Raises BadInputError when there is no such bot or its file cannot be used.
    """
    if kind in _SHIPPED:
        module, constant = _SHIPPED[kind]
        strategy = getattr(importlib.import_module(f"gofsim.strategies.{module}"), constant)
        assert isinstance(strategy, Strategy)
        return strategy
    if ".py" in kind:
        return bot_file.load(kind, folder)
    raise BadInputError(
        f"unknown bot {written(kind)}{did_you_mean(kind, _SHIPPED)} "
        f'(`gofsim bots` lists them; a bot of your own: "my_bot.py:MY_BOT")'
    )


def seat_bot(kind: str, settings: Mapping[str, object], folder: Path, place: str) -> Seat:
    """Seat a bot with its settings; missing ones take their defaults.

    Raises BadInputError with one line a fault, each beginning with `place`.
    """
    try:
        strategy = load_bot(kind, folder)
    except BadInputError as error:
        raise BadInputError(*(f"{place}: {fault}" for fault in error.faults)) from None
    forget = Parameter("forget", 0.0, 0.0, 1.0, "probability of not announcing the last card")
    known = {each.name: each for each in (*strategy.parameters, forget)}
    faults = [
        f"unknown key `{key}` in {place}{did_you_mean(key, [*known, 'give'])}"
        for key in settings
        if key not in known and key != "give"
    ]
    values = {name: settings.get(name, each.default) for name, each in known.items()}
    for name, value in values.items():
        faults += [f"{place} {name}: {fault}" for fault in _value_faults(known[name], value)]
    give = settings.get("give", OWN if strategy.give else "lowest")
    choices = policy_names(strategy)
    if give not in choices:
        faults.append(f"{place} give: must be {listed(choices)}, not {written(give)}")
    if faults:
        raise BadInputError(*faults)
    numbers = {name: float(value) for name, value in values.items()}  # type: ignore[arg-type]
    request = (kind, tuple(settings.items()), folder)
    return Seat(strategy, numbers, numbers.pop("forget"), str(give), request)


def seat_sources(seat: Seat) -> list[Path]:
    """A user's bot file and what it imports beside it; empty for a shipped bot."""
    kind, _, folder = seat.request
    return [] if kind in _SHIPPED else sources(bot_file.locate(kind, folder)[0])


def _value_faults(parameter: Parameter, value: object) -> list[str]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return [f"must be a number, not {written(value)}"]
    if not parameter.low <= value <= parameter.high:
        return [f"must be {parameter.low:g} to {parameter.high:g}, not {written(value)}"]
    if parameter.whole and value != int(value):
        return [f"must be a whole number, not {written(value)}"]
    return []
