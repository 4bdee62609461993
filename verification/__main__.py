"""Run all slow proofs and write docs/verification.md: `python -m verification [pytest options]`.

With options that leave tests out (`-k`), the page is printed and the one in docs stays.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from tempfile import TemporaryDirectory

import pytest

from verification.record import LOG

FOLDER = Path(__file__).resolve().parent
PAGE = FOLDER.parent / "docs" / "verification.md"
LEAVES_OUT = "keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "maxfail"
LIBRARIES = ("gofsim", "numba", "numpy", "scipy", "polars", "statsmodels", "choix")
INTRODUCTION = """\
# Verification

What is measured here can be wrong in two ways: the games, or the statistics made of them. These are
the slow proofs of both, with the figures of one run of all of them:

```sh
python -m verification
```

A row passes when its figure is as the last column but one asks; rows that are only reported have no
such bound. Where many rows are tests of chance, some figures must lie near their bounds.
[The folder's own page](../verification/README.md) says what each file does.
"""


class Outcomes:
    """What came of each test, and how long each file took."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.partial = False
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_configure(self, config: pytest.Config) -> None:
        """By the options, as workers of xdist leave tests out unseen."""
        self.partial = any(config.getoption(name) for name in LEAVES_OUT)

    def result(self, test: str) -> str:
        """Of a test, or of all its cases where none is named."""
        hit = any(node == test or node.startswith(f"{test}[") for node in self.failed)
        return "**failed**" if hit else "passed"


def main(options: list[str]) -> int:
    """Run, write the page, and return pytest's exit code."""
    outcomes, start, checked = Outcomes(), time.monotonic(), commit()
    with TemporaryDirectory() as folder:
        log = Path(folder) / "figures.jsonl"
        log.touch()
        os.environ[LOG] = str(log)
        code = pytest.main([str(FOLDER), *options], plugins=[outcomes])
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for file, seconds in outcomes.seconds.items():
        print(f"{seconds:8.0f} s  {file}")
    text = page(lines, outcomes, checked, time.monotonic() - start)
    if outcomes.partial:
        print(text)
    else:
        PAGE.write_text(text, "utf-8")
    return int(code)


def page(lines: list[dict[str, str]], outcomes: Outcomes, checked: str, seconds: float) -> str:
    """The whole page as Markdown; ``checked`` is the code that was there at the start."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    parts = [
        INTRODUCTION,
        f"Run on {datetime.now(UTC):%Y-%m-%d}, commit {checked}, Python {python_version()},"
        f" {libraries}; {seconds / 60:.0f} minutes.\n",
    ]
    parts += [f"**Failed:** `{node}`\n" for node in outcomes.failed]
    rows = [row_of(line, outcomes) for line in sorted(lines, key=lambda line: line["item"])]
    parts += [table(("item", "passed", "failed", "reported"), summary(rows)), ""]
    headings = ("item", "what", "figure", "passes when", "result")
    return "\n".join([*parts, table(headings, rows), ""])


def row_of(line: dict[str, str], outcomes: Outcomes) -> list[str]:
    """One figure with what it should be and what came of it."""
    bounded = not line["passed_when"].startswith("reported")
    result = outcomes.result(line["test"]) if bounded else "reported"
    return [line["item"], line["what"], line["figure"], line["passed_when"], result]


def summary(rows: list[list[str]]) -> list[list[str]]:
    """How many figures of each item passed."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        counts[row[0]][row[-1].strip("*")] += 1
    return [
        [item, *(str(found[result]) for result in ("passed", "failed", "reported"))]
        for item, found in counts.items()
    ]


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [headings, ["---"] * len(headings), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def commit() -> str:
    """The commit that is checked out and whether files differ from it; outside Git "unknown"."""
    try:
        changed = git("status", "--porcelain", "gofsim", "tests", "verification", "experiments")
        return f"`{git('rev-parse', '--short', 'HEAD')}`{' with changes' if changed else ''}"
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def git(*words: str) -> str:
    """What Git answers."""
    command = ["git", "-C", str(FOLDER.parent), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
