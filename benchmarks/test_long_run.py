"""Ten million rounds on two workers, extrapolated to a hundred million; see `long_run.py`."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_ten_million_rounds(backend, tmp_path):
    script = Path(__file__).with_name("long_run.py")
    command = [sys.executable, script, "10_000_000", backend, tmp_path]
    print(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
