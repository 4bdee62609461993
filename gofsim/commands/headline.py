"""The report of a run and its headline, as text or as one JSON document."""

import io
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from gofsim.analysis.report import Report, make_report
from gofsim.analysis.table import Table, flat_row, text_row
from gofsim.commands.sound_run import sound_run
from gofsim.logs import logged
from gofsim.run_manifest import Manifest, read_manifest

FORMAT = "gofsim-headline/1"
WIDTH_OF_A_PIPE = 120


def report(folder: Path) -> dict[str, Any]:
    """Write the report of a run again; BadInputError when its files are not as they were."""
    sound_run(folder)
    return headline(folder)


def headline(folder: Path) -> dict[str, Any]:
    """Write the report and return the answer as one JSON-ready document, and as `text`."""
    made = logged_report(folder)
    return document(folder, made, made.table, f"report: {made.path}")


def logged_report(folder: Path) -> Report:
    """Write the report of a run; how long that took goes to the run's log."""
    with logged(folder):
        return make_report(folder)


def document(folder: Path, made: Report, table: Table, last_line: str) -> dict[str, Any]:
    """Return a report as one JSON-ready document; its `text` shows one of the tables."""
    manifest = read_manifest(folder)
    question = manifest["experiment"]["question"]
    rows = [text_row(table, row) for row in table.page_rows]
    warnings = [*made.warnings, *left_out(manifest, made.blocks)]
    notes = [f"Note: {warning}" for warning in warnings]
    lines = [question, made.sentence, *notes, "", *table_text(rows), "", last_line]
    return {
        "format": FORMAT,
        "question": question,
        "sentence": made.sentence,
        "warnings": warnings,
        "blocks": made.blocks,
        "table": plain(table, table.page_rows),
        "tables": {name: plain(each, each.rows) for name, each in made.tables.items()},
        "run": str(folder),
        "report": str(made.path),
        "text": "\n".join(lines),
    }


def left_out(manifest: Manifest, blocks: int) -> list[str]:
    """Return the line about blocks that are kept, but were not asked for this time."""
    asked, kept = manifest["experiment"], Counter[str]()
    for shard in manifest["shards"]:
        kept[shard["name"]] += shard["last"] - shard["first"] + 1
    least = min(kept[name] for name in asked["arms"])
    if least <= blocks or blocks < asked["blocks"] or asked["stop"]:
        return []
    return [
        f"This report is over the first {blocks:,} of {least:,} blocks that are kept here; "
        f"`--games {least}` brings the report over all of them back."
    ]


def plain(table: Table, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows as plain values: an estimate takes x, x_low, x_high, x_n and x_flag."""
    return [flat_row(table, row) for row in rows]


def table_text(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Return rows of texts as a table no wider than the terminal: wrapped, and not cut."""
    if not rows:
        return []
    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, heading in enumerate(rows[0]):
        table.add_column(Text(heading), justify="right" if place else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row.values()))
    width = shutil.get_terminal_size((WIDTH_OF_A_PIPE, 0)).columns
    console = Console(width=width, no_color=True, file=io.StringIO())
    with console.capture() as capture:
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines()]
