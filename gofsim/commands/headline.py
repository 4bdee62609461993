"""The report of a run and its headline, as text or as one JSON document."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gofsim.analysis.report import make_report
from gofsim.commands.text import table_lines
from gofsim.simulation.manifest import check_files, read_manifest

FORMAT = "gofsim-headline/1"


def report(folder: Path) -> dict[str, Any]:
    """Write the report of a run again; BadInputError when its files are not as they were."""
    check_files(folder, read_manifest(folder))
    return headline(folder)


def headline(folder: Path) -> dict[str, Any]:
    """Write the report and return the answer as one JSON-ready document."""
    made = make_report(folder)
    return {
        "format": FORMAT,
        "question": read_manifest(folder)["experiment"]["question"],
        "sentence": made.sentence,
        "table": made.rows,
        "run": str(folder),
        "report": str(made.path),
    }


def text(found: Mapping[str, Any]) -> str:
    """Return the headline as text: question, answer, table, where the report is."""
    table = table_lines([with_intervals(row) for row in found["table"]])
    answer = [found["question"], found["sentence"], "", *table]
    return "\n".join([*answer, "", f"report: {found['report']}"])


def with_intervals(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with ``x``, ``x_low``, ``x_high`` written together: 0.16 (0.14 to 0.18).

    Sample sizes (``x_n``) are left to the report, which is wider than a terminal.
    """
    return {
        key: f"{value:.4g} ({row[f'{key}_low']:.4g} to {row[f'{key}_high']:.4g})"
        if row.get(f"{key}_low") is not None
        else value
        for key, value in row.items()
        if not key.endswith(("_low", "_high", "_n"))
    }
