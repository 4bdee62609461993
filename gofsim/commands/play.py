"""`gofsim run` up to its results; the analysis, slow to import, comes after."""

import sys
from pathlib import Path
from typing import Any

from gofsim.playing import play_experiment
from gofsim.simulation.experiment import Experiment, load_experiment
from gofsim.simulation.progress import choose_progress


def play(source: str, *, games: int | None, seed: int | None, **how: Any) -> Path:
    """Play what is missing of an experiment file; return the folder of results."""
    return play_it(load_experiment(source, games=games, seed=seed), **how)


def play_it(experiment: Experiment, *, out: Path, quiet: bool, **how: Any) -> Path:
    """Play what is missing, showing progress; ``how`` is what `run_experiment` takes."""
    try:
        return play_experiment(experiment, out, progress=choose_progress(quiet=quiet), **how)
    except (KeyboardInterrupt, SystemExit):
        print("stopped; what was finished is kept, the same command goes on", file=sys.stderr)
        raise
