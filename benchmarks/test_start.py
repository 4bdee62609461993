"""From the shell to the first game: everything compiled anew, and everything compiled before.

Wall seconds of whole processes, since that is what a user waits for.
"""

import os
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-m", "gofsim"]
FIRST_GAMES = ["run", "exchange", "--games", "1", "--workers", "1", "--quiet", "--fresh"]


def seconds(arguments, environment, folder):
    start = time.perf_counter()
    subprocess.run(
        [*COMMAND, *arguments], env=environment, cwd=folder, check=True, capture_output=True
    )
    return time.perf_counter() - start


@pytest.fixture
def environment(tmp_path):
    return {**os.environ, "GOFSIM_CACHE_DIR": str(tmp_path / "cache")}


def test_cold_and_warm(environment, tmp_path):
    """A run of one game and its report, first with an empty compile cache."""
    cold = seconds(FIRST_GAMES, environment, tmp_path)
    warm = min(seconds(FIRST_GAMES, environment, tmp_path) for _ in range(3))
    print({"benchmark": "exchange with one game, report included", "cold": cold, "warm": warm})


def test_first_game(environment, tmp_path):
    """One game played and printed: what stands between the shell and the first game."""
    seconds(FIRST_GAMES, environment, tmp_path)
    run = next((tmp_path / "results").iterdir())
    replay = ["replay", str(run), "--arm", "on", "--block", "0", "--json"]
    warm = min(seconds(replay, environment, tmp_path) for _ in range(3))
    print({"benchmark": "replay of one game", "warm": warm})


def test_help(environment, tmp_path):
    best = min(seconds(["--help"], environment, tmp_path) for _ in range(5))
    print({"benchmark": "gofsim --help", "warm": best})
