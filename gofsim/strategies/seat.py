"""Seating a bot: its settings checked, and what it takes to seat it again in another process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from gofsim.errors import BadInputError
from gofsim.strategies import bot_file
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.bot_source import sources
from gofsim.strategies.giving import OWN, policy_names
from gofsim.strategies.registry import is_shipped, load_bot
from gofsim.suggest import did_you_mean, listed, written


@dataclass(frozen=True)
class Seat:
    """A bot ready to sit down: every parameter resolved. Travels to workers as its request."""

    strategy: Strategy
    values: Mapping[str, float]
    forget: float
    give: str
    request: tuple[str, tuple[tuple[str, object], ...], Path] = field(compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Seat the bot anew in the other process: compiled functions do not travel."""
        kind, settings, folder = self.request
        return seat_bot, (kind, dict(settings), folder, kind)

    @property
    def draws(self) -> bool:
        """Whether the outcome depends on the seat's own random streams."""
        return self.strategy.draws or self.give == "random" or self.forget > 0

    @cached_property
    def sources(self) -> list[Path]:
        """A user's bot file and what it imports beside it; empty for a shipped bot."""
        kind, _, folder = self.request
        return [] if is_shipped(kind) else sources(bot_file.locate(kind, folder)[0])


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


def _value_faults(parameter: Parameter, value: object) -> list[str]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return [f"must be a number, not {written(value)}"]
    if not parameter.low <= value <= parameter.high:
        return [f"must be {parameter.low:g} to {parameter.high:g}, not {written(value)}"]
    if parameter.whole and value != int(value):
        return [f"must be a whole number, not {written(value)}"]
    return []
