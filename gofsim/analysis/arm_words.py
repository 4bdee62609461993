"""The arms of a run in words: their bots, the rules that tell them apart, how often they played."""

from collections.abc import Mapping
from typing import Any

from gofsim.analysis.run_folder import ArmInfo, RunFolder
from gofsim.analysis.sweep import level_text
from gofsim.analysis.words import listed
from gofsim.rules import Rules

NUMBERS = ("no", "one", "two", "three", "four")


def arms_list(run: RunFolder) -> list[tuple[str, str]]:
    """Each arm's name and what it is: ``four lowest; exchange = off``.

    The first arm names the rules that are not the defaults, every other one those in which it
    differs from the first. Of a sweep the arms before it, and the values each was played with.
    """
    usual = Rules().model_dump(mode="json")
    if run.swept:
        return _sweep_list(run, usual)
    first, *others = run.arms
    found = [(first.name, _what(first, usual, "the default rules"))]
    return found + [(a.name, _what(a, first.rules, f"the rules of {first.name}")) for a in others]


def _sweep_list(run: RunFolder, usual: Mapping[str, Any]) -> list[tuple[str, str]]:
    swept = {key.removeprefix("rules.") for key in run.swept}
    found = []
    for first, *_ in run.groups:
        same = {field: first.rules[field] if field in swept else usual[field] for field in usual}
        found.append((first.base, _what(first, same, "the default rules")))
    values = {key: ", ".join(map(level_text, values)) for key, values in run.swept.items()}
    return found + [(key, f"{texts}, in each of them") for key, texts in values.items()]


def seating_words(run: RunFolder) -> str:
    """How many seatings a block has: ``each played in 4 seatings``, by arm where they differ."""
    alike: dict[tuple[int, bool], list[ArmInfo]] = {}
    for arm in run.arms:
        alike.setdefault((arm.seatings, arm.symmetric), []).append(arm)
    parts = [
        f"in {seatings} seating{'' if seatings == 1 else 's'}"
        + (f" by {_by(arms, run)}" if len(alike) > 1 else "")
        + (" (one bot everywhere: any other would repeat the same game)" if symmetric else "")
        for (seatings, symmetric), arms in alike.items()
    ]
    return f"each played {listed(parts)}"


def _by(arms: list[ArmInfo], run: RunFolder) -> str:
    """Arms by name; of many how many they are, of a sweep the arms before it where that is all."""
    bases = [group[0].base for group in run.groups if all(arm in arms for arm in group)]
    if run.swept and sum(arm.base in bases for arm in arms) == len(arms):
        return listed(bases)
    many = len(run.arms) > len(run.shown)
    return f"{len(arms):,} of the arms" if many else listed([arm.name for arm in arms])


def table_words(arm: ArmInfo) -> str:
    """``at a table of lowest bots`` where one bot holds all seats, else nothing."""
    return f"at a table of {arm.labels[0]} bots" if len(arm.distinct) == 1 else ""


def _what(arm: ArmInfo, rules: Mapping[str, Any], same: str) -> str:
    bots = ", ".join(f"{NUMBERS[len(arm.places(label))]} {label}" for label in arm.distinct)
    changed = [
        f"{field} = {level_text(value)}"
        for field, value in arm.rules.items()
        if value != rules.get(field)
    ]
    return "; ".join([bots, ", ".join(changed) or same])
