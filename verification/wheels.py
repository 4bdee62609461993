"""The wheel in fresh environments: `python -m verification.wheels [PYTHON ...] [--games N]`.

Builds the wheel, installs it for each Python, and once with the lowest versions that pyproject.toml
allows; each plays the shipped experiment, in one cache folder. All must have the same rows and the
same numbers. Prints the table of what was found; exit code 1 when anything differs.
"""

import argparse
import hashlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from gofsim.simulation.open import open_run
from verification.__main__ import table

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("python3.11", "python3.12", "python3.13")
TABLES = ("rounds", "games", "gangs")
LIBRARIES = ("numba", "numpy", "polars", "pyarrow", "pandas", "scipy")
VERSIONS = f"""
import json, platform
from importlib.metadata import version
print(json.dumps([platform.python_version(), *map(version, {LIBRARIES})]))
"""
TREE = "from gofsim.__main__ import main\nmain()"


def main(arguments: list[str]) -> int:
    """Do all of it; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m verification.wheels")
    parser.add_argument("pythons", nargs="*", default=PYTHONS, metavar="PYTHON")
    parser.add_argument("--games", type=int, default=500, help="blocks to play (default: 500)")
    parser.add_argument("--without-lowest", action="store_true", help="newest versions only")
    asked = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="gofsim wheels ä ") as name:
        folder = Path(name)
        wheel = built_wheel(folder)
        homes = [installed(folder, python, wheel) for python in asked.pythons]
        if not asked.without_lowest:
            homes.append(installed(folder, asked.pythons[0], wheel, lowest=True))
        rows = [row_of(home, asked.games) for home in homes]
        print(table(rows[0], (row.values() for row in rows)))
        faults = list(differing(rows, homes))
        faults += shared_cache_faults(folder, homes) if len(homes) > 1 else []
    good = f"all {len(rows)} the same; one cache folder serves them all"
    print("\n".join(faults) or (good if len(rows) > 1 else "the wheel plays"))
    return bool(faults)


def built_wheel(folder: Path) -> Path:
    """Build the wheel of this source tree."""
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT)
    return next(folder.glob("*.whl"))


def installed(folder: Path, python: str, wheel: Path, *, lowest: bool = False) -> Path:
    """Install the wheel into a fresh environment; return its folder."""
    path = shutil.which(python)
    if path is None:
        sys.exit(f"{python}: no such Python on the PATH; give its path as an argument")
    home = folder / f"{len(list(folder.iterdir()))}{' lowest' if lowest else ''}"
    run(path, "-m", "venv", home)
    bounds = folder / "lowest.txt"
    bounds.write_text("\n".join(lowest_versions()), "utf-8")
    start = time.monotonic()
    pins = ("--constraint", bounds) if lowest else ()
    run(bin_of(home) / "python", "-m", "pip", "install", "--quiet", *pins, wheel)
    print(f"{python}: installed in {time.monotonic() - start:.0f} s", file=sys.stderr)
    return home


def lowest_versions() -> list[str]:
    """The lower bounds of the dependencies, as constraints for pip."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [re.sub(r">=([^,]+).*", r"==\1", entry) for entry in project["dependencies"]]


def row_of(home: Path, games: int) -> dict[str, str]:
    """Play the shipped experiment there, twice: compiling, and out of the cache with `-I -O`."""
    strict = [bin_of(home) / "python", "-I", "-O", "-m", "gofsim"]
    ways = {"first": ([bin_of(home) / "gofsim"], ()), "next": (strict, ("--workers", 1))}
    seconds, found = [], []
    for name, (gofsim, options) in ways.items():
        begin = time.monotonic()
        document = played(home, gofsim, "--games", games, "--out", home / name, *options)
        seconds.append(f"{time.monotonic() - begin:.0f} s")
        found.append(sums_of(next((home / name).iterdir()), document))
    (home / "document.json").write_text(json.dumps(document), "utf-8")
    sums, again = found
    if sums != again:
        sys.exit(f"{home.name}: another result with python -I -O and one worker: {found}")
    versions = json.loads(run(bin_of(home) / "python", "-c", VERSIONS))
    names = ("Python", *LIBRARIES, "first run", "next run")
    row = dict(zip(names, [*versions, *seconds], strict=True)) | sums
    print(*row.values(), file=sys.stderr)
    return row


