"""The commands, each in a process of its own."""

import csv
import json
import os
import signal
import sys
import time
from importlib.metadata import version
from pathlib import Path

import polars as pl
import pytest
from command_line import gofsim, start

import gofsim as package
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

COMMANDS = [
    "run",
    "compare",
    "plan",
    "tune",
    "new",
    "check",
    "status",
    "report",
    "verify",
    "diff",
    "replay",
    "advise",
    "luck",
    "feel",
    "find",
    "import",
    "rate",
    "play",
    "worth",
    "card-worth",
    "bots",
    "gallery",
    "exact",
    "bench",
]
MIXED = """
question = "Who wins, [bold]A[/bold] or <b>B</b>?"
seed = 3
games = 40
[arms."a/b [x]"]
seats = ["lowest", "random", "lowest", "random"]
[arms.other]
seats = ["lowest", "random", "lowest", "random"]
rules.direction = "clockwise"
"""


@pytest.fixture
def mixed(tmp_path):
    """A small experiment with odd names, in the folder where commands are run."""
    (tmp_path / "mixed.toml").write_text(MIXED, "utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run of it: what the command told, the folder it was run in, and the run's folder."""
    cwd = tmp_path_factory.mktemp("played")
    (cwd / "mixed.toml").write_text(MIXED, "utf-8")
    told = gofsim("run", "mixed.toml", cwd=cwd)
    return told, cwd, next((cwd / "results").iterdir())


def test_help_names_every_command(tmp_path):
    code, out, err = gofsim("--help", cwd=tmp_path)
    assert (code, err) == (0, "")
    listed = out.split("Commands:")[1].split("\n")
    assert [line.split()[0] for line in listed if line.strip()] == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(tmp_path, command):
    code, out, err = gofsim(command, "--help", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: gofsim {command} ")


def test_the_version_is_that_of_the_package(tmp_path):
    assert gofsim("--version", cwd=tmp_path) == (0, f"gofsim {version('gofsim')}\n", "")


def test_no_command_shows_the_help(tmp_path):
    assert gofsim(cwd=tmp_path) == gofsim("--help", cwd=tmp_path)


def test_import_is_light(tmp_path):
    heavy = "{'numba', 'polars', 'numpy', 'typer'}"
    code = f"import sys, gofsim\nprint(sorted({heavy} & set(sys.modules)))\nsys.exit()"
    process = start(cwd=tmp_path, before=code)
    assert process.communicate() == ("[]\n", "")


def test_help_loads_nothing_that_takes_long(tmp_path):
    heavy = "{'numba', 'polars', 'pandas', 'numpy', 'matplotlib'}"
    found = f"print(sorted({heavy} & set(sys.modules)), file=sys.stderr)"
    code = (
        f"import sys\nfrom gofsim.cli import exit_code\nexit_code(['--help'])\n{found}\nsys.exit()"
    )
    process = start(cwd=tmp_path, before=code)
    assert process.communicate()[1] == "[]\n"


def test_public_names():
    assert all(callable(getattr(package, name)) for name in package.__all__)
    with pytest.raises(AttributeError, match="module 'gofsim' has no attribute 'rum'"):
        _ = package.rum


def test_run_prints_question_answer_and_where_the_report_is(played):
    (code, out, err), cwd, _ = played
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "Who wins, [bold]A[/bold] or <b>B</b>?"
    assert lines[-1].startswith("report: results/mixed-")
    assert (cwd / lines[-1].removeprefix("report: ")).exists()
    assert err.splitlines()[:2] == [
        "getting ready (the first time compiles, which may take a minute)",
        "playing 320 games",
    ]
    assert err.splitlines()[-1].startswith("played 320 games in ")


def test_run_json_is_one_document(mixed):
    code, out, _ = gofsim("run", "mixed.toml", "--json", "--games", 8, "--seed", 5, cwd=mixed)
    found = json.loads(out)
    assert code == 0
    assert found["format"] == "gofsim-headline/1"
    manifest = json.loads((mixed / found["run"] / "manifest.json").read_text("utf-8"))
    assert manifest["command"] == "gofsim run mixed.toml --json --games 8 --seed 5"
    assert (manifest["experiment"]["blocks"], manifest["experiment"]["seed"]) == (8, 5)
    # Every table of the report is there as it is in its CSV file; strict JSON knows no NaN.
    json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} in JSON"))
    files = {path.stem: path for path in (mixed / found["run"] / "tables").glob("*.csv")}
    assert files.keys() == found["tables"].keys()
    for name, rows in found["tables"].items():
        with files[name].open(encoding="utf-8", newline="") as file:
            written = list(csv.DictReader(file))
        assert [{key: str(value) for key, value in row.items() if value is not None}
                for row in rows] == [
            {key: text for key, text in row.items() if text or rows[place][key] is not None}
            for place, row in enumerate(written)
        ], name  # fmt: skip


def test_report_is_made_again_from_the_files(played):
    _, cwd, run = played
    (run / "report.html").unlink()
    code, out, err = gofsim("report", run, cwd=cwd)
    assert (code, err) == (0, "")
    assert (run / "report.html").exists()
    assert out.splitlines()[-1] == f"report: {run / 'report.html'}"


def test_new_copies_and_never_replaces(tmp_path):
    code, out, _ = gofsim("new", "exchange", cwd=tmp_path)
    assert (code, out) == (
        0, "wrote exchange.toml; edit it, then: gofsim run exchange.toml\n"
    )  # fmt: skip
    code, out, err = gofsim("new", "exchange", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err == "exchange.toml: exists already; give another file name\n"
    assert gofsim("new", "exchange", "mine.toml", cwd=tmp_path)[0] == 0
    assert (tmp_path / "mine.toml").read_bytes() == (tmp_path / "exchange.toml").read_bytes()


def test_check_prints_the_plan_and_plays_nothing(mixed):
    code, out, err = gofsim("check", "mixed.toml", cwd=mixed)
    assert (code, err) == (0, "")
    assert "a/b [x]  2 lowest, 2 random  standard" in out
    assert "to play: 320 games" in out
    assert "time: about" in out
    assert "disk: about" in out
    assert not (mixed / "results").exists()


def test_check_says_where_one_seating_is_enough(tmp_path):
    code, out, _ = gofsim("check", "exchange", cwd=tmp_path)
    assert code == 0
    assert "neither, control_on, control_off: the same bot everywhere" in out


def test_replay_tells_the_game_that_the_tables_hold(played):
    _, cwd, run = played
    options = ("--arm", "a/b [x]", "--block", 7, "--seating", 2)
    code, out, err = gofsim("replay", run, *options, "--json", cwd=cwd)
    log = json.loads(out)
    assert (code, err) == (0, "")
    assert (log["format"], log["arm"], log["block"], log["seating"]) == (
        "gofsim-game/1", "a/b [x]", 7, 2,
    )  # fmt: skip
    rows = package.open_run(run).rounds.filter(
        pl.col("arm").cast(pl.String) == "a/b [x]", pl.col("block") == 7, pl.col("seating") == 2
    )
    points = rows.select(pl.col("^points_.$")).collect().rows()
    assert [tuple(played["points"]) for played in log["rounds"]] == points
    text = gofsim("replay", run, *options, cwd=cwd)[1]
    assert text.startswith("seed 3, block 7, arm a/b [x], seating 2\n")
    assert text.count("Round ") == len(points)
    last = gofsim("replay", run, *options, "--round", len(points), cwd=cwd)[1]
    assert last.count("Round ") == 1


LEAGUE = """
question = "?"
seed = 3
games = 4
[league]
bots = ["cautious", "lowest"]
[bots.cautious]
kind = "lowest"
gang_when_opponent_at_most = 3
"""


def test_replay_names_bots_as_the_experiment_does(tmp_path):
    (tmp_path / "league.toml").write_text(LEAGUE, "utf-8")
    run = run_experiment(load_experiment(tmp_path / "league.toml"), tmp_path / "out", workers=1)
    options = ("replay", run, "--arm", "cautious-vs-lowest", "--block", 1)
    places = package.open_run(run).rounds.filter(
        pl.col("arm").cast(pl.String) == "cautious-vs-lowest", pl.col("block") == 1
    )
    seating = places.filter(pl.col("place_2") == 0).select("seating").collect()["seating"][0]
    log = json.loads(gofsim(*options, "--seating", seating, "--json", cwd=tmp_path)[1])
    assert log["bots"] == ["lowest", "lowest", "cautious", "lowest"]
    text = gofsim(*options, "--seating", seating, cwd=tmp_path)[1]
    assert "  seat 1 lowest             " in text
    assert "  seat 2 cautious (lowest)  " in text


def test_bots(tmp_path):
    code, out, err = gofsim("bots", cwd=tmp_path)
    assert (code, err) == (0, "")
    names = [line.split()[0] for line in out.splitlines()[1:]]
    assert names == [
        "random", "random-nopass", "lowest", "longest", "min-turns", "control", "endgame",
        "counter", "linear", "pimc", "pimc-infer", "ismcts", "oracle",
    ]  # fmt: skip
    code, out, err = gofsim("bots", "lowest", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "gang_when_opponent_at_most" in out


def test_exact(tmp_path):
    code, out, err = gofsim("exact", "--json", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert json.loads(out)["format"] == "gofsim-exact/1"
    assert "0.3102909792" in gofsim("exact", cwd=tmp_path)[1]


def wait_for_shards(folder, number):
    """Wait until a run's manifest lists so many shards; return the run's folder."""
    for _ in range(600):
        for path in folder.glob("results/*/manifest.json"):
            if len(json.loads(path.read_text("utf-8"))["shards"]) >= number:
                return path.parent
        time.sleep(0.1)
    raise TimeoutError


@pytest.mark.parametrize(
    ("sent", "code", "backend"),
    [
        (signal.SIGINT, 130, "threads"),
        (signal.SIGTERM, 143, "processes"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_stopped_run_keeps_its_shards_and_goes_on(mixed, sent, code, backend):
    options = ("--backend", backend, "--workers", 2)
    run = start("run", "mixed.toml", "--games", 10**7, *options, cwd=mixed, start_new_session=True)
    folder = wait_for_shards(mixed, 2)
    os.killpg(run.pid, sent)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (code, "")
    assert err.splitlines()[-1] == "stopped; what was finished is kept, the same command goes on"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["state"] == "stopped"
    done = {shard["files"]["rounds"]["name"] for shard in manifest["shards"]}
    assert len(done) >= 2
    run_experiment(load_experiment(mixed / "mixed.toml", games=30), mixed / "results")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["state"] == "done"
    assert done <= {shard["files"]["rounds"]["name"] for shard in manifest["shards"]}


@pytest.mark.skipif(sys.platform != "linux", reason="names are any bytes on Linux")
def test_an_experiment_may_lie_in_a_folder_of_any_name(mixed):
    odd = mixed / os.fsdecode(b"o\xff")
    odd.mkdir()
    (mixed / "mixed.toml").rename(odd / "mixed.toml")
    code, out, err = gofsim("run", odd / "mixed.toml", "--quiet", "--games", 4, cwd=mixed)
    assert (code, err) == (0, "")
    run = mixed / Path(out.splitlines()[-1].removeprefix("report: ")).parent
    assert package.open_run(run).manifest["experiment"]["file"] == str(odd / "mixed.toml")
