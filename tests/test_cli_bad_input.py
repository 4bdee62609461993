"""What users get wrong: clear lines, the exit code, nothing lost, no traceback."""

import json
import os
import resource
import sys
from pathlib import Path

import pytest
from command_line import gofsim, gofsim_here

from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

SMALL = """
question = "?"
seed = 3
games = 40
[arms.on]
seats = ["lowest", "random", "lowest", "random"]
"""


@pytest.fixture
def folder(tmp_path):
    """Where commands are run, with a small experiment in it."""
    (tmp_path / "e.toml").write_text(SMALL, "utf-8")
    return tmp_path


@pytest.fixture
def run(folder):
    """A run of it."""
    return run_experiment(load_experiment(folder / "e.toml"), folder / "results", workers=1)


def refused(*arguments, cwd, run=gofsim_here):
    """Run a command that must be refused; return its lines on stderr."""
    code, out, err = run(*arguments, cwd=cwd)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    return err.splitlines()


def edited(folder, old, new):
    """Change the experiment; return the command that runs it."""
    text = (folder / "e.toml").read_text("utf-8")
    assert old in text
    (folder / "e.toml").write_text(text.replace(old, new), "utf-8")
    return "run", "e.toml"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seed", "sed", "e.toml: unknown key `sed`; did you mean `seed`?"),
        ("= 40", '= "forty"', 'e.toml: games: must be a whole number, not "forty"'),
        ("= 40", "= -1", "e.toml: games: must be at least 1, not -1"),
        ('["lowest"', '["lowest", "lowest"',
         "e.toml: [arms.on] seats: 5 bots, but 4 players (rules.players)"),
        ('["lowest"', '["lowset"',
         'e.toml: [arms.on] seats: unknown bot "lowset"; did you mean `lowest`?'),
        ("[arms.on]", f"[rules]\nscoring = {[0] * 17}\n[arms.on]",
         "e.toml: [rules] scoring: must be 1 to 1000 from one card left on"),
        ("[arms.on]", '[arms."[a]/<b>x</b>"]\nseat = []\n[arms.on]',
         'e.toml: unknown key `seat` in [arms."[a]/<b>x</b>"]; did you mean `seats`?'),
        ('["lowest"', '["nowhere.py:BOT"',
         'e.toml: [arms.on] seats: "nowhere.py:BOT": there is no file {folder}/nowhere.py'),
        ("[arms.on]", '[league]\nbots = ["[red]x"]\n[arms.on]',
         "e.toml: [arms] and [league] exclude each other"),
        ("[arms.on]", '[sweep]\n"rules.tarrget" = [3]\n[arms.on]',
         "e.toml: unknown key `rules.tarrget` in [sweep]; did you mean `rules.target`?"),
        ("[arms.on]", '[stop]\nrule = "width"\nof = ["on", "[red]x"]\n[arms.on]',
         'e.toml: [stop] of: no arm "[red]x"; the arms are on'),
    ],
)  # fmt: skip
def test_faults_of_an_experiment(folder, old, new, line):
    assert line.format(folder=folder) in refused(*edited(folder, old, new), cwd=folder)
    assert not (folder / "results").exists()


BOT = """
from gofsim.kernel.jit import kernel
from gofsim.strategies.base import Strategy

@kernel
def choose(view, hand):
    return hand

BOT = Strategy("bot", "An idea.", "a test", choose)
"""


