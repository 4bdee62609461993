"""Faults worth fearing, each planted into a copy of the project, where some test must fail.

`python -m verification.faults` plants them one after another and prints who caught them.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("gofsim", "tests", "experiments", "docs", "pyproject.toml", "README.md")
PASSED, FAILED = 0, 1  # of pytest; anything else is no verdict


class Fault(NamedTuple):
    """A line of a file, what it becomes, and the tests that must notice."""

    name: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


FAULTS = (
    Fault(
        "rows instead of blocks (looks and leagues)",
        "gofsim/analysis/bot_blocks.py",
        '.group_by("block").agg(**sums).sort("block")',
        '.group_by("block", "seating").agg(**sums).sort("block", "seating").drop("seating")',
        ("tests/analysis/test_looks.py",),
    ),
    Fault(
        "rows instead of blocks (errors of all tables)",
        "gofsim/analysis/block_sums.py",
        "blocks / (blocks - 1)) if blocks > 1",
        "blocks / (4 * blocks - 1)) if blocks > 1",
        ("tests/analysis/test_block_sums.py",),
    ),
    Fault(
        "rotation dropped",
        "gofsim/kernel/seating.py",
        "        _rotate(players, seating, places)",
        "        pass",
        ("tests/kernel/test_seating.py",),
    ),
    Fault(
        "one seed for two blocks",
        "gofsim/kernel/game.py",
        "        view[BLOCK] = block",
        "        view[BLOCK] = block >> np.uint64(1)",
        ("tests/simulation/test_play.py",),
    ),
    Fault(
        "Holm off by one",
        "gofsim/analysis/estimates.py",
        "(len(known) - rank) * p",
        "(len(known) - rank - 1) * p",
        ("tests/analysis/test_estimates.py",),
    ),
    Fault(
        "paired blocks taken as independent",
        "gofsim/analysis/estimates.py",
        "    difference = np.asarray(left, np.float64) - np.asarray(right, np.float64)",
        "    difference = np.asarray(left, np.float64) - np.asarray(right, np.float64)[::-1]",
        ("tests/analysis/test_estimates.py",),
    ),
    Fault(
        "a bot counted in its own field",
        "gofsim/analysis/rates.py",
        "places * (n - 1))",
        "places * n)",
        ("tests/analysis/test_measures.py", "tests/analysis/test_looks.py"),
    ),
    Fault(
        "a tied game won twice",
        "gofsim/analysis/measures.py",
        "each * SHARES // _added(won)",
        "each * SHARES // (_added(won) * 0 + 1)",
        ("tests/analysis/test_measures.py",),
    ),
    Fault(
        "the sequence forgets its alpha",
        "gofsim/analysis/sequential.py",
        "log(sqrt(grown + 1) / alpha))",
        "log(sqrt(grown + 1) / 1.0 + 1))",
        ("tests/analysis/test_sequential.py",),
    ),
    Fault(
        "the bounds of the sequential test changed over",
        "gofsim/analysis/sequential.py",
        "return log(beta / (1 - alpha)), log((1 - beta) / alpha)",
        "return log(alpha / (1 - beta)), log((1 - alpha) / beta)",
        ("tests/analysis/test_sequential.py",),
    ),
    Fault(
        "a stop rule that sees blocks beyond its look",
        "gofsim/analysis/looks.py",
        "self._sums.add(rows[start - done : end - done])",
        "self._sums.add(rows[start - done :])",
        ("tests/analysis/test_looks.py",),
    ),
    Fault(
        "a fixed-size interval after looking",
        "gofsim/analysis/run_folder.py",
        "stops += [self.stop] if self.stop is not None else []",
        "stops += []",
        ("tests/analysis/test_stopping.py",),
    ),
    Fault(
        "equivalence by one side only",
        "gofsim/analysis/equivalence.py",
        "nearest = (margin - abs(estimate.value))",
        "nearest = (margin - estimate.value)",
        ("tests/analysis/test_equivalence.py",),
    ),
    Fault(
        "a bootstrap of the wrong spread",
        "gofsim/analysis/bootstrap.py",
        "chances = np.exp(-1) /",
        "chances = np.exp(-1.5) /",
        ("tests/analysis/test_bootstrap.py",),
    ),
    Fault(
        "a ladder steeper than its contests",
        "gofsim/analysis/cycles.py",
        "potential = contests.mean(axis=1)",
        "potential = contests.sum(axis=1)",
        ("tests/analysis/test_cycles.py",),
    ),
)


@contextmanager
def planted(fault: Fault | None) -> Iterator[Path]:
    """Yield a copy of the project with the fault in it (or with none)."""
    with TemporaryDirectory(prefix="gofsim-fault-") as folder:
        copy = Path(folder)
        for part in PARTS:
            copy_part(ROOT / part, copy / part)
        if fault is not None:
            plant(copy / fault.file, fault)
        yield copy


def copy_part(source: Path, target: Path) -> None:
    """Copy a file or folder, without what Python left there."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def plant(path: Path, fault: Fault) -> None:
    """Replace the right line; ValueError when it is not there exactly once."""
    text = path.read_text("utf-8")
    if text.count(fault.right) != 1:
        raise ValueError(f"{fault.file}: {fault.right!r} is there {text.count(fault.right)} times")
    path.write_text(text.replace(fault.right, fault.wrong), "utf-8")


def verdict(folder: Path, tests: tuple[str, ...]) -> int:
    """Run tests in a copy of the project, with its own code; return pytest's exit code."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=False
    ).returncode


def main() -> int:
    """Plant every fault; print a line for each, and return how many nobody noticed."""
    missed = 0
    for fault in FAULTS:
        with planted(fault) as folder:
            caught = verdict(folder, fault.tests) == FAILED
        missed += not caught
        print(f"{'caught' if caught else 'MISSED'}: {fault.name} ({fault.file})", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
