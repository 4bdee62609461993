"""Runs that are killed, for real: ten times at random, and at the moments that matter most."""

import json
import signal
import sys
from pathlib import Path
from statistics import median

import pytest

if sys.platform != "linux":
    pytest.skip("asks /proc which processes are left", allow_module_level=True)

from killing import (
    BACKENDS,
    MOST_SECONDS,
    Target,
    assert_tidy,
    comes,
    contents,
    leftovers,
    same,
    sign,
)

from gofsim.leaving import KEPT
from gofsim.run_manifest import read_manifest

KILLS = 5  # by each backend
GAMES = 400
KILL_BETWEEN_MOVES = """
import itertools, os, signal
from gofsim.leaving import heed_signals
heed_signals()
from gofsim.simulation import ledger, plan
plan.MOST_ROUNDS = 3_000
move, count = ledger.move, itertools.count()
def kill(draft, path):
    if path.parent.name == "games" and next(count) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    move(draft, path)
ledger.move = kill
"""
KILL_BETWEEN_WRITES = """
import itertools, os, signal
from gofsim.leaving import heed_signals
heed_signals()
from gofsim.simulation import plan, shards
plan.MOST_ROUNDS = 3_000
write, count = shards.write_parquet, itertools.count()
def kill(table, path):
    if path.name.startswith("games-") and next(count) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return write(table, path)
shards.write_parquet = kill
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """What an uninterrupted run holds."""
    target = Target(tmp_path_factory.mktemp("whole"), "threads", 0, GAMES)
    target.finish()
    return contents(target.folder)


@pytest.mark.parametrize("backend", BACKENDS)
def test_killed_at_random_moments(whole, tmp_path, backend):
    target = Target(tmp_path, backend, 20261130, GAMES)
    while len(target.strikes) < KILLS:
        target.strike(["start", "play", "writing", "listing"])
    target.finish()
    assert same(contents(target.folder), whole)
    heard = [strike.seconds for strike in target.strikes if strike.sent != "SIGKILL"]
    assert median(heard) < MOST_SECONDS


@pytest.mark.parametrize("before", [KILL_BETWEEN_WRITES, KILL_BETWEEN_MOVES])
def test_killed_between_rounds_and_games_of_one_shard(whole, tmp_path, before):
    target = Target(tmp_path, "threads", 0, GAMES)
    process = target.begin(before)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (-signal.SIGKILL, "")
    assert leftovers(target.folder)
    listed = read_manifest(target.folder)["shards"]
    times = {path: path.stat().st_mtime_ns for path in listed_files(target.folder, listed)}
    target.finish()
    assert {path: path.stat().st_mtime_ns for path in times} == times
    assert same(contents(target.folder), whole)


def listed_files(folder: Path, shards: list[dict[str, dict[str, dict[str, str]]]]) -> list[Path]:
    """Return the files of shards."""
    return [folder / entry["name"] for shard in shards for entry in shard["files"].values()]


def test_a_second_run_in_the_same_folder_is_refused(tmp_path):
    first, second = (Target(tmp_path, "threads", 0, games=20_000) for _ in range(2))
    process = first.begin()
    assert comes(sign("listing", first.folder, tmp_path), process)
    other = second.begin()
    out, err = other.communicate(timeout=120)
    assert (other.returncode, out) == (2, "")
    assert err == (
        f"{first.folder.relative_to(tmp_path)}: another run is writing here; "
        "wait for its end, or give another --out\n"
    )
    process.terminate()
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (143, f"{KEPT}\n")
    assert_tidy(first.folder)


def test_a_clock_that_jumps_changes_nothing(whole, tmp_path):
    """Hours forth and back at every look at it; durations are not taken from it."""
    before = """
import itertools, time
real, jumps = time.time, itertools.cycle([0, 7200, -86400, 10**9])
time.time = lambda: real() + next(jumps)
time.time_ns = lambda: int(time.time() * 10**9)
from gofsim.leaving import heed_signals
heed_signals()
from gofsim.simulation import plan
plan.MOST_ROUNDS = 3_000
"""
    target = Target(tmp_path, "threads", 0, GAMES)
    target.finish(before)
    timings = json.loads((target.folder / "manifest.json").read_text("utf-8"))["timings"]
    assert 0 < timings["seconds"] < 300
    assert same(contents(target.folder), whole)