@pytest.mark.parametrize(
    ("content", "name", "line"),
    [
        ("import nothing_of_this_name", "BOT", "{file}: cannot be imported: ModuleNotFoundError"),
        ("this is no Python", "BOT", "{file}: is not Python"),
        (BOT, "BOOT", "{file}: has no BOOT; did you mean `BOT`?"),
        (BOT, "BOT", "{file}: the functions of BOT must take (view, hand, parameters, offset)"),
    ],
)
def test_bot_files_that_cannot_be_used(folder, content, name, line):
    (folder / "bot.py").write_text(content, "utf-8")
    lines = refused(*edited(folder, '"lowest"', f'"bot.py:{name}"'), cwd=folder)
    assert len(lines) == 1
    assert lines[0].startswith("e.toml: [arms.on] seats: ")
    assert line.format(file=folder / "bot.py") in lines[0]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("run", "e.toml", "--games", "-5"), "--games: must be 1 to 1000000000000, not -5"),
        (("run", "e.toml", "--seed", "-5"),
         "--seed: must be 0 to 9223372036854775807 (2^63 - 1), not -5"),
        (("run", "e.toml", "--workers", "0"), "--workers: must be at least 1, not 0"),
        (("run", "e.toml", "--backend", "dask"),
         "--backend dask: needs --scheduler, such as tcp://192.168.1.10:8786"),
        (("run", "exchnge"),
         "exchnge: no such file, and no bundled experiment; did you mean `exchange`?"),
        (("new", "exchnge"), "no bundled experiment `exchnge`; did you mean `exchange`?"),
        (("bots", "lowset"), 'unknown bot "lowset"; did you mean `lowest`?'),
        (("report", "nowhere"), "nowhere: there is no such folder of results"),
        (("replay", "nowhere", "--arm", "a", "--block", "0"),
         "nowhere: there is no such folder of results"),
        (("status", "e.toml"), "e.toml: there is no such folder of results"),
        (("status", "."), ".: no results of gofsim here (manifest.json is missing)"),
        (("run",), "Missing argument"),
        (("run", "e.toml", "--games", "x"), "Invalid value for '--games'"),
        (("run", "e.toml", "--gmes", "3"), "No such option: --gmes"),
        (("run", "e.toml", "--rounds", "9"), "--games sets the number of blocks, of rounds too"),
        (("rum", "e.toml"), "No such command 'rum'"),
    ],
)  # fmt: skip
def test_faults_of_a_command(folder, arguments, line):
    lines = refused(*arguments, cwd=folder)
    assert len(lines) == 1
    assert line in lines[0]
    assert not (folder / "results").exists()


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--arm", "onn", "--block", 0), "--arm: no arm `onn` in {run}; did you mean `on`?"),
        (("--arm", "on", "--block", 40),
         "--block: block 40 of arm `on` was not played in {run} (its blocks are 0 to 39)"),
        (("--arm", "on", "--block", -1),
         "--block: block -1 of arm `on` was not played in {run} (its blocks are 0 to 39)"),
        (("--arm", "on", "--block", 0, "--seating", 4),
         "--seating: must be 0 to 3 in arm `on`, not 4"),
        (("--arm", "on", "--block", 0, "--round", 500), "--round: the game has rounds 1 to "),
    ],
)  # fmt: skip
def test_games_that_were_not_played(run, options, line):
    lines = refused("replay", run, *options, "--json", cwd=run)
    assert len(lines) == 1
    assert line.format(run=run) in lines[0]


@pytest.mark.parametrize("command", [("report",), ("run", "--out")])
def test_a_truncated_parquet_file(folder, run, command):
    path = next((run / "rounds").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:1000])
    others = {p: p.read_bytes() for p in run.rglob("*.parquet") if p != path}
    last = [run] if command == ("report",) else [run.parent, "e.toml"]
    lines = refused(*command, *last, cwd=folder)
    assert len(lines) == 1
    assert lines[0].startswith(f"{path}: damaged, 1000 bytes instead of ")
    assert all(p.read_bytes() == content for p, content in others.items())


def test_a_changed_parquet_file(folder, run):
    path = next((run / "games").glob("*.parquet"))
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    line = refused("report", run, cwd=folder)[0]
    assert line.startswith(f"{path}: damaged, its contents have changed")


@pytest.mark.parametrize("command", ["report", "run", "replay"])
def test_another_format_version(folder, run, command):
    path = run / "manifest.json"
    path.write_text(path.read_text("utf-8").replace("gofsim-run/1", "gofsim-run/9"), "utf-8")
    options = {
        "report": [run],
        "run": ["e.toml", "--out", run.parent],
        "replay": [run, "--arm", "on", "--block", 0],
    }[command]
    lines = refused(command, *options, cwd=folder)
    assert lines == [
        f"{path}: has format 'gofsim-run/9', but this gofsim reads 'gofsim-run/1'; "
        "use the version that wrote it, or play again with --fresh"
    ]


def test_a_damaged_manifest(folder, run):
    (run / "manifest.json").write_text('{"format": "gofsim-run/1", "sha', "utf-8")
    lines = refused("report", run, cwd=folder)
    assert len(lines) == 1
    assert lines[0].startswith(f"{run / 'manifest.json'}: damaged or unreadable")


READERS = {
    "status": (),
    "report": (),
    "verify": (),
    "luck": (),
    "diff": ("{run}",),
    "find": ("--where", "true"),
    "feel": (),
    "replay": ("--arm", "on", "--block", 0),
    "advise": ("--block", 0, "--round", 1, "--move", 1),
}


def test_every_command_says_the_same_of_a_spoilt_manifest(folder, run):
    """And of a folder that is none: all read it by the same function."""
    path = run / "manifest.json"
    sound = path.read_text("utf-8")
    changed = f"{path}: has been changed by hand or is damaged; `gofsim run` with --repair"
    for text, line in (
        (sound.replace('"seed": 3', '"seed": 4'), changed),
        (sound.replace('"arms"', '"armies"'), changed),
        (sound[:200], f"{path}: damaged or unreadable (Unterminated string"),
        (None, f"{run}: no results of gofsim here (manifest.json is missing)"),
    ):
        path.unlink()
        if text is not None:
            path.write_text(text, "utf-8")
        said = {said_of(run, command, folder) for command in READERS}
        assert len(said) == 1
        assert said.pop().startswith(line)
        path.write_text(sound, "utf-8")
    for command in READERS.keys() - {"advise"}:  # to which a file is a position
        assert said_of("e.toml", command, folder) == "e.toml: there is no such folder of results"


