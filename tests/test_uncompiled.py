"""The engine as plain Python (NUMBA_DISABLE_JIT=1): the same tests, the same rows."""

import json
import os
import subprocess
import sys
from pathlib import Path

import plain_rows

TESTS = Path(__file__).parent
SMALL_SET = ("cards", "random", "scoring", "seating", "exchange", "round")


def uncompiled(*command):
    """Run Python without the compiler; what it printed."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        env=environment,
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_rows_are_the_compiled_ones():
    rows = json.loads(uncompiled("-W", "error", "plain_rows.py"))
    assert rows == plain_rows.rows()
    assert all(len(tables["rounds"]["block"]) > 1 for tables in rows)


def test_a_small_set_of_the_tests():
    files = [f"kernel/test_{name}.py" for name in SMALL_SET]
    printed = uncompiled("-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
    assert " passed" in printed
