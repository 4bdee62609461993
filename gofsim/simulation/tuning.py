"""Tuning a bot's parameters: generations of candidates on fresh deals, kept as they come."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from gofsim.errors import BadInputError
from gofsim.simulation.progress import Progress
from gofsim.simulation.tuning_play import Numbers, Objective, Result, play_candidates
from gofsim.simulation.tuning_search import Values, rounded
from gofsim.simulation.tuning_state import FRESH, Generation, State
from gofsim.simulation.tuning_task import SIGN, Task


def tune(
    task: Task, state: State, generations: int, workers: int, progress: Progress
) -> dict[str, float]:
    """Play the generations that `state` does not hold yet; return all parameters, rounded.

    The same for any `workers` and any history of stopped runs. Raises BadInputError where the
    search does not come to the same candidates again, PlayError, StorageError.
    """
    search = task.search()
    for number in range(generations):
        mean, candidates = search.mean, search.ask()
        if number == len(state.generations):
            results = play(task, [*candidates, mean], number, workers, progress)
            state.add(scored(task, results, search.fingerprint))
        generation = state.generations[number]
        same = len(generation.losses) == len(candidates)
        if not same or generation.asked != search.fingerprint:
            raise BadInputError(f"{state.path}: other numbers come out on this machine; {FRESH}")
        search.tell(generation.losses)
        words = objective_words(generation.mean, generation.error, task.objective)
        progress.note(f"generation {number + 1}/{generations}: {words}")
    return rounded(task.tables.seat.strategy.parameters, task.whole(search.mean))


def play(
    task: Task, candidates: Sequence[Values], number: int, workers: int, progress: Progress
) -> list[list[Result]]:
    """Play one generation: a row of results a candidate."""
    wholes = [task.whole(values) for values in candidates]
    return play_candidates(task.tables, wholes, task.deals(number), workers, progress)


def scored(task: Task, results: Sequence[Sequence[Result]], asked: str) -> Generation:
    """Return what a generation has come to; the last row of results is that of the mean."""
    *losses, _ = [
        SIGN[task.objective] * float(score(row, task.objective).mean()) for row in results
    ]
    blocks = score(results[-1], task.objective)
    error = float(blocks.std(ddof=1)) / sqrt(len(blocks)) if len(blocks) > 1 else 0.0
    return Generation(losses, float(blocks.mean()), error, asked)


def score(row: Sequence[Result], objective: Objective) -> Numbers:
    """Return a candidate's objective: one number a block, less the field, mean of the tables."""
    each = [result.less_field(objective) for result in row]
    return np.asarray(np.mean(each, axis=0), np.float64)


def objective_words(value: float, error: float, objective: Objective) -> str:
    """Return the objective of the mean as text, short enough to stand before a bar."""
    if objective == "games":
        return f"games {100 * value:+.1f} ± {196 * error:.1f}%"
    return f"points {value:+.2f} ± {1.96 * error:.2f}"
