"""Running experiments and reading results from Python, as the command line does."""

from pathlib import Path
from typing import Unpack

from gofsim.analysis.report import make_report
from gofsim.logs import logged
from gofsim.playing import play_experiment
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.open import Run, open_run
from gofsim.simulation.progress import choose_progress
from gofsim.simulation.where import Options

__all__ = ["Run", "open_run", "run"]


def run(
    experiment: str | Path,
    *,
    games: int | None = None,
    seed: int | None = None,
    out: str | Path = "results",
    fresh: bool = False,
    repair: bool = False,
    quiet: bool = True,
    **options: Unpack[Options],
) -> Run:
    """Play an experiment (a TOML file or a bundled name), write its report, return its results.

    The arguments are those of ``gofsim run``: `games` replaces the number of blocks in either
    unit; `options` are `workers`, `backend`, `scheduler` and `shards`, each instead of the file's;
    what an earlier run in the same `out` folder has played is used. With
    ``backend="processes"`` a script needs the usual ``if __name__ == "__main__":``. Raises
    BadInputError, StorageError or PlayError.
    """
    folder = play_experiment(
        load_experiment(experiment, games=games, seed=seed),
        out,
        fresh=fresh,
        repair=repair,
        progress=choose_progress(quiet=quiet),
        command=f"gofsim.run({str(experiment)!r}, games={games}, seed={seed})",
        **options,
    )
    with logged(folder):
        make_report(folder)
    return open_run(folder)
