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

from verification.fault_list import FAULTS, Fault

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("gofsim", "tests", "experiments", "docs", "pyproject.toml", "README.md")
PASSED, FAILED = 0, 1  # of pytest; anything else is no verdict


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
