"""The file of weights that `gofsim tune` writes: values, where they come from, what they gain."""

from typing import Any

from gofsim.commands.held_out import HeldOut
from gofsim.commands.tune_wish import Wish
from gofsim.kernel.cache import kernel_hash
from gofsim.simulation.arms import bot_content
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.manifest import installed
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.simulation.tuning_search import rounded
from gofsim.simulation.tuning_task import Task
from gofsim.strategies.weights import FORMAT

LIBRARIES = ("gofsim", "numba", "numpy", "cma")


def content_of(wish: Wish, task: Task, found: dict[str, float], result: HeldOut) -> dict[str, Any]:
    """Return what the file holds; nothing of it depends on when, or with how many workers."""
    seat = task.tables.seat
    return {
        "format": FORMAT,
        "bot": seat.strategy.name,
        "players": task.tables.players,
        "parameters": found,
        "provenance": {
            "command": wish.command,
            "versions": {name: installed(name) for name in LIBRARIES},
            "results_version": RESULTS_VERSION,
            "kernel_hash": kernel_hash(),
            "bot_files": bot_content(seat, task.tables.players)["files"],
            "experiment": described(task.tables.experiment),
            "objective": task.objective,
            "tuned": [each.name for each in task.parameters],
            "start": rounded(seat.strategy.parameters, task.start),
            "step": task.step,
            "generations": wish.generations,
            "population": task.population,
            "evaluations": wish.generations * task.population,
        },
        "held_out": result.plain(),
    }


def described(experiment: Experiment) -> dict[str, Any]:
    """Return the experiment that was tuned on; `blocks` are those of one generation."""
    return {
        "file": experiment.path.name,
        "seed": experiment.seed,
        "unit": experiment.unit,
        "blocks": experiment.blocks,
        "seating": experiment.seating,
        "bots": {name: dict(settings) for name, settings in experiment.bots.items()},
        "arms": {
            arm.name: {
                "seats": list(arm.labels),
                "rules": arm.rules.model_dump(mode="json", exclude_defaults=True),
            }
            for arm in experiment.arms
        },
    }
