"""What `gofsim tune` is asked for: its options, and the task and the held-out deals they mean."""

import shlex
from dataclasses import dataclass, fields
from pathlib import Path

from gofsim.errors import BadInputError
from gofsim.simulation.arms import file_hash
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.tuning_play import Deals
from gofsim.simulation.tuning_tables import Tables, tables_of
from gofsim.simulation.tuning_task import Task, held_out_seed, task_of

FEWEST_BLOCKS = 30  # of held-out deals: the spread of fewer is anybody's guess


@dataclass(frozen=True)
class Wish:
    """The options that decide the outcome; None means the usual."""

    bot: str
    source: str
    objective: str | None = None
    generations: int = 60
    population: int | None = None
    parameters: str | None = None
    step: float = 0.1
    start: Path | None = None
    held_out: str | None = None
    held_out_games: int = 2_000

    @property
    def command(self) -> str:
        """The command that makes the same weights again."""
        words = ["gofsim", "tune", self.bot, self.source]
        for each in fields(self)[2:]:
            value = getattr(self, each.name)
            if value != each.default:
                words += [f"--{each.name.replace('_', '-')}", str(value)]
        return shlex.join(words).encode(errors="backslashreplace").decode()

    def checked(self) -> tuple[Task, Tables, Deals]:
        """Return the task, and the tables and deals that are held out; BadInputError."""
        if faults := self.faults():
            raise BadInputError(*faults)
        task = task_of(
            load_experiment(self.source),
            self.bot,
            objective=self.objective,
            parameters=self.parameters,
            step=self.step,
            population=self.population,
            start=self.start,
        )
        held = task.tables if self.held_out is None else held_tables(self.held_out, task)
        seed = held_out_seed(task.tables.experiment.seed)
        return task, held, Deals(seed, range(self.held_out_games))

    def faults(self) -> list[str]:
        """Return what is wrong with the numbers of generations and held-out blocks."""
        faults = []
        if self.generations < 1:
            faults.append(f"--generations: must be at least 1, not {self.generations}")
        if self.held_out_games < FEWEST_BLOCKS:
            faults.append(
                f"--held-out-games: must be at least {FEWEST_BLOCKS}, not {self.held_out_games}"
            )
        return faults


def held_tables(source: str, task: Task) -> Tables:
    """Return the tables of a held-out experiment; BadInputError where they do not fit the task."""
    place = f"--held-out {source}"
    held = tables_of(load_experiment(source), task.tables.bot, place)
    faults = []
    if not same_bot(task.tables, held):
        faults.append(f"`{held.bot}` is another bot there")
    if held.players != task.tables.players:
        faults.append(f"has {held.players} players, not {task.tables.players}")
    if task.objective == "games" and held.experiment.single_round:
        faults.append("plays single rounds; --objective games needs games")
    if faults:
        raise BadInputError(*(f"{place}: {fault}" for fault in faults))
    return held


def same_bot(tables: Tables, others: Tables) -> bool:
    """Whether what sits under one name in two experiments is one bot."""
    mine, theirs = tables.seat.strategy, others.seat.strategy
    return mine.name == theirs.name and file_hash(mine.file) == file_hash(theirs.file)
