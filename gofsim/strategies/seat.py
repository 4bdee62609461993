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
from gofsim.strategies.giving import OWN, policies, read_policy
from gofsim.strategies.registry import is_file, load_bot
from gofsim.strategies.settings import (
    FORGET,
    GIVE,
    WEIGHTS,
    choice_faults,
    unknown_keys,
    value_faults,
)
from gofsim.strategies.weights import Weights, with_weights
from gofsim.suggest import written


@dataclass(frozen=True)
class Seat:
    """A bot ready to sit down: every setting resolved. Travels to workers as its request.

    `values` are its parameters at a table of four, `of_three` those that differ with three
    players; `chosen` the index of each choice's value; `asked` the bots it calls in its search;
    `weights` what it read of a weights file, if anything; `giving` its giving policy, where that
    has settings of its own.
    """

    strategy: Strategy
    values: Mapping[str, float]
    forget: float
    give: str
    request: tuple[str, tuple[tuple[str, object], ...], Path] = field(compare=False)
    of_three: Mapping[str, float] = field(default_factory=dict)
    chosen: Mapping[str, int] = field(default_factory=dict)
    asked: Mapping[str, "Seat"] = field(default_factory=dict)
    weights: Weights | None = field(default=None, compare=False)
    giving: "Seat | None" = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Seat the bot anew in the other process: compiled functions do not travel."""
        kind, settings, folder = self.request
        return seat_bot, (kind, dict(settings), folder, kind)

    @property
    def draws(self) -> bool:
        """Whether the outcome depends on the seat's own random streams."""
        gives = bool(self.give) and policies(self.strategy)[self.give].draws
        own = self.strategy.draws or gives or self.forget > 0
        return own or any(seat.draws for seat in self.parts)

    @property
    def parts(self) -> list["Seat"]:
        """What it calls beside its own functions: the bots it asks, and its giving policy."""
        return [*self.asked.values(), *([self.giving] if self.giving else [])]

    @cached_property
    def sources(self) -> list[Path]:
        """A user's bot files and what they import beside them; empty for shipped bots."""
        kind, _, folder = self.request
        own = sources(bot_file.locate(kind, folder)[0]) if is_file(kind) else []
        return list(dict.fromkeys(own + [path for seat in self.parts for path in seat.sources]))

    def weights_faults(self, players: int) -> list[str]:
        """What is wrong with its weights, and those of bots it asks, at a table of so many."""
        found = self.weights or {"players": players}
        own = [f"are for {found['players']} players, not {players}"]
        asked = [fault for seat in self.parts for fault in seat.weights_faults(players)]
        return (own if found["players"] != players else []) + asked

    def values_at(self, players: int) -> dict[str, float]:
        """Its parameters at a table of so many players, in their order."""
        other = self.of_three if players == 3 else {}
        return {
            each.name: other.get(each.name, self.values[each.name])
            for each in self.strategy.parameters
        }


def seat_bot(kind: str, wished: Mapping[str, object], folder: Path, place: str) -> Seat:
    """Seat a bot with the settings wished; missing ones are those of its weights, or defaults.

    Raises BadInputError with one line a fault, each beginning with `place`.
    """
    return _seated(_load(kind, folder, place), kind, wished, folder, place, gives=True)


def _load(kind: str, folder: Path, place: str) -> Strategy:
    """Load a bot; faults begin with `place`."""
    try:
        return load_bot(kind, folder)
    except BadInputError as error:
        raise BadInputError(*(f"{place}: {fault}" for fault in error.faults)) from None


def _seated(
    strategy: Strategy,
    kind: str,
    wished: Mapping[str, object],
    folder: Path,
    place: str,
    *,
    gives: bool,
) -> Seat:
    """Seat a bot, or a giving policy, which is described like one; what is asked never gives."""
    faults = unknown_keys(strategy, wished, place)
    if not strategy.parameters:
        wished = {name: value for name, value in wished.items() if name != WEIGHTS}
    try:
        request = with_weights(wished, strategy, folder, place)
    except BadInputError as error:
        raise BadInputError(*faults, *error.faults) from None
    weights: Any = request.get(WEIGHTS)
    settings = {**(weights["parameters"] if weights else {}), **request}
    values, value_lines = _read_values(strategy, settings, place)
    chosen, choice_lines = _read_choices(strategy, settings, place)
    asked, asked_lines = _seat_all_asked(strategy, settings, request, folder, place)
    faults += [*value_lines, *choice_lines, *asked_lines]
    give, giving = "", None
    if gives:
        # What is wrong with the bot's settings is told once, not of its own roll-outs too.
        known = request if not faults else {k: v for k, v in request.items() if k == GIVE}
        try:
            give, giving = _seat_giving(strategy, kind, known, folder, f"{place} give")
        except BadInputError as error:
            faults += error.faults
    if faults:
        raise BadInputError(*faults)
    wanted = request.get(GIVE)
    if giving and isinstance(wanted, Mapping):
        request[GIVE] = {**wanted, **{k: v for k, v in giving.request[1] if k in wanted}}
    forget = values.pop(FORGET.name)
    of_three = _values_of_three(strategy, settings)
    whole = (kind, tuple(request.items()), folder)
    return Seat(
        strategy, values, forget, give, whole, of_three, chosen, asked, weights, giving
    )  # fmt: skip


