"""Stopped from outside, whenever that is: one line, the exit code, and nothing else."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import start

from gofsim.leaving import KEPT, KEPT_OF_FRESH, tidying

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="asks Linux whether signals are caught"
)
EXPERIMENT = """
question = "?"
seed = 3
games = 4_000
[league]
bots = ["lowest", "control", "longest"]
[stop]
rule = "anytime"
of = ["control", "lowest"]
width = 0.001
"""
PLAYED = "stopped; everything is played, `gofsim report {folder}` makes the report"


@pytest.fixture
def cwd(tmp_path):
    """Where the experiment is."""
    (tmp_path / "e.toml").write_text(EXPERIMENT, "utf-8")
    return tmp_path


def wait_for(found, process):
    """Wait until something is found while the process runs; return it."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if answer := found():
            return answer
        time.sleep(0.01)
    raise TimeoutError(process.poll())


def heeding(process):
    """Whether the process catches SIGTERM yet."""
    status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1


def manifest(cwd):
    """Return the manifest of the run in `cwd`, None before there is one."""
    paths = list(cwd.glob("results/*/manifest.json"))
    return json.loads(paths[0].read_text("utf-8")) if paths else None


def stopped(process, sent):
    """Send a signal to all processes of a command; return what it left."""
    os.killpg(process.pid, sent)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def begun(*arguments, cwd, before=""):
    """Start a command that can be stopped as a whole, and wait until it heeds signals."""
    process = start(*arguments, cwd=cwd, before=before, start_new_session=True)
    wait_for(lambda: heeding(process), process)
    return process


@pytest.mark.parametrize("backend", ["threads", "processes"])
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_while_shards_come(cwd, sent, code, backend):
    options = ("--quiet", "--workers", 2, "--backend", backend, "--games", 10**6)
    process = begun("run", "e.toml", *options, cwd=cwd)
    wait_for(lambda: (told := manifest(cwd)) and told["shards"], process)
    assert stopped(process, sent) == (code, "", f"{KEPT}\n")
    told = manifest(cwd)
    assert told["state"] == "stopped"
    assert told["timings"]["seconds"] > 0
    log = next(cwd.glob("results/*/log.jsonl")).read_text("utf-8")
    end = json.loads(log.splitlines()[-1])
    assert (end["event"], end["state"], end["reason"]) == ("end", "stopped", "a signal")
    assert end["shards"] == len(told["shards"])


def test_a_fresh_start_goes_on_without_that_word(cwd):
    process = begun("run", "e.toml", "--quiet", "--fresh", "--games", 10**6, cwd=cwd)
    wait_for(lambda: (told := manifest(cwd)) and told["shards"], process)
    assert stopped(process, signal.SIGINT) == (130, "", f"{KEPT_OF_FRESH}\n")


def test_while_the_report_is_made(cwd):
    process = begun("run", "e.toml", "--quiet", "--games", 200, cwd=cwd)
    wait_for(lambda: (told := manifest(cwd)) and told["state"] == "done", process)
    folder = next(cwd.glob("results/*")).relative_to(cwd)
    time.sleep(0.3)
    assert stopped(process, signal.SIGINT) == (130, "", f"{PLAYED.format(folder=folder)}\n")
    assert manifest(cwd)["state"] == "done"


def test_a_pilot_leaves_nothing(cwd):
    before = "import tempfile\ntempfile.tempdir = '.'"
    process = begun("plan", "e.toml", "--pilot", 10**6, cwd=cwd, before=before)
    wait_for(lambda: list(cwd.glob("gofsim-plan-*/*/manifest.json")), process)
    assert stopped(process, signal.SIGTERM) == (143, "", "stopped\n")
    assert [path.name for path in cwd.iterdir()] == ["e.toml"]


def test_what_was_played_is_told_first(cwd):
    process = begun("run", "e.toml", "--workers", 2, "--games", 10**6, cwd=cwd)
    # A shard is in the manifest before it is counted: of two, the first has been.
    wait_for(lambda: (told := manifest(cwd)) and len(told["shards"]) > 1, process)
    code, out, err = stopped(process, signal.SIGINT)
    assert (code, out) == (130, "")
    assert err.splitlines()[-2].startswith("played ")
    assert err.splitlines()[-1] == KEPT


def test_a_background_job_does_not_hear_ctrl_c(cwd):
    ignore = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
    process = begun("bots", cwd=cwd, before=ignore)
    assert stopped(process, signal.SIGINT)[0] == 0


LEAVING = """
import os, signal, sys, threading, time
from gofsim.leaving import heed_signals, last_words, leave, tidying

heed_signals()
told = os.fdopen(os.dup(1), "w")
with tidying(lambda: print("tidied", file=told, flush=True)):
    with tidying(lambda: 1 / 0), tidying(lambda: time.sleep(1)):
        last_words(lambda: "good-bye")
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.3)
        print("not heard", file=sys.stderr, flush=True)
    print("never reached", file=told, flush=True)
leave(7)
"""


def test_what_is_tidied_up_ends_in_no_other_way():
    done = subprocess.run(
        [sys.executable, "-c", LEAVING], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "tidied\n", "good-bye\n")


def test_nothing_is_tidied_up_where_nobody_stops():
    calls = []
    with tidying(lambda: calls.append(1)):
        pass
    assert calls == []
