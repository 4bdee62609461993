"""Sweeps: a grid over rules and parameters of bots, by which every arm is multiplied."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from pydantic import ValidationError

from gofsim.errors import BadInputError
from gofsim.rules import Rules
from gofsim.simulation.bots import Bots, changed
from gofsim.simulation.design import repeated
from gofsim.simulation.schema import ArmTable, ExperimentTable, complaint, heading
from gofsim.strategies.seat import Seat
from gofsim.strategies.settings import setting_names
from gofsim.suggest import did_you_mean, few, shown, written


@dataclass(frozen=True)
class Factor:
    """What is varied: a rule (`bot` is None), or a parameter of the bot that is named `bot`."""

    key: str
    bot: str | None
    name: str
    values: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Point:
    """One combination of the factors' values, by key; `suffix` is added to an arm's name."""

    factors: Mapping[str, Any] = field(default_factory=dict)
    suffix: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)
    bots: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def grid(factors: Sequence[Factor]) -> list[Point]:
    """Return every combination, the first factor varying slowest; one without any factor."""
    return [point(factors, values) for values in product(*(f.values for f in factors))]


def point(factors: Sequence[Factor], values: Sequence[Any]) -> Point:
    """Return the combination that has these values."""
    uses = Counter(factor.name for factor in factors)
    chosen = list(zip(factors, values, strict=True))
    names = [factor.name if uses[factor.name] == 1 else factor.key for factor in factors]
    bots: dict[str, dict[str, Any]] = {}
    for factor, value in chosen:
        if factor.bot is not None:
            bots.setdefault(factor.bot, {})[factor.name] = value
    return Point(
        factors={factor.key: value for factor, value in chosen},
        suffix="".join(f" {name}={text(value)}" for name, value in zip(names, values, strict=True)),
        rules={factor.name: value for factor, value in chosen if factor.bot is None},
        bots=bots,
    )


def text(value: Any) -> str:
    """Return a value as it stands in an arm's name."""
    if isinstance(value, list):
        return ",".join(map(text, value))
    if isinstance(value, Mapping):
        return ",".join(f"{key}={text(each)}" for key, each in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_factors(table: ExperimentTable, bots: Bots) -> tuple[list[Factor], list[str]]:
    """Return a sweep's factors and one line for each of its faults.

    The bots of all arms must be seated already.
    """
    seated = {label for arm in table.arms.values() for label in arm.seats}
    known = {each.key: each for each in known_factors(bots, seated)}
    idle = {each.key: each for each in known_factors(bots, bots.seated.keys() - seated)}
    factors, faults = [], []
    for key, values in table.sweep.items():
        if key in known:
            factor = known[key]
            found = list_faults(key, values)
            if isinstance(values, list):
                found += value_faults(factor, values, bots)
            faults += found
            if not found:
                factors.append(replace(factor, values=tuple(values)))
        elif key in idle:
            faults.append(f"[sweep] {key}: no arm seats {written(idle[key].bot)}")
        elif not of_faulty_bot(key, bots):
            faults.append(unknown_key(key, values, known))
    return factors, faults + arm_faults(table)


def known_factors(bots: Bots, labels: Collection[str]) -> Iterator[Factor]:
    """Yield what may be swept: every rule, every parameter of the bots named `labels`."""
    for name in Rules.model_fields:
        yield Factor(f"rules.{name}", None, name)
    for label in labels:
        for name in settings_of(bots.seated[label]):
            yield Factor(f"bots.{label}.{name}", label, name)


def settings_of(seat: Seat | None) -> list[str]:
    """Return what may be set of a bot; nothing where its faults are told elsewhere."""
    return [] if seat is None else setting_names(seat.strategy)


def of_faulty_bot(key: str, bots: Bots) -> bool:
    """Whether a key is about a bot that could not be seated, so that its settings are unknown."""
    faulty = [label for label, seat in bots.seated.items() if seat is None]
    return any(key.startswith(f"bots.{label}.") for label in faulty)


def unknown_key(key: str, values: object, known: Collection[str]) -> str:
    """Return the line about a key that names neither a rule nor a parameter."""
    if key in ("rules", "bots") and isinstance(values, Mapping):
        return f'[sweep] {key}: write the whole key in quotes, such as "rules.riffles" = [0, 3]'
    return f"unknown key `{shown(key)}` in [sweep]{did_you_mean(key, known)}"


def list_faults(key: str, values: object) -> list[str]:
    """Return what is wrong with the list of a factor's values, whatever they are."""
    place = f"[sweep] {key}"
    if not isinstance(values, list):
        return [f"{place}: must be a list of values, not {written(values)}"]
    return repeated(place, values) if values else [f"{place}: must not be empty"]


def value_faults(factor: Factor, values: Sequence[Any], bots: Bots) -> list[str]:
    """Return what is wrong with the values of a factor: the faults they have where they belong."""
    faults: list[str] = []
    for value in values:
        if factor.bot is None:
            faults += rule_faults(factor, value)
        elif seat := bots.seated[factor.bot]:
            faults += setting_faults(factor, value, seat)
    return few(faults, f"[sweep] {factor.key}")


def rule_faults(factor: Factor, value: object) -> list[str]:
    """Return the faults of one value of a rule."""
    try:
        ArmTable.model_validate({"seats": [], "rules": {factor.name: value}})
    except ValidationError as error:
        return [f"[sweep] {factor.key}: {complaint(detail)}" for detail in error.errors()]
    return []


def setting_faults(factor: Factor, value: object, seat: Seat) -> list[str]:
    """Return the faults of one value of a bot's parameter."""
    place = f"[sweep] bots.{factor.bot}"
    try:
        changed(seat, {factor.name: value}, place)
    except BadInputError as error:
        return [f"{place}.{fault.removeprefix(f'{place} ')}" for fault in error.faults]
    return []


def arm_faults(table: ExperimentTable) -> list[str]:
    """Return the arms whose own rules and the sweep's do not go together."""
    faults = []
    for name, arm in table.arms.items():
        place = f"{heading('arms', name)} rules"
        faults += [
            f"{place}: `{rule}` is varied by [sweep]; leave it out here"
            for rule in Rules.model_fields
            if f"rules.{rule}" in table.sweep and rule in arm.rules.model_fields_set
        ]
        if "rules.riffles" in table.sweep and not may_riffle(table, name, arm):
            faults.append(
                f"[sweep] rules.riffles: decides nothing in {heading('arms', name)}, "
                'which does not have rules.shuffle = "riffle"'
            )
    return faults


def may_riffle(table: ExperimentTable, name: str, arm: ArmTable) -> bool:
    """Whether an arm's deck is riffled, in some of its variants, as far as that could be read."""
    swept = table.sweep.get("rules.shuffle")
    if isinstance(swept, list):
        return "riffle" in swept
    if "shuffle" in arm.rules.model_fields_set:
        return arm.rules.shuffle == "riffle"
    unread = table.unread("arms", name, "rules", "shuffle") or table.unread("rules", "shuffle")
    return unread or table.rules.shuffle == "riffle"
