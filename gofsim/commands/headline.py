"""The report of a run and its headline, as text or as one JSON document."""

import io
import shutil
from collections.abc import Mapping, Sequence
from math import isinf
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gofsim.analysis.report import make_report
from gofsim.simulation.manifest import check_files, read_manifest

FORMAT = "gofsim-headline/1"
WIDTH_OF_A_PIPE = 120


def report(folder: Path) -> dict[str, Any]:
    """Write the report of a run again; BadInputError when its files are not as they were."""
    check_files(folder, read_manifest(folder))
    return headline(folder)


def headline(folder: Path) -> dict[str, Any]:
    """Write the report and return the answer as one JSON-ready document, and as `text`."""
    made = make_report(folder)
    question = read_manifest(folder)["experiment"]["question"]
    lines = [question, made.sentence, "", *table_text(made.lines), "", f"report: {made.path}"]
    return {
        "format": FORMAT,
        "question": question,
        "sentence": made.sentence,
        "table": plain(made.rows),
        "tables": {name: plain(rows) for name, rows in made.tables.items()},
        "run": str(folder),
        "report": str(made.path),
        "text": "\n".join(lines),
    }


def plain(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows as JSON can hold them: an infinite factor becomes null."""
    return [
        {key: None if isinstance(value, float) and isinf(value) else value
         for key, value in row.items()}
        for row in rows
    ]  # fmt: skip


def table_text(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Return rows of texts as a table no wider than the terminal, headings and cells wrapped."""
    if not rows:
        return []
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, heading in enumerate(rows[0]):
        table.add_column(Text(heading), justify="right" if place else "left")
    for row in rows:
        table.add_row(*map(Text, row.values()))
    width = shutil.get_terminal_size((WIDTH_OF_A_PIPE, 0)).columns
    console = Console(width=width, no_color=True, file=io.StringIO())
    with console.capture() as capture:
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines()]
