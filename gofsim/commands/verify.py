"""`gofsim verify`: whether a run, one's own or a stranger's, is what it says."""

from pathlib import Path
from typing import Any

from gofsim.simulation.verifying import verify_run

FORMAT = "gofsim-verify/1"


def verify(folder: Path, *, sample: int, seed: int) -> dict[str, Any]:
    """Verify a run; return what was looked at, as plain data with its `text`."""
    found = verify_run(folder, sample=sample, seed=seed)
    same = ": every row the same" if found.replayed else ""
    lines = [
        f"{found.files:,} files with {found.rows:,} rows: checksums, columns and blocks as listed",
        f"{found.replayed:,} of {found.blocks:,} blocks played again{same}",
    ]
    return {"format": FORMAT, "run": str(folder), **vars(found), "text": "\n".join(lines)}