def played(home: Path, gofsim: list[Any], *options: object) -> dict[str, Any]:
    """Run the shipped experiment; return its JSON document but for paths."""
    command = [*gofsim, "run", "exchange", "--quiet", "--json", *options]
    found = json.loads(run(*command, cwd=home, GOFSIM_CACHE_DIR=home.parent / "cache"))
    return {name: value for name, value in found.items() if name not in ("run", "report")}


def sums_of(run_folder: Path, found: dict[str, Any]) -> dict[str, str]:
    """SHA-256 (12 digits) of the rows of each table, and of the JSON."""
    results = open_run(run_folder)
    sums = {name: content_sum(getattr(results, name).collect()) for name in TABLES}
    return sums | {"numbers": digits(json.dumps(found, sort_keys=True).encode())}


def content_sum(rows: pl.DataFrame) -> str:
    """Sum of names, types and values, whatever files they were spread over."""
    plain = rows.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
    return digits(plain.sort(pl.all()).rechunk().write_ipc(None).getvalue())


def digits(data: bytes) -> str:
    """The first digits of a sum: enough to compare by eye."""
    return hashlib.sha256(data).hexdigest()[:12]


def differing(rows: list[dict[str, str]], homes: list[Path]) -> Iterable[str]:
    """One line for each table that is not the same everywhere, and for other numbers."""
    for name in TABLES:
        if len({row[name] for row in rows}) > 1:
            yield f"{name}: not the same everywhere"
    first, *others = (json.loads((home / "document.json").read_text("utf-8")) for home in homes)
    if not all(alike(first, other) for other in others):
        yield "numbers: not the same everywhere"


def alike(one: Any, other: Any) -> bool:
    """Whether documents are the same, numbers to seven digits or, near 0, nine places.

    Versions of the libraries differ in the last digits, of which a difference leaves more.
    """
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=1e-7, abs_tol=1e-9)
    return bool(one == other)


def shared_cache_faults(folder: Path, homes: list[Path]) -> Iterable[str]:
    """Play from one source tree by all Pythons at once, then in turns, in one cache folder.

    Installed apart they would not meet there: the names in the cache begin with the package's path.
    """
    shutil.copytree(ROOT / "gofsim", folder / "tree" / "gofsim")
    shutil.copytree(ROOT / "experiments", folder / "tree" / "experiments")
    places = {"PYTHONPATH": folder / "tree", "GOFSIM_CACHE_DIR": folder / "cache"}
    at_once = [start(*tree_command(home, "at once"), cwd=home, **places) for home in homes]
    for process in at_once:
        complaint = process.communicate()[1]
        if process.returncode:
            yield f"one cache folder: a run failed beside others\n{complaint}"
    before = sorted((folder / "cache").rglob("*.nb?"))
    for home in homes:
        run(*tree_command(home, "in turns"), cwd=home, **places)
    if sorted((folder / "cache").rglob("*.nb?")) != before:
        yield "one cache folder: a Python compiled again after its turn"
    sums = {
        content_sum(open_run(path).rounds.collect())
        for way in ("at once", "in turns")
        for home in homes
        for path in (home / way).iterdir()
    }
    if len(sums) > 1:
        yield "one cache folder: not the same rows everywhere"


def tree_command(home: Path, out: str) -> list[Any]:
    """The shipped experiment from the source tree on PYTHONPATH, short."""
    options = ("--quiet", "--workers", 1, "--games", 100, "--out", home / out)
    return [bin_of(home) / "python", "-c", TREE, "run", "exchange", *options]


def bin_of(home: Path) -> Path:
    """Where an environment keeps its commands."""
    return home / ("Scripts" if sys.platform == "win32" else "bin")


def run(*command: object, **more: object) -> str:
    """Run a command to its end; return what it prints, or end here with what it complains."""
    process = start(*command, **more)
    out, complaint = process.communicate()
    if process.returncode:
        sys.exit(f"{command}: exit code {process.returncode}\n{complaint}")
    return out


def start(*command: object, cwd: Path = ROOT, **more: object) -> subprocess.Popen[str]:
    """Start a command as a user would, with nothing of this Python's own; `more` is for it."""
    own = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    kept |= {name: str(value) for name, value in more.items()}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        list(map(str, command)), cwd=cwd, env=kept, stdout=pipe, stderr=pipe, encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
