"""A bot that never answers: the process ends, names it, and keeps finished shards."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import sys
from gofsim.errors import GofsimError
from gofsim.simulation import watchdog
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

if __name__ == "__main__":
    watchdog.MOST_SECONDS_A_DECISION = float(sys.argv[3])
    experiment = load_experiment(sys.argv[1], games=int(sys.argv[4]))
    try:
        run_experiment(experiment, sys.argv[2], workers=2, backend=sys.argv[5])
    except GofsimError as error:
        sys.exit(str(error))
"""


def run(path, out, *, seconds, games, backend):
    """Run an experiment in a process of its own; return its exit code and stderr."""
    options = [str(each) for each in (path, out, seconds, games, backend)]
    done = subprocess.run(
        [sys.executable, "-c", RUN, *options],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_bot_that_never_answers(write, endless, tmp_path, backend):
    path, out = write(*endless), tmp_path / "out"
    # Everything is compiled first, so that the short limit is the bot's alone.
    assert run(path, out, seconds=60, games=30, backend=backend) == (0, "")
    code, err = run(path, out, seconds=3, games=1000, backend=backend)
    assert code == 1
    assert len(err.splitlines()) == 1
    assert err.startswith("arm off: bot cheat on seat ")
    assert "block 900, round " in err
    assert err.endswith("no answer after 3 seconds\n")
    manifest = json.loads(next(out.glob("*/manifest.json")).read_text("utf-8"))
    assert (manifest["state"], manifest["failure"]) == ("stopped", err.strip())
    assert max(shard["last"] for shard in manifest["shards"] if shard["name"] == "on") == 999


ORPHAN = """
import os, sys
from gofsim.simulation.watch import end_with
print("ready", flush=True)
end_with(int(sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="an orphan has no new parent there")
def test_a_process_ends_when_its_parent_is_killed():
    run = f"subprocess.run([sys.executable, '-c', {ORPHAN!r}, str(os.getpid())])"
    command = [sys.executable, "-c", f"import os, subprocess, sys; {run}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
        assert parent.communicate(timeout=60)[0] == b""  # once nobody holds it open any more
