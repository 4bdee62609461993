"""The arms of a run in words: their bots, the rules that tell them apart, how often they played."""

from collections.abc import Mapping
from typing import Any

from gofsim.analysis.run_folder import ArmInfo, RunFolder
from gofsim.analysis.words import listed
from gofsim.rules import Rules

NUMBERS = ("no", "one", "two", "three", "four")


def arms_list(run: RunFolder) -> list[tuple[str, str]]:
    """Each arm's name and what it is: ``four lowest; exchange = off``.

    The first arm names the rules that are not the defaults, every other one those in which it
    differs from the first.
    """
    first, *others = run.arms
    usual = Rules().model_dump(mode="json")
    found = [(first.name, _what(first, usual, "the default rules"))]
    return found + [(a.name, _what(a, first.rules, f"the rules of {first.name}")) for a in others]


def seating_words(run: RunFolder) -> str:
    """How many seatings a block has: ``each played in 4 seatings``, by arm where they differ."""
    names: dict[tuple[int, bool], list[str]] = {}
    for arm in run.arms:
        names.setdefault((arm.seatings, arm.symmetric), []).append(arm.name)
    parts = [
        f"in {seatings} seating{'' if seatings == 1 else 's'}"
        + (f" by {listed(arms)}" if len(names) > 1 else "")
        + (" (one bot everywhere: any other would repeat the same game)" if symmetric else "")
        for (seatings, symmetric), arms in names.items()
    ]
    return f"each played {listed(parts)}"


def table_words(arm: ArmInfo) -> str:
    """``at a table of lowest bots`` where one bot holds all seats, else nothing."""
    return f"at a table of {arm.labels[0]} bots" if len(arm.distinct) == 1 else ""


def _what(arm: ArmInfo, rules: Mapping[str, Any], same: str) -> str:
    bots = ", ".join(f"{NUMBERS[len(arm.places(label))]} {label}" for label in arm.distinct)
    changed = [
        f"{field} = {_value(value)}"
        for field, value in arm.rules.items()
        if value != rules.get(field)
    ]
    return "; ".join([bots, ", ".join(changed) or same])


def _value(value: object) -> str:
    """A rule's value as an experiment file writes it, without quotation marks."""
    return str(value).lower() if isinstance(value, bool) else str(value)
