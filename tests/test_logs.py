"""The log: whole lines of JSON, of the levels asked for, and no harm where it cannot be written."""

import json
import logging
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from command_line import gofsim

import gofsim as package
from gofsim.errors import BadInputError
from gofsim.logs import LOGGER, choose_level, event, logged, timed_event
from gofsim.run_manifest import read_manifest
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

EXPERIMENT = """
question = "?"
seed = 3
games = 200
[league]
bots = ["lowest", "longest"]
[stop]
rule = "width"
of = ["lowest", "longest"]
width = 0.1
"""
PAGE = (Path(__file__).parent.parent / "docs" / "long-runs.md").read_text("utf-8")
RUN = "results/my-1a2b3c4d"
FIELDS = {
    "start": {"command", "versions", "workers", "backend", "seed", "arms", "blocks"},
    "compiled": {"seconds", "peak_megabytes"},
    "shard": {
        "arm", "first", "last", "games", "rounds", "play_seconds", "write_seconds", "bytes",
    },
    "look": {"blocks", "value", "error", "low", "high", "decision", "seconds"},
    "end": {
        "state", "reason", "blocks", "rounds", "seconds", "shards", "bytes", "peak_megabytes",
    },
    "analysis": {"blocks", "seconds", "peak_megabytes"},
    "report": {"seconds", "peak_megabytes"},
    "warning": {"text"},
}  # fmt: skip


@pytest.fixture(autouse=True)
def usual_level():
    """Leave the logger as it was."""
    level = LOGGER.level
    yield
    LOGGER.setLevel(level)


def lines(folder):
    """All events of a log; every line is one JSON object with a time in UTC."""
    text = (folder / "log.jsonl").read_text("utf-8")
    assert text.endswith("\n")
    found = [json.loads(line) for line in text.splitlines()]
    for each in found:
        assert datetime.fromisoformat(each["time"]).tzinfo == UTC
    return found


def test_a_line_has_time_level_event_and_fields(tmp_path):
    with logged(tmp_path):
        event("one", text="ä\n\udcff", path=Path("x"))
        with timed_event("two", what=3):
            pass
    one, two = lines(tmp_path)
    assert list(one) == ["time", "level", "event", "text", "path"]
    assert (one["level"], one["event"], one["text"], one["path"]) == (
        "info", "one", "ä\n\udcff", "x",
    )  # fmt: skip
    assert two["what"] == 3
    assert two["seconds"] >= 0


def test_lines_are_appended_and_only_within_the_block(tmp_path):
    for number in (1, 2):
        with logged(tmp_path):
            event("inside", number=number)
        event("outside")
    assert [(each["event"], each["number"]) for each in lines(tmp_path)] == [
        ("inside", 1), ("inside", 2),
    ]  # fmt: skip


def test_levels(tmp_path):
    choose_level("warning")
    with logged(tmp_path):
        event("quiet")
        event("loud", level="warning")
    assert [each["event"] for each in lines(tmp_path)] == ["loud"]
    with pytest.raises(BadInputError, match=r"^--log-level: must be .*, not loud$"):
        choose_level("loud")
    assert LOGGER.level == logging.WARNING


def test_a_log_that_cannot_be_written_is_told_once(tmp_path, capsys):
    (tmp_path / "log.jsonl").mkdir()
    with logged(tmp_path):
        for _ in range(3):
            event("lost")
    told = capsys.readouterr().err
    assert told == f"cannot write {tmp_path}/log.jsonl: Is a directory; the results are whole\n"


FULL = """
import resource, signal, sys
from pathlib import Path
from gofsim.logs import event, logged
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
with logged(Path(sys.argv[1])):
    for number in range(9):
        event("line", number=number)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_line_that_does_not_fit_is_left_out_whole(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FULL, tmp_path], capture_output=True, text=True, check=True
    )
    assert done.stderr.startswith(f"cannot write {tmp_path}/log.jsonl: ")
    assert [each["number"] for each in lines(tmp_path)] == [0, 1, 2]
    assert os.path.getsize(tmp_path / "log.jsonl") <= 300


def test_a_run_tells_all_that_happens(tmp_path):
    path = tmp_path / "e.toml"
    path.write_text(EXPERIMENT, "utf-8")
    for games in (100, 200):
        run = package.run(path, games=games, out=tmp_path)
    found = lines(run.folder)
    assert {each["event"] for each in found} == FIELDS.keys()
    for each in found:
        assert each.keys() - {"time", "level", "event"} == FIELDS[each["event"]]
    shards = [each for each in found if each["event"] == "shard"]
    assert len(shards) == len(run.manifest["shards"])
    assert sum(each["rounds"] for each in shards) == run.manifest["timings"]["rounds"]
    spent = sum(each["play_seconds"] + each["write_seconds"] for each in shards)
    assert spent == pytest.approx(run.manifest["timings"]["worker_seconds"], abs=0.01)
    ends = [each for each in found if each["event"] == "end"]
    assert [(each["state"], each["blocks"]) for each in ends] == [("done", 100), ("done", 200)]
    names = {}
    exec(re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1].replace(RUN, str(run.folder)), names)
    assert names["shards"]["play_seconds"][0] == pytest.approx(
        sum(each["play_seconds"] for each in shards)
    )
    run_experiment(load_experiment(path, games=100), tmp_path, fresh=True)
    assert len(lines(run.folder)) < len(found)


def test_the_page_describes_every_field():
    rows = [line.split("|")[1:3] for line in PAGE.splitlines() if line.startswith("| `")]
    told = {event: set(re.findall(r"`(\w+)`", what))
            for events, what in rows for event in re.findall(r"`(\w+)`", events)}  # fmt: skip
    assert told.keys() == FIELDS.keys()
    assert FIELDS["look"] >= told.pop("look")
    assert told == {event: FIELDS[event] for event in told}


def test_a_run_does_not_need_its_log(tmp_path, capsys):
    path = tmp_path / "e.toml"
    path.write_text(EXPERIMENT, "utf-8")
    experiment = load_experiment(path, games=100)
    (tmp_path / experiment.run_name / "log.jsonl").mkdir(parents=True)
    folder = run_experiment(experiment, tmp_path)
    line = f"cannot write {folder}/log.jsonl: Is a directory; the results are whole\n"
    assert capsys.readouterr().err == line
    assert read_manifest(folder)["state"] == "done"


def test_an_unknown_level_is_refused_before_anything_is_played(tmp_path):
    told = gofsim("run", "exchange", "--log-level", "loud", cwd=tmp_path)
    assert told == (2, "", '--log-level: must be "debug", "info", "warning" or "error", not loud\n')
    assert not list(tmp_path.iterdir())
