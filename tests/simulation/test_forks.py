"""`gofsim.run` in child processes of a user's own script, however they are started."""

import os
import subprocess
import sys

import pytest
from command_line import ROOT

SCRIPT = """
import multiprocessing, sys, warnings
import gofsim, gofsim.errors

def play(start):
    run = gofsim.run(sys.argv[1], out=start, workers=2)
    print(start, run.rounds.collect().height > 0, run.report.exists(), flush=True)

def read():
    try:
        gofsim.open_run(sys.argv[2])
    except gofsim.errors.BadInputError as error:
        print(error, flush=True)

def child(start, *task):
    process = multiprocessing.get_context(start).Process(target=task[0], args=task[1:])
    process.start()
    process.join()
    assert process.exitcode == 0

if __name__ == "__main__":
    warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
    for start in ("fork", "spawn"):
        child(start, play, start)
    sys.argv.append(str(next(__import__("pathlib").Path("fork").iterdir())))
    child("fork", read)
    print(gofsim.open_run(sys.argv[2]).rounds.collect().height > 0, flush=True)
    child("fork", read)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
def test_children_play_and_a_late_fork_is_refused(write, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    done = subprocess.run(
        [sys.executable, "script.py", write()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:3] == ["fork True True", "spawn True True", "True"]
    assert lines[3].startswith("this process is a fork of one that has used gofsim")
    assert len(lines) == 4
