"""Running experiments and reading results from Python, as the command line does."""

from pathlib import Path

from gofsim.analysis.report import make_report
from gofsim.playing import play_experiment
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.open import Run, open_run
from gofsim.simulation.progress import choose_progress

__all__ = ["Run", "open_run", "run"]


def run(
    experiment: str | Path,
    *,
    games: int | None = None,
    seed: int | None = None,
    out: str | Path = "results",
    workers: int | None = None,
    backend: str = "threads",
    fresh: bool = False,
    quiet: bool = True,
) -> Run:
    """Play an experiment (a TOML file or a bundled name), write its report, return its results.

    The arguments are those of ``gofsim run``: `games` replaces the number of blocks in either
    unit; what an earlier run in the same `out` folder has played is used. With
    ``backend="processes"`` a script needs the usual ``if __name__ == "__main__":``. Raises
    BadInputError, StorageError or PlayError.
    """
    folder = play_experiment(
        load_experiment(experiment, games=games, seed=seed),
        out,
        workers=workers,
        backend=backend,
        fresh=fresh,
        progress=choose_progress(quiet=quiet),
        command=f"gofsim.run({str(experiment)!r}, games={games}, seed={seed})",
    )
    make_report(folder)
    return open_run(folder)
