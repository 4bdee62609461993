"""A sweep as the analysis sees it: its factors, the arms it multiplied, which arm stands where."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gofsim.analysis.run_folder import ArmInfo, RunFolder

Place = tuple[str, ...]  # the level of each factor, as text


@dataclass(frozen=True)
class Factor:
    """What is varied: its key in the experiment, its name on a page, its values in their order."""

    key: str
    name: str
    values: tuple[Any, ...]

    @property
    def levels(self) -> tuple[str, ...]:
        """The values as an arm's name has them."""
        return tuple(level_text(value) for value in self.values)

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers, which have their place on an axis."""
        return all(isinstance(v, int | float) and not isinstance(v, bool) for v in self.values)


@dataclass(frozen=True)
class Sweep:
    """The grid: ``bases`` are the arms before they were multiplied, in the order of the file."""

    factors: tuple[Factor, ...]
    bases: tuple[str, ...]
    arms: Mapping[tuple[str, Place], ArmInfo]

    def at(self, base: str, levels: Sequence[str]) -> ArmInfo:
        """The arm of a base at one level of each factor."""
        return self.arms[base, tuple(levels)]

    @property
    def origin(self) -> Place:
        """The first level of each factor."""
        return tuple(factor.levels[0] for factor in self.factors)

    def steps(self) -> Iterator[tuple[Factor, str, Place]]:
        """Every level but the first of every factor, the other factors at their first level."""
        for place, factor in enumerate(self.factors):
            for level in factor.levels[1:]:
                yield factor, level, (*self.origin[:place], level, *self.origin[place + 1 :])

    def far(self, factor: Factor) -> Place:
        """The last level of a factor, the other factors at their first level."""
        return tuple(f.levels[-1 if f == factor else 0] for f in self.factors)


def sweep_of(run: RunFolder) -> Sweep | None:
    """The sweep that made the arms of a run; None for a run without."""
    if not run.swept:
        return None
    lasts = Counter(_last(key) for key in run.swept)
    factors = tuple(
        Factor(key, _last(key) if lasts[_last(key)] == 1 else key, tuple(values))
        for key, values in run.swept.items()
    )
    by_name = {arm.name: arm for arm in run.arms}
    arms = {
        (arm["base"], tuple(level_text(arm["factors"][factor.key]) for factor in factors)): by_name[
            run.same.get(name, name)
        ]
        for name, arm in run.experiment["arms"].items()
    }
    return Sweep(factors, tuple(dict.fromkeys(base for base, _ in arms)), arms)


def level_text(value: object) -> str:
    """A value as it stands in an arm's name."""
    if isinstance(value, list):
        return ",".join(map(level_text, value))
    if isinstance(value, Mapping):
        return ",".join(f"{key}={level_text(each)}" for key, each in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _last(key: str) -> str:
    return key.rpartition(".")[2]
