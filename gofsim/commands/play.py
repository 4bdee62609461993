"""`gofsim run` up to its results; the analysis, slow to import, comes after."""

import shlex
from pathlib import Path
from typing import Any

from gofsim.leaving import kept, last_words
from gofsim.playing import play_experiment
from gofsim.simulation.experiment import Experiment, load_experiment
from gofsim.simulation.progress import choose_progress


def play(source: str, *, games: int | None, seed: int | None, **how: Any) -> Path:
    """Play what is missing of an experiment file; return the folder of results."""
    return play_it(load_experiment(source, games=games, seed=seed), **how)


def play_it(experiment: Experiment, *, out: Path, quiet: bool, fresh: bool, **how: Any) -> Path:
    """Play what is missing, showing progress; ``how`` is what `run_experiment` takes."""
    progress = choose_progress(quiet=quiet)

    def stopped() -> str:
        progress.end()
        return kept(fresh)

    last_words(stopped)
    folder = play_experiment(experiment, out, progress=progress, fresh=fresh, **how)
    command = shlex.join(["gofsim", "report", str(folder)])
    last_words(lambda: f"stopped; everything is played, `{command}` makes the report")
    return folder
