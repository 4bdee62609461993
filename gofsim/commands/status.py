"""`gofsim status`: how a run stands, as one JSON-ready document and as text."""

from pathlib import Path
from typing import Any

from gofsim.analysis.words import counted
from gofsim.commands.check import duration, megabytes
from gofsim.commands.text import table_lines
from gofsim.simulation.status import status
from gofsim.suggest import MOST_LINES


def status_of(folder: Path) -> dict[str, Any]:
    """Return the status of a run, `text` included; BadInputError where there are no results."""
    found = status(folder)
    arms = found["arms"]
    shown = [
        {"arm": arm["arm"], "blocks": f"{arm['done']:,} of {arm['blocks']:,}"}
        for arm in arms[:MOST_LINES]
    ]
    left_out = len(arms) - len(shown)
    lines = [
        found["question"],
        "",
        f"state: {found['state']}" + (f" ({found['why']})" if found["why"] else ""),
        *pace_lines(found),
        size_line(found),
        f"last written: {found['updated']}",
        *([f"to go on: {found['command']}"] if found["state"] == "stopped" else []),
        "",
        *table_lines(shown),
        *([f"and {left_out:,} more arms"] if left_out else []),
    ]
    return found | {"text": "\n".join(lines)}


def pace_lines(found: dict[str, Any]) -> list[str]:
    """Say how fast it is or was, and how long the rest takes."""
    lines = []
    if found["rounds_a_second"]:
        crew = counted(found["workers"], "worker") if found["workers"] else "a cluster"
        lines.append(
            f"rate: {found['rounds_a_second']:,.0f} rounds/s, "
            f"{found['games_a_second']:,.0f} games/s with {crew}"
        )
    if found["seconds_left"] is not None:
        lines.append(f"time left: about {duration(found['seconds_left'])}")
    lines.append(f"played: {found['rounds']:,} rounds in {duration(found['seconds_played'])}")
    return lines


def size_line(found: dict[str, Any]) -> str:
    """Say what is on the disk."""
    a_round = f", {found['bytes_a_round']:.1f} bytes a round" if found["rounds"] else ""
    return (
        f"files: {found['files']:,} in {found['shards']:,} shards,"
        f" {megabytes(found['bytes'])}{a_round}"
    )
