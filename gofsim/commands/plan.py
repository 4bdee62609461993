"""`gofsim plan`: the blocks and minutes that effects of given sizes need, from a short pilot."""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from gofsim.analysis.planning import planned
from gofsim.analysis.run_folder import read_run
from gofsim.analysis.table import flat_row, text_row
from gofsim.commands.check import duration
from gofsim.commands.headline import table_text
from gofsim.errors import BadInputError
from gofsim.leaving import tidying
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment
from gofsim.simulation.workers import worker_count

FORMAT = "gofsim-plan/1"
NOTHING = "All that the experiment compares is identical in the pilot: there is nothing to plan."
FEWEST = 30  # blocks of a pilot: the spread of fewer is anybody's guess


def plan(source: str, *, pilot: int, workers: int | None) -> dict[str, Any]:
    """Play a pilot in a folder that is removed again; return the plan, JSON-ready and as `text`.

    Raises BadInputError for a faulty experiment or a pilot of fewer than 30 blocks.
    """
    if pilot < FEWEST:
        raise BadInputError(f"--pilot: must be at least {FEWEST} blocks, not {pilot}")
    experiment = replace(load_experiment(source), blocks=pilot, stop=None)
    with (
        tempfile.TemporaryDirectory(prefix="gofsim-plan-") as folder,
        tidying(lambda: shutil.rmtree(folder, ignore_errors=True)),
    ):
        run = read_run(run_experiment(experiment, Path(folder), workers=workers, backend="threads"))
        seconds = float(run.manifest["timings"]["worker_seconds"]) / pilot / worker_count(workers)
        table = planned(run, seconds)
    lines = [
        experiment.question,
        f"pilot of {pilot:,} blocks; a block of all arms takes about {1000 * seconds:.3g} ms here"
        f" ({duration(1000 * seconds)} for 1,000 blocks)",
        "",
        *(table_text([text_row(table, row) for row in table.page_rows]) or [NOTHING]),
        "",
        table.note,
    ]
    return {
        "format": FORMAT,
        "question": experiment.question,
        "pilot": pilot,
        "seconds_a_block": seconds,
        "table": [flat_row(table, row) for row in table.rows],
        "text": "\n".join(lines),
    }
