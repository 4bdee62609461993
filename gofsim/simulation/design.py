"""Leagues and stop rules of an experiment: what they are once checked, and their faults."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import comb
from typing import Any

from gofsim.simulation.schema import ExperimentTable, LeagueTable, StopTable
from gofsim.suggest import did_you_mean, few, written

FIRST_LOOK = 100
DEFAULT_RISK = 0.05
MOST_ARMS = 2_000
SOME = 4
# Settings of a stop rule: what each rule needs (with an example), and what else it may have.
NEEDED: Mapping[str, Mapping[str, str]] = {
    "width": {"width": "0.1"},
    "anytime": {"width": "0.1"},
    "sprt": {"d0": "0", "d1": "-0.25"},
}
OPTIONAL: Mapping[str, tuple[str, ...]] = {"sprt": ("alpha", "beta")}


@dataclass(frozen=True)
class League:
    """Bots that are compared with one another; `design` says how they are put to tables."""

    bots: tuple[str, ...]
    design: str

    def lineups(self, players: int) -> dict[str, list[str]]:
        """Return the seats of each arm by its name.

        One against the field: ``A-vs-B`` seats A and otherwise B, ``B-vs-B`` only B. Tables: every
        set of different bots, in the order of the list.
        """
        if self.design == "tables":
            return {"+".join(seats): list(seats) for seats in combinations(self.bots, players)}
        return {
            f"{one}-vs-{field}": [one, *[field] * (players - 1)]
            for one in self.bots
            for field in self.bots
        }


@dataclass(frozen=True)
class Stop:
    """A rule that may end a run before all its blocks are played.

    `of` are two arms, or two bots of a league. The rule looks after `first` blocks, then every
    `every`, and when all blocks are played. `width` is the full width of an interval; `d0` and
    `d1` are the two means a sequential test decides between, with the error risks `alpha` and
    `beta`. What a rule does not use is None.
    """

    rule: str
    of: tuple[str, str]
    metric: str
    every: int
    first: int
    width: float | None = None
    d0: float | None = None
    d1: float | None = None
    alpha: float | None = None
    beta: float | None = None

    def described(self) -> dict[str, Any]:
        """Return the rule as the manifest holds it."""
        found = {name: value for name, value in asdict(self).items() if value is not None}
        return found | {"of": list(self.of)}


def league_from(table: LeagueTable) -> League:
    """Return a ``[league]`` table as a league."""
    return League(tuple(table.bots), table.design)


def stop_from(table: StopTable) -> Stop:
    """Return a checked ``[stop]`` table with its defaults."""
    found = table.model_dump()
    for name in OPTIONAL.get(table.rule, ()):
        found[name] = DEFAULT_RISK if found[name] is None else found[name]
    first, second = table.of
    return Stop(**found | {"of": (first, second), "first": max(FIRST_LOOK, table.every)})


def league_faults(table: ExperimentTable, league: LeagueTable) -> list[str]:
    """Return what is wrong with a league, as far as it and the number of players could be read."""
    faults = repeated("[league] bots", league.bots)
    found, players = len(set(league.bots)), table.rules.players
    tables = league.design == "tables"
    parts = [("league", "bots"), ("league", "design"), *[("rules", "players")] * tables]
    if any(table.unread(*part) for part in parts):
        return faults
    if found < (players if tables else 2):
        least = f'{players} for design "tables" (rules.players)' if tables else "2"
        return [*faults, f"[league] bots: must be at least {least}, not {found}"]
    arms = comb(found, players) if tables else found**2
    if arms > MOST_ARMS:
        faults.append(f"[league]: makes {arms:,} arms, more than {MOST_ARMS:,}; take fewer bots")
    elif not faults and len(league_from(league).lineups(players)) < arms:
        faults.append("[league] bots: two arms would have one name; give a bot another name")
    return faults


def repeated(place: str, values: Sequence[object]) -> list[str]:
    """Return one line for each value that a list holds more than once, however it is spelt."""
    counts = Counter(map(by_value, values))
    first = {by_value(value): value for value in reversed(values)}
    more = {written(first[key]): n for key, n in counts.items() if n > 1}
    return few([f"{place}: {value} is there {n} times" for value, n in more.items()], place)


def by_value(value: object) -> Hashable:
    """Return what is equal for equal values: 0, 0.0 and -0.0 are, true and 1 are not."""
    if isinstance(value, list):
        return tuple(map(by_value, value))
    if isinstance(value, dict):
        return written(value)
    return isinstance(value, bool), value


def stop_faults(table: ExperimentTable, stop: StopTable) -> list[str]:
    """Return what is wrong with a stop rule in itself."""
    unit = table.unit
    faults = [] if table.unread("stop", "rule") else setting_faults(table, stop)
    if stop.d0 is not None and stop.d0 == stop.d1:
        faults.append(f"[stop] d1: must differ from d0, not be {stop.d1:g} too")
    if stop.metric == "games" and unit == "rounds":
        faults.append('[stop] metric: "games" needs games; with `rounds` there are none to win')
    if 0 < table.blocks < FIRST_LOOK:
        faults.append(
            f"`{unit}` must be at least {FIRST_LOOK} with [stop] (its first look), "
            f"not {table.blocks}"
        )
    return faults


def setting_faults(table: ExperimentTable, stop: StopTable) -> list[str]:
    """Return the settings that a stop rule lacks, and those that it does not use."""
    needed = NEEDED[stop.rule]
    faults = [
        f'[stop]: `{name}` is missing, rule "{stop.rule}" needs it, such as {name} = {example}'
        for name, example in needed.items()
        if getattr(stop, name) is None and not table.unread("stop", name)
    ]
    return faults + [
        f'[stop]: `{name}` decides nothing with rule "{stop.rule}"; leave it out'
        for name in ("width", "d0", "d1", "alpha", "beta")
        if name not in {*needed, *OPTIONAL.get(stop.rule, ())} and getattr(stop, name) is not None
    ]


def compared_faults(
    table: ExperimentTable, of: list[str], kind: str, known: Iterable[str]
) -> list[str]:
    """Return what is wrong with the two names that a stop rule compares.

    `kind` is what the names are, "arm" or "bot"; `known` are all there are, none when they could
    not be made out.
    """
    differ = len(of) == len(set(of)) == len(("one", "other"))
    if not differ and not table.unread("stop", "of"):
        return [f"[stop] of: must be two different names, not {written(of)}"]
    names = list(known)
    unknown = [name for name in of if names and name not in names]
    return [
        f"[stop] of: no {kind} {written(name)}"
        f"{did_you_mean(name, names) or choice(kind, name, names)}"
        for name in unknown
    ]


def choice(kind: str, name: str, known: list[str]) -> str:
    """Return some of the names there are, those of a swept arm `name` first, to end a line."""
    some = sorted(known, key=lambda each: not each.startswith(f"{name} "))[:SOME]
    return f"; the {kind}s are {', '.join(some)}{', ...' if len(known) > SOME else ''}"
