"""`gofsim tune`: better parameters for a bot, and what they are worth on deals not tuned on."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from gofsim.analysis.table import text_row
from gofsim.analysis.words import counted
from gofsim.commands.headline import plain, table_text
from gofsim.commands.held_out import HeldOut, hold_out
from gofsim.commands.text import table_lines
from gofsim.commands.tune_wish import Wish
from gofsim.commands.weights_file import content_of
from gofsim.disk import replace_undisturbed
from gofsim.errors import BadInputError
from gofsim.leaving import kept, last_words
from gofsim.simulation.progress import Progress, Silent, choose_progress
from gofsim.simulation.tuning import tune
from gofsim.simulation.tuning_play import Deals, play_candidates
from gofsim.simulation.tuning_search import require_cma, rounded
from gofsim.simulation.tuning_state import State
from gofsim.simulation.tuning_tables import Tables
from gofsim.simulation.tuning_task import Task
from gofsim.simulation.watch import watching
from gofsim.simulation.workers import worker_count

FORMAT = "gofsim-tune/1"


def tune_bot(
    bot: str,
    source: str,
    *,
    out: Path | None,
    workers: int | None,
    fresh: bool,
    quiet: bool,
    **options: Any,
) -> dict[str, Any]:
    """Tune a bot, or go on with it, and write its weights; return them JSON-ready and as `text`.

    `options` are those of `Wish`. Raises BadInputError for what cannot be tuned, PlayError, and
    StorageError.
    """
    require_cma()
    wish = Wish(bot, source, **options)
    task, held, deals = wish.checked()
    workers = worker_count(workers)
    file = out or Path(re.sub(r"[^A-Za-z0-9_.-]+", "-", bot) + "-weights.json")
    progress = choose_progress(quiet=quiet)

    def stopped() -> str:
        progress.end()
        return kept(fresh)

    last_words(stopped)
    state = opened(file, task, fresh=fresh)
    found, result = play(task, wish.generations, held, deals, state, workers, progress)
    content = content_of(wish, task, found, result)
    replace_undisturbed(file, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return told(file, task, content, result)


def opened(file: Path, task: Task, *, fresh: bool) -> State:
    """Return the state beside the file of weights; refuse to replace what is not from it."""
    if os.path.isdir(file):
        raise BadInputError(f"--out: {file} is a folder; name a file")
    path = file.with_name(f"{file.name}.state")
    if os.path.exists(file) and not (fresh or os.path.exists(path)):
        raise BadInputError(
            f"{file}: is there already, and not from this tuning; --fresh replaces it at the end, "
            "or give another --out"
        )
    return State(path, task.settings, fresh=fresh)


def play(
    task: Task,
    generations: int,
    held: Tables,
    deals: Deals,
    state: State,
    workers: int,
    progress: Progress,
) -> tuple[dict[str, float], HeldOut]:
    """Play what is missing of the tuning, then the held-out deals."""

    def give_up(line: str) -> None:
        progress.end()
        print(line, file=sys.stderr, flush=True)

    start = rounded(task.tables.seat.strategy.parameters, task.start)
    progress.prepare()
    try:
        with watching(give_up):
            for tables in (task.tables, held):  # compiles
                play_candidates(tables, [start], Deals(deals.seed, range(1)), 1, Silent())
            left = task.games_left(len(state.generations), generations)
            progress.begin(left + 2 * held.games(len(deals.blocks)))
            found = tune(task, state, generations, workers, progress)
            progress.note("held-out deals")
            return found, hold_out(held, start, found, task.objective, deals, workers, progress)
    finally:
        progress.end()


def told(file: Path, task: Task, content: dict[str, Any], result: HeldOut) -> dict[str, Any]:
    """Return the answer as one JSON-ready document, and as `text`."""
    made, table = content["provenance"], result.table
    rows = [
        {"parameter": name, "start": made["start"][name], "tuned": content["parameters"][name]}
        for name in made["tuned"]
    ]
    generations = counted(made["generations"], "generation")
    blocks = counted(made["experiment"]["blocks"], "block")
    lines = [
        f"{task.tables.bot}: {generations} of {task.population} candidates on {blocks} each",
        "",
        *table_lines(rows),
        "",
        result.sentence,
        "",
        *table_text([text_row(table, row) for row in table.rows]),
        "",
        f"weights: {file}; in the table of a bot: weights = {json.dumps(file.name)}",
    ]
    return {
        "format": FORMAT,
        "file": str(file),
        "verdict": result.verdict,
        "sentence": result.sentence,
        "table": plain(table, table.rows),
        "weights": content,
        "text": "\n".join(lines),
    }
