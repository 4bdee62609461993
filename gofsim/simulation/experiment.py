"""Experiments: a TOML file, checked and resolved into arms that are ready to play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gofsim.errors import BadInputError
from gofsim.rules import Rules
from gofsim.simulation.arms import Arm, digest
from gofsim.simulation.bots import Bots
from gofsim.simulation.deal_table import DealTable
from gofsim.simulation.design import League, Stop, league_from, stop_from
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.simulation.reading import parse_experiment
from gofsim.simulation.resolve import resolve_arms
from gofsim.simulation.schema import LARGEST_SEED, MOST_BLOCKS, ExperimentTable
from gofsim.simulation.sources import find_experiment, read_toml, reduced_stem
from gofsim.simulation.where import Where
from gofsim.simulation.worth import CardWorth, worth_from

RUN_HASH_LENGTH = 8
MOST_TOLD = 99  # lines of faults
Unit = Literal["games", "rounds"]


@dataclass(frozen=True)
class Experiment:
    """One question, resolved: `blocks` game indices, each played in every arm.

    `arms` are all that are played, those of a league or a sweep among them; `sweep` holds the
    values of each swept key. With `stop`, `blocks` is the most. `where` decides no result.
    """

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
    league: League | None = None
    sweep: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    stop: Stop | None = None
    where: Where = field(default_factory=Where)
    deal: DealTable | None = None
    worth: CardWorth | None = None

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
        shared: dict[str, Any] = {
            "unit": self.unit,
            "seed": self.seed,
            "seating": self.seating,
            "rules": self.rules.model_dump(mode="json"),
            "results_version": RESULTS_VERSION,
        }
        if self.deal is not None:
            shared["deal"] = self.deal.described()
        return f"{self.stem}-{digest(shared, RUN_HASH_LENGTH)}"


def load_experiment(
    source: str | Path, *, games: int | None = None, seed: int | None = None
) -> Experiment:
    """Read, check and resolve an experiment.

    `source` is a TOML file or the name of a bundled experiment; `games` replaces the number of
    blocks in either unit, `seed` the seed. Raises BadInputError with one line for every fault.
    """
    path = find_experiment(source)
    document = overridden(read_toml(path), games, seed)
    faults = override_faults(games, seed)
    return experiment_from(document, path, faults=faults, prefix=f"{path}: ")


def experiment_from(
    document: Mapping[str, Any], path: Path, *, faults: Sequence[str] = (), prefix: str = ""
) -> Experiment:
    """Check and resolve an experiment that is given as the dict of its TOML.

    `path` names it in the results, and bot files are looked for in its folder; there need be no
    such file. Raises BadInputError with `faults` and one line, after `prefix`, for each fault of
    the document.
    """
    table, found = parse_experiment(document)
    bots = Bots(table.bots, path.absolute().parent, unread=table.unread_bots)
    arms, more = resolve_arms(table, bots)
    lines = [*faults, *(prefix + line for line in dict.fromkeys([*found, *more]))]
    if lines:
        more = [f"{prefix}and {len(lines) - MOST_TOLD:,} more faults"]
        raise BadInputError(*lines[:MOST_TOLD], *more[: len(lines) > MOST_TOLD])
    return build(table, tuple(arms), path)


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


def build(table: ExperimentTable, arms: tuple[Arm, ...], path: Path) -> Experiment:
    """Put a checked file and its arms together."""
    return Experiment(
        question=table.question,
        stem=reduced_stem(path),
        seed=table.seed,
        unit=table.unit,
        blocks=table.blocks,
        seating=table.seating if table.worth is None else "fixed",
        headline=table.headline or default_headline(table, arms),
        rules=table.rules,
        bots=table.bots,
        arms=arms,
        path=path.absolute(),
        league=None if table.league is None else league_from(table.league),
        sweep=table.sweep,
        stop=None if table.stop is None else stop_from(table.stop),
        where=Where(**table.run.model_dump()),
        deal=table.deal,
        worth=None if table.worth is None else worth_from(table.worth),
    )


def default_headline(table: ExperimentTable, arms: tuple[Arm, ...]) -> str:
    """Return the headline that fits what differs: the exchange, the arms, the bots, or nothing."""
    if table.worth is not None:
        return "worth"
    if table.league is not None:
        return "bots"
    if len({arm.rules.exchange for arm in arms}) > 1:
        return "exchange"
    if len(arms) > 1:
        return "arms"
    alone = "gangs" if table.deal is None else "arms"
    return "bots" if len(set(arms[0].labels)) > 1 else alone
