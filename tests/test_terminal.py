"""Streams of every kind, and surroundings that are not what a program hopes for."""

import io
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import ROOT, gofsim

from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.progress import Lines
from gofsim.simulation.run import run_experiment
from gofsim.terminal import accept_any_text, shows_colour, writes

posix = pytest.mark.skipif(sys.platform == "win32", reason="shells and terminals of POSIX")
QUESTION = "Wer gewinnt, „ä“ oder ≤?"
EXPERIMENT = f"""
question = "{QUESTION}"
seed = 3
games = 6
[arms."ä"]
seats = ["lowest", "random", "lowest", "random"]
"""
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0"}


@pytest.fixture(scope="module")
def cwd(tmp_path_factory):
    """A folder of an odd name with an experiment, and its results in another."""
    folder = tmp_path_factory.mktemp("a b") / "ü ö"
    folder.mkdir()
    (folder / "große frage.toml").write_text(EXPERIMENT, "utf-8")
    run_experiment(load_experiment(folder / "große frage.toml"), folder.parent / "plain", workers=1)
    return folder


def shell(line, *arguments, cwd, **environment):
    """Run `gofsim` by a line of the shell, in which "$@" is the command."""
    command = [sys.executable, "-m", "gofsim", *map(str, arguments)]
    return subprocess.run(
        ["sh", "-c", line, "sh", *command],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        timeout=300,
        check=False,
    )


# Streams


@posix
def test_files_do_not_take_the_numbers_of_closed_streams(tmp_path):
    script = (
        "from gofsim.terminal import open_closed_streams; open_closed_streams()\n"
        "import os, sys\n"
        "with open('results', 'w') as file:\n"
        "    print('told'); print('told', file=sys.stderr); os.system('echo told; echo told >&2')\n"
        "    file.write(str(file.fileno() > 2) + repr(sys.stdin.read()))"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0
    assert (tmp_path / "results").read_text() == "True''"


@posix
def test_a_run_without_any_stream_in_folders_of_odd_names(cwd):
    options = ("--out", "aus gabe ß", "--backend", "processes", "--workers", 2)
    line = '"$@" <&- >&- 2>&-'
    assert shell(line, "run", "große frage.toml", *options, cwd=cwd).returncode == 0
    (report,) = (cwd / "aus gabe ß").glob("*/report.html")
    assert "„ä“ oder ≤?" in report.read_text("utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_progress_that_nobody_can_read_ends_nothing():
    stream = open("/dev/full", "w")  # noqa: SIM115
    progress = Lines(stream)
    progress.begin(5)
    progress.advance(5)
    progress.end()
    assert progress.done == 5
    with suppress(OSError):
        stream.close()


# Signs


@pytest.mark.parametrize(
    ("encoding", "written"), [("ascii", b"-0.2 +/- 1 ?\n"), ("latin-1", b"-0.2 \xb1 1 \xe4\n")]
)
def test_a_minus_stays_a_minus(encoding, written):
    bytes_of = io.BytesIO()
    stream = io.TextIOWrapper(bytes_of, encoding=encoding, newline="\n")
    accept_any_text(stream)
    print("−0.2 ± 1 ä", file=stream, flush=True)  # noqa: RUF001
    assert bytes_of.getvalue() == written
    assert not writes("−", stream)  # noqa: RUF001
    assert writes("-", stream)


@posix
def test_json_and_files_are_whole_in_an_ascii_locale(cwd):
    (run,) = (cwd.parent / "plain").iterdir()
    run = os.path.relpath(run, cwd)
    done = shell('"$@"', "report", run, "--json", cwd=cwd, **ASCII)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("ascii"))["question"] == QUESTION
    assert QUESTION in (cwd / run / "report.html").read_text("utf-8")
    done = shell('"$@"', "replay", run, "--arm", "ä", "--block", 0, cwd=cwd, **ASCII)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"seed 3, block 0, arm ?, seating 0")


@posix
@pytest.mark.parametrize("command", [("run", "große frage.toml", "--out", "ä"), ("report", "ä")])
def test_a_locale_in_which_polars_finds_no_file_is_told(cwd, command):
    done = shell('"$@"', *command, cwd=cwd, **ASCII)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.endswith("the path must be UTF-8; set PYTHONUTF8=1, it is ascii now")


# Colour


@posix
@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
    ],
)
def test_colour_only_where_it_is_welcome(monkeypatch, variables, shown):
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    main, terminal = os.openpty()
    with open(terminal, "w") as stream, open(os.devnull, "w") as nothing:
        assert shows_colour(stream) is shown
        assert not shows_colour(nothing)
    os.close(main)


# Warnings


@posix
def test_a_cache_that_cannot_be_is_one_line(tmp_path):
    (tmp_path / "tmp").mkdir()
    places = {"GOFSIM_CACHE_DIR": "/dev/null/cache", "TMPDIR": str(tmp_path / "tmp")}
    done = shell('"$@"', "bots", cwd=tmp_path, **places)
    assert done.returncode == 0
    assert done.stderr == (
        b"warning: compile cache /dev/null/cache: Not a directory; using a temporary folder\n"
    )
    assert not list((tmp_path / "tmp").iterdir())


def test_the_command_says_what_it_wrote(cwd):
    code, out, err = gofsim("new", "tie_break", "ö ü.toml", cwd=cwd)
    assert (code, out, err) == (0, "wrote ö ü.toml; edit it, then: gofsim run 'ö ü.toml'\n", "")