def said_of(run, command, folder):
    """What a command says of a run that it refuses."""
    options = [run if each == "{run}" else each for each in READERS[command]]
    (line,) = refused(command, run, *options, cwd=folder)
    return line


@pytest.mark.parametrize("command", ["report", "luck", "diff"])
def test_who_reads_rows_looks_at_the_files_first(folder, run, command):
    path = next((run / "rounds").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:1000])
    line = said_of(run, command, folder)
    assert line.startswith(f"{path}: damaged, 1000 bytes instead of ")
    assert line.endswith("`gofsim run` with --repair plays its blocks again")


@pytest.mark.skipif(sys.platform == "win32", reason="a limit that Windows does not have")
def test_a_full_disk_loses_nothing(folder, run):
    before = {path: path.read_bytes() for path in run.rglob("*.parquet")}

    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))

    code, out, err = gofsim(
        "run", "e.toml", "--games", 2000, "--quiet", cwd=folder, preexec_fn=little_room
    )
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("cannot write results/e-")
    assert err.endswith(": File too large\n")
    assert all(path.read_bytes() == content for path, content in before.items())
    assert not (run / "partial").exists()
    told = json.loads((run / "manifest.json").read_text("utf-8"))
    assert told["state"] == "stopped"
    assert {entry["name"] for shard in told["shards"] for entry in shard["files"].values()} == {
        path.relative_to(run).as_posix() for path in before
    }


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs a place nobody can write to")
def test_a_disk_that_cannot_be_written(folder):
    code, out, err = gofsim("run", "e.toml", "--quiet", "--out", "/proc/here", cwd=folder)
    assert (code, out) == (1, "")
    assert err.startswith("cannot write /proc/here/e-")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (b"b\xff", '[league] bots[1]: must be text in UTF-8, not "b\\udcff"'),
        (b"b\nd", "[league] bots[1]: must be text without line ends and control characters, "
         'not "b\\nd"'),
    ],
)  # fmt: skip
@pytest.mark.skipif(sys.platform == "win32", reason="names are bytes on POSIX")
def test_a_bot_of_an_odd_name_is_one_fault(folder, name, line):
    assert refused("compare", "lowest", os.fsdecode(name), cwd=folder, run=gofsim) == [line]


@pytest.mark.skipif(sys.platform == "win32", reason="names are bytes on POSIX")
def test_results_lie_where_they_can_be_read(folder):
    lines = refused("run", "e.toml", "--quiet", "--out", os.fsdecode(b"o\xff"), cwd=folder)
    assert len(lines) == 1
    assert lines[0].startswith('"o\\udcff/e-')
    assert lines[0].endswith('": the path must be UTF-8; give another folder')
    assert len(list(folder.iterdir())) == 1


def test_faults_by_the_thousand_are_told_in_part_and_soon(folder):
    kinds = "\n".join(f'[bots.b{n}]\nkind = "lowst{n}"' for n in range(1000))
    (folder / "e.toml").write_text((folder / "e.toml").read_text("utf-8") + kinds, "utf-8")
    lines = refused("check", "e.toml", cwd=folder)
    assert len(lines) == 100
    assert lines[-1] == "e.toml: and 901 more faults"


@pytest.mark.skipif(sys.platform == "win32", reason="names are free on POSIX")
def test_words_of_a_terminal_come_out_harmless(folder):
    (line,) = refused("check", "\x1b[2J\x9b", cwd=folder, run=gofsim)
    assert line.startswith("\\x1b[2J\\x9b: no such file")
    assert refused("check", "a" * 300, cwd=folder)[0].startswith("a" * 300 + ": no such file")


@pytest.mark.parametrize(
    ("command", "place"), [("replay", "rounds"), ("run", "report.html"), ("report", "tables")]
)
def test_links_in_a_folder_of_results(folder, run, tmp_path, command, place):
    elsewhere = tmp_path / "elsewhere"
    if (run / place).exists():
        (run / place).rename(elsewhere)
    else:
        elsewhere.mkdir()
        (elsewhere / "mine.csv").write_text("precious")
    (run / place).symlink_to(elsewhere)
    options = {
        "report": [run],
        "run": ["e.toml", "--fresh", "--out", run.parent],
        "replay": [run, "--arm", "on", "--block", 0],
    }[command]
    (line,) = refused(command, *options, cwd=folder)
    assert line.startswith(f"{run / place}: is a link, and a folder of results holds none")
    assert (elsewhere / "mine.csv").exists() or place != "tables"