def _read_values(
    strategy: Strategy, settings: Mapping[str, object], place: str
) -> tuple[dict[str, float], list[str]]:
    """The values of all parameters, `forget` too, and one line a fault."""
    values, faults = {}, []
    for each in (*strategy.parameters, FORGET):
        value: Any = settings.get(each.name, each.default)
        found = value_faults(each, value)
        faults += [f"{place} {each.name}: {fault}" for fault in found]
        if not found:
            values[each.name] = float(value)
    return values, faults


def _read_choices(
    strategy: Strategy, settings: Mapping[str, object], place: str
) -> tuple[dict[str, int], list[str]]:
    """The index of each choice's value, and one line a fault."""
    indexes, faults = {}, []
    for each in strategy.choices:
        value = settings.get(each.name, each.default)
        found = choice_faults(each, value, place)
        faults += found
        if not found:
            indexes[each.name] = each.values.index(str(value))
    return indexes, faults


def _seat_all_asked(
    strategy: Strategy,
    settings: Mapping[str, object],
    request: dict[str, object],
    folder: Path,
    place: str,
) -> tuple[dict[str, Seat], list[str]]:
    """The bots that are asked, and one line a fault; weights that they read go into the request."""
    asked: dict[str, Seat] = {}
    faults: list[str] = []
    for each in strategy.asks:
        try:
            wanted = settings.get(each.name, each.default)
            seat = asked[each.name] = _seat_asked(wanted, folder, f"{place} {each.name}")
        except BadInputError as error:
            faults += error.faults
            continue
        if seat.weights:
            kind, own, _ = seat.request
            request[each.name] = {"kind": kind, **dict(own)}
    return asked, faults


def _values_of_three(strategy: Strategy, settings: Mapping[str, object]) -> dict[str, float]:
    """The parameters whose value is another with three players."""
    return {
        each.name: each.default_at(3)
        for each in strategy.parameters
        if each.name not in settings and each.default_of_three is not None
    }


def _seat_giving(
    strategy: Strategy, kind: str, settings: Mapping[str, object], folder: Path, place: str
) -> tuple[str, Seat | None]:
    """Seat a giving policy; its name, and a seat if it has settings.

    Unless the policy's table says otherwise, it seeks what the bot seeks, and asks the bot itself
    in its search, or the bot that this one asks.
    """
    wanted = settings.get(GIVE, OWN if strategy.give else strategy.default_give)
    policy, table = read_policy(wanted, strategy, place)
    if not policy.settings:
        return policy.name, None
    names = [each.name for each in policy.settings if not isinstance(each, Parameter)]
    shared: dict[str, object] = {
        each.name: each.default for each in strategy.settings if each.name in names
    }
    shared |= {name: settings[name] for name in shared if name in settings}
    if not (strategy.asks or strategy.sees_all):
        own = {name: value for name, value in settings.items() if name not in (FORGET.name, GIVE)}
        shared |= {each.name: {"kind": kind, **own} for each in policy.asks}
    wished = {**shared, **table}
    return policy.name, _seated(policy, policy.name, wished, folder, place, gives=False)


def _seat_asked(wanted: object, folder: Path, place: str) -> Seat:
    """Seat a bot that another one asks: its name, or a table of its `kind` and settings."""
    settings = dict(wanted) if isinstance(wanted, Mapping) else {"kind": wanted}
    kind = settings.pop("kind", None)
    if not isinstance(kind, str):
        raise BadInputError(
            f"{place}: must be a bot's name, or a table such as "
            f'{{ kind = "lowest" }}, not {written(wanted)}'
        )
    for name in ("forget", "give"):
        if name in settings:
            raise BadInputError(f"{place}: `{name}` decides nothing in a search; leave it out")
    strategy = _load(kind, folder, place)
    if strategy.asks or strategy.sees_all:  # told before it is seated: it might ask itself
        raise BadInputError(f"{place}: must be a bot that does not search itself, not {kind}")
    return _seated(strategy, kind, settings, folder, place, gives=False)
