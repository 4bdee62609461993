"""What is to be tuned: the bot, its parameters, the tables and deals, and how it is searched."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from gofsim.errors import BadInputError
from gofsim.kernel.cache import kernel_hash
from gofsim.simulation.arms import bot_content
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.manifest import installed
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.simulation.schema import LARGEST_SEED
from gofsim.simulation.tuning_play import Deals, Objective
from gofsim.simulation.tuning_search import Search, Values, usual_population
from gofsim.simulation.tuning_tables import Tables, tables_of
from gofsim.strategies.base import Parameter
from gofsim.strategies.weights import read_weights
from gofsim.suggest import did_you_mean, few, written

FEWEST_CANDIDATES = 4  # of fewer, cma's weights are not defined
SIGN = {"games": -1.0, "points": 1.0}  # of a loss: points are bad, games are good
LIBRARIES = ("cma", "numpy")


@dataclass(frozen=True)
class Task:
    """What is tuned on what, and how; all that decides the outcome but the generations.

    `start` holds all numeric parameters of the bot, `parameters` those that are tuned.
    """

    tables: Tables
    objective: Objective
    parameters: tuple[Parameter, ...]
    start: Values
    step: float
    population: int

    @cached_property
    def settings(self) -> dict[str, Any]:
        """All that decides the outcome but the generations, in the words of the user."""
        experiment, players = self.tables.experiment, self.tables.players
        return {
            "engine": [RESULTS_VERSION, kernel_hash()],
            "libraries": {name: installed(name) for name in LIBRARIES},
            "unit": experiment.unit,
            "seed": experiment.seed,
            "seating": experiment.seating,
            "blocks": experiment.blocks,
            "deal": experiment.deal and experiment.deal.described(),
            "arms": [
                {
                    "rules": arm.rules.model_dump(mode="json"),
                    "bots": [
                        bot_content(seat, players)
                        | ({"parameters": "tuned"} if label == self.tables.bot else {})
                        for label, seat in zip(arm.labels, arm.seats, strict=True)
                    ],
                }
                for arm in self.tables.arms
            ],
            "start": self.start,
            "parameters": [[each.name, each.low, each.high] for each in self.parameters],
            "objective": self.objective,
            "step": self.step,
            "population": self.population,
        }

    def search(self) -> Search:
        """Return the search at its beginning."""
        return Search(
            self.parameters,
            self.start,
            step=self.step,
            population=self.population,
            seed=self.tables.experiment.seed,
        )

    def whole(self, values: Mapping[str, float]) -> Values:
        """Return all parameters of the bot, those tuned with these values."""
        return {**self.start, **values}

    def deals(self, generation: int) -> Deals:
        """Return the deals of a generation, which no other plays."""
        blocks = self.tables.experiment.blocks
        first = generation * blocks
        return Deals(self.tables.experiment.seed, range(first, first + blocks))

    def games_left(self, played: int, generations: int) -> int:
        """How many games, or single rounds, the generations still take."""
        a_candidate = self.tables.games(self.tables.experiment.blocks)
        return max(0, generations - played) * (self.population + 1) * a_candidate


def task_of(
    experiment: Experiment,
    bot: str,
    *,
    objective: str | None,
    parameters: str | None,
    step: float,
    population: int | None,
    start: Path | None,
) -> Task:
    """Put a task together from what the user asks for.

    `parameters` are names with commas between them, None for all; None for `objective` and
    `population` means the usual ones. Raises BadInputError with one line a fault.
    """
    tables = tables_of(experiment, bot, str(experiment.path.name))
    known = tables.seat.strategy.parameters
    if not known:
        raise BadInputError(f"{written(bot)} has no numeric parameters to tune")
    faults = [
        *number_faults(step, population),
        *objective_faults(experiment, objective),
        *name_faults(parameters, known),
    ]
    if faults:
        raise BadInputError(*faults)
    names = names_in(parameters) if parameters is not None else [each.name for each in known]
    chosen = tuple(each for each in known if each.name in names)
    usual: Objective = "points" if experiment.single_round else "games"
    return Task(
        tables,
        usual if objective is None else objective,  # type: ignore[arg-type]
        chosen,
        start_values(tables, start),
        step,
        usual_population(len(chosen)) if population is None else population,
    )


def number_faults(step: float, population: int | None) -> list[str]:
    """Return what is wrong with the numbers of the search."""
    faults = []
    if not 0 < step <= 1:
        faults.append(f"--step: must be above 0, at most 1, not {step:g}")
    if population is not None and population < FEWEST_CANDIDATES:
        faults.append(f"--population: must be at least {FEWEST_CANDIDATES}, not {population}")
    return faults


def objective_faults(experiment: Experiment, objective: str | None) -> list[str]:
    """Return what is wrong with the objective for an experiment."""
    if objective not in (None, *SIGN):
        return [f"--objective: must be games or points, not {written(objective)}"]
    if objective == "games" and experiment.single_round:
        return [f"--objective games: {experiment.path.name} plays single rounds; take points"]
    return []


def name_faults(names: str | None, known: Sequence[Parameter]) -> list[str]:
    """Return what is wrong with the list of parameters."""
    valid = [each.name for each in known]
    faults = [
        f"--parameters: no parameter {written(name)}"
        + (did_you_mean(name, valid) or f"; there are {', '.join(valid)}")
        for name in names_in(names or valid[0])
        if name not in valid
    ]
    return few(faults, "--parameters")


def names_in(names: str) -> list[str]:
    """Return the names in a list with commas."""
    return [name.strip() for name in names.split(",")]


def start_values(tables: Tables, start: Path | None) -> Values:
    """Return the parameters to begin with: of the experiment, over them those of a file."""
    own = tables.seat.values_at(tables.players)
    if start is None:
        return own
    try:
        weights = read_weights(start, tables.seat.strategy)
    except BadInputError as error:
        raise BadInputError(*(f"--start: {fault}" for fault in error.faults)) from None
    if weights["players"] != tables.players:
        raise BadInputError(
            f"--start: {start} is for {weights['players']} players, not {tables.players}"
        )
    return own | {name: float(value) for name, value in weights["parameters"].items()}


def held_out_seed(seed: int) -> int:
    """Return the root seed of the deals on which nothing was tuned: a hash of the other seed."""
    digest = hashlib.sha256(f"held out from {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") & LARGEST_SEED
