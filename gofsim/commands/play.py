"""`gofsim run` up to its results; the analysis, slow to import, comes after."""

import sys
from pathlib import Path

from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.progress import choose_progress
from gofsim.simulation.run import run_experiment


def play(
    source: str,
    *,
    games: int | None,
    seed: int | None,
    out: Path,
    workers: int | None,
    backend: str,
    fresh: bool,
    quiet: bool,
    command: str,
) -> Path:
    """Play what is missing; return the folder of results."""
    experiment = load_experiment(source, games=games, seed=seed)
    try:
        return run_experiment(
            experiment,
            out,
            workers=workers,
            backend=backend,
            fresh=fresh,
            progress=choose_progress(quiet=quiet),
            command=command,
        )
    except (KeyboardInterrupt, SystemExit):
        print("stopped; what was finished is kept, the same command goes on", file=sys.stderr)
        raise
