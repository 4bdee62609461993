"""Experiments: a TOML file, checked and resolved into arms that are ready to play."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from gofsim.errors import BadInputError
from gofsim.rules import Rules
from gofsim.simulation.arms import Arm, arm_seating, digest
from gofsim.simulation.bots import Bots
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.simulation.schema import (
    LARGEST_SEED,
    MOST_BLOCKS,
    ArmTable,
    ExperimentTable,
    heading,
    parse_experiment,
)
from gofsim.simulation.sources import find_experiment, read_toml, reduced_stem

RUN_HASH_LENGTH = 8
Unit = Literal["games", "rounds"]


@dataclass(frozen=True)
class Experiment:
    """One question, resolved: `blocks` game indices, each played in every arm."""

    question: str
    stem: str
    seed: int
    unit: Unit
    blocks: int
    seating: str
    headline: str
    rules: Rules
    bots: Mapping[str, Mapping[str, Any]]
    arms: tuple[Arm, ...]
    path: Path

    @property
    def folder(self) -> Path:
        """Where the paths of bot files start."""
        return self.path.parent

    @property
    def single_round(self) -> bool:
        """Whether a block is one round 1 instead of a game."""
        return self.unit == "rounds"

    @property
    def run_name(self) -> str:
        """The name of the results folder: the stem and a hash of what all arms share."""
        shared = {
            "unit": self.unit,
            "seed": self.seed,
            "seating": self.seating,
            "rules": self.rules.model_dump(mode="json"),
            "results_version": RESULTS_VERSION,
        }
        return f"{self.stem}-{digest(shared, RUN_HASH_LENGTH)}"


def load_experiment(
    source: str | Path, *, games: int | None = None, seed: int | None = None
) -> Experiment:
    """Read, check and resolve an experiment.

    `source` is a TOML file or the name of a bundled experiment; `games` replaces the number of
    blocks in either unit, `seed` the seed. Raises BadInputError with one line for every fault.
    """
    path = find_experiment(source)
    faults = override_faults(games, seed)
    table, found = parse_experiment(overridden(read_toml(path), games, seed))
    faults += [f"{path}: {line}" for line in found]
    if table is None:
        raise BadInputError(*faults)
    bots = Bots(table.bots, path.absolute().parent)
    arms = [resolve_arm(name, arm, table, bots) for name, arm in table.arms.items()]
    faults += [f"{path}: {line}" for line in bots.faults]
    if faults:
        raise BadInputError(*faults)
    return build(table, tuple(numbered(arms)), path)


def override_faults(games: int | None, seed: int | None) -> list[str]:
    """Return what is wrong with the values given in place of the file's."""
    faults = []
    if games is not None and not 1 <= games <= MOST_BLOCKS:
        faults.append(f"--games: must be 1 to {MOST_BLOCKS}, not {games}")
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        faults.append(f"--seed: must be 0 to {LARGEST_SEED} (2^63 - 1), not {seed}")
    return faults


def overridden(document: dict[str, Any], games: int | None, seed: int | None) -> dict[str, Any]:
    """Return the document with the values given in place of the file's, where they are sound."""
    changes: dict[str, Any] = {}
    if games is not None and not override_faults(games, None):
        changes["rounds" if "rounds" in document else "games"] = games
    if seed is not None and not override_faults(None, seed):
        changes["seed"] = seed
    return document | changes


def resolve_arm(name: str, arm: ArmTable, table: ExperimentTable, bots: Bots) -> Arm | None:
    """Resolve one arm's seats and rules; faults are kept in `bots`."""
    shared, own = (r.model_dump(exclude_unset=True) for r in (table.rules, arm.rules))
    rules = Rules(**(shared | own))
    place = f"{heading('arms', name)} seats"
    if len(arm.seats) != rules.players:
        bots.faults.append(
            f"{place}: {len(arm.seats)} bots, but {rules.players} players (rules.players)"
        )
    seated = [bots.sit(label, place) for label in arm.seats]
    seats = tuple(seat for seat in seated if seat is not None)
    if bots.faults:
        return None
    return Arm(name, tuple(arm.seats), seats, rules, arm_seating(seats, table.seating))


def numbered(arms: Iterable[Arm | None]) -> list[Arm]:
    """Return the arms with copies numbered, so that arms that are the same get a hash each.

    They are counted in the order of their names, so that the file's order does not matter.
    """
    copies: Counter[str] = Counter()
    done: dict[str, Arm] = {}
    found = [arm for arm in arms if arm is not None]
    for arm in sorted(found, key=lambda arm: arm.name):
        done[arm.name] = replace(arm, copy=copies[arm.hash])
        copies[arm.hash] += 1
    return [done[arm.name] for arm in found]


def build(table: ExperimentTable, arms: tuple[Arm, ...], path: Path) -> Experiment:
    """Put a checked file and its arms together."""
    return Experiment(
        question=table.question,
        stem=reduced_stem(path),
        seed=table.seed,
        unit="games" if table.rounds is None else "rounds",
        blocks=(table.games if table.rounds is None else table.rounds) or 0,
        seating=table.seating,
        headline=table.headline or default_headline(arms),
        rules=table.rules,
        bots=table.bots,
        arms=arms,
        path=path.absolute(),
    )


def default_headline(arms: tuple[Arm, ...]) -> str:
    """Return the headline that fits what differs: the exchange, the arms, the bots, or nothing."""
    if len({arm.rules.exchange for arm in arms}) > 1:
        return "exchange"
    if len(arms) > 1:
        return "arms"
    return "bots" if len(set(arms[0].labels)) > 1 else "gangs"
