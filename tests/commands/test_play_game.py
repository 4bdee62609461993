"""You against bots, as a real process: by pipes, by a pseudo terminal, with mistakes and undo."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time

import oracle
import pytest
from command_line import ROOT

from gofsim.cli import exit_code
from gofsim.simulation.fair_play import check_game
from gofsim.simulation.game_log import read_log

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo terminals of POSIX")
# Said where what it takes was never compiled.
COMPILES = "getting ready (the first time compiles, which may take a minute) ..\n"
QUICK = ("--bots", "random,lowest,control", "--seed", "7", "--no-coach")


def play(cwd, entries, *options):
    """Play by a pipe; return the exit code, what was said, and the errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "gofsim", "play", *map(str, options)],
        cwd=cwd, env=surroundings(), input="\n".join(entries), capture_output=True,
        text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr.replace(COMPILES, "")


def surroundings(**more):
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **more}


def log_of(path):
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def first_plays(tmp_path_factory):
    """A game in which you always take the first of the list: its folder and what was said."""
    cwd = tmp_path_factory.mktemp("first")
    code, out, err = play(cwd, ["1"] * 2000, *QUICK)
    assert (code, err) == (0, "")
    return cwd, out


def test_a_game_by_a_pipe_is_kept_and_fair(first_plays):
    cwd, out = first_plays
    (path,) = cwd.iterdir()
    assert path.name == "game-7.json"
    log = log_of(path)
    oracle.check_log(log)
    assert check_game(read_log(path)).over
    assert log["bots"] == ["you", "random", "lowest", "control"]
    assert "The game is over, won by " in out
    assert "Which card goes back to" in out or all(
        entry["exchange"]["receiver"] for entry in log["rounds"][1:]
    )


def test_all_moves_are_told(first_plays):
    """Between your own plays every move of the others is on the screen."""
    cwd, out = first_plays
    log = log_of(cwd / "game-7.json")
    theirs = [
        (move["seat"], move["play"])
        for entry in log["rounds"]
        for move in entry["moves"]
        if move["seat"] and move["play"]
    ]
    told = [
        (int(seat), cards)
        for seat, cards in re.findall(
            r"^(?:you> )?[> ] (\d) (?:random|lowest|control) +([A-Z][A-Z\d ]*?)(?:   \(.*)?$",
            out,
            re.M,
        )
    ]
    assert told == theirs


def entries_with_undo(count):
    """First plays, with some taken back and made again, once all of several rounds."""
    entries = []
    for place in range(count):
        entries.append("1")
        if back := {3: 1, 4: 2, 30: 31, 45: 17}.get(place):
            entries += ["list", *["undo"] * back, *["1"] * back]
    return entries


def test_what_is_taken_back_leaves_no_trace(first_plays, tmp_path):
    code, out, err = play(tmp_path, entries_with_undo(2000), *QUICK)
    assert (code, err) == (0, "")
    assert log_of(tmp_path / "game-7.json") == log_of(first_plays[0] / "game-7.json")
    assert out.count("round 1 is over") > 1


MISTAKES = [
    "",
    "g11",
    "hnt",
    "99",
    "0",
    "9" * 5000,
    "g1 g1 g1",
    "gp gp",
    "rd yp gp",
    "\u202eü\x1b[31m",
    "pass pass",
]


def test_mistakes_are_told_in_one_line_each(first_plays, tmp_path):
    entries = [*MISTAKES, "undo", "?", *["1"] * 2000]
    code, out, err = play(tmp_path, entries, *QUICK)
    assert (code, err) == (0, "")
    assert log_of(tmp_path / "game-7.json") == log_of(first_plays[0] / "game-7.json")
    answers = out.split("you> ")[1 : len(MISTAKES) + 2]
    assert all(answer.count("\n") == 1 for answer in answers)
    assert "did you mean `hint`?" in answers[2]
    assert answers[-1] == "  there is nothing to take back yet\n"
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_the_end_of_the_input_keeps_finished_rounds_and_they_go_on(first_plays, tmp_path):
    code, out, err = play(tmp_path, ["1"] * 30, *QUICK)
    assert (code, err) == (0, "")
    path, whole = tmp_path / "game-7.json", log_of(first_plays[0] / "game-7.json")
    left = log_of(path)
    assert 0 < len(left["rounds"]) < len(whole["rounds"])
    assert left == {**whole, "rounds": whole["rounds"][: len(left["rounds"])], "winners": None}
    assert out.endswith(f"`gofsim play --resume {path.name}` goes on.\n")
    assert not check_game(read_log(path)).over
    out = play(tmp_path, ["undo"] * 31, "--resume", path.name, "--no-coach")[1]
    assert out.endswith("You took every round back; game-7.json still holds them.\n")
    assert log_of(path) == left
    entries = ["undo", "undo", "1", "1", *["1"] * 2000]
    assert play(tmp_path, entries, "--resume", path.name, "--no-coach")[0] == 0
    assert log_of(path) == whole


def test_nothing_finished_nothing_kept(tmp_path):
    code, out, _ = play(tmp_path, ["1", "quit"], *QUICK)
    assert code == 0
    assert out.endswith("nothing is kept; --seed 7 deals the same cards.\n")
    assert list(tmp_path.iterdir()) == []


def test_games_that_cannot_be_gone_on_with(first_plays, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    whole = log_of(first_plays[0] / "game-7.json")
    left = {**whole, "rounds": whole["rounds"][:2], "winners": None}
    for log, line in (
        (whole, "--resume: game.json was played to its end"),
        ({**left, "arm": "on"}, "--resume: game.json is not a log of `gofsim play`"),
        ({**left, "seed": -1}, "--resume: game.json is not a log of `gofsim play`"),
        ({**left, "bots": ["you", *["lowest"] * 3]}, "game.json: its rounds come out otherwise"),
    ):
        (tmp_path / "game.json").write_text(json.dumps(log), "utf-8")
        assert exit_code(["play", "--resume", "game.json"]) == 2
        err = capsys.readouterr().err
        assert err.startswith(line)
        assert err.count("\n") == 1
        assert log_of(tmp_path / "game.json") == log


def test_three_players_a_rule_a_file_and_the_coach(tmp_path):
    options = ("--players", 3, "--rule", "target=30", "--seed", 2, "--log", "my game.json")
    entries = ["hint", "1", "undo", "2", *["1"] * 2000]
    code, out, err = play(tmp_path, entries, "--bots", "lowest,control", *options)
    assert (code, err) == (0, "")
    log = log_of(tmp_path / "my game.json")
    oracle.check_log(log)
    assert log["bots"] == ["you", "lowest", "control"]
    assert "share of games, %" in out
    assert "The coach looks at your moves" in out
    assert "What was given away, % of a game" in out


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--bots", "lowest,lowest", "--players", "4"), "--bots: needs 3 of them, or one for all"),
        (("--bots", "lowset"), "--bots: unknown bot"),
        (("--players", "5"), "--players: must be 3 or 4, not 5"),
        (("--rule", "passing=never"), "--rule: [rules] passing: must be"),
        (("--seed", "-1"), "--seed: must be 0 to"),
        (("--log", "."), "--log: . is there already; name another file"),
        (("--log", "nowhere/game.json"), "--log: there is no folder nowhere"),
        (("--resume", "x.json", "--seed", "1"), "--resume: the log tells players"),
        (("--resume", "x.json", "--bots", "linear"), "--resume: the log tells players, bots"),
        (("--resume", "x.json"), "x.json: No such file"),
    ],
)
def test_a_game_that_cannot_be(tmp_path, monkeypatch, capsys, options, line):
    monkeypatch.chdir(tmp_path)
    assert exit_code(["play", *options]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(line)
    assert told.err.count("\n") == 1


def test_a_disk_that_refuses_does_not_end_the_game(tmp_path):
    (tmp_path / "there").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "gofsim", "play", *QUICK, "--log", "there/game.json"],
        cwd=tmp_path, env=surroundings(), text=True, encoding="utf-8",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout.readline().startswith("Seed 7; kept as there/game.json")
    (tmp_path / "there").rmdir()
    out, err = process.communicate("1\n" * 2000, timeout=300)
    assert process.returncode == 1
    assert "The game is over, won by " in out
    assert all(line.startswith("cannot write there/game.json") for line in err.splitlines())


class Terminal:
    """A `gofsim play` at a pseudo terminal."""

    def __init__(self, cwd, *options):
        import pty

        self.screen, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gofsim", "play", *options],
            cwd=cwd, env={k: v for k, v in surroundings(TERM="xterm").items() if k != "NO_COLOR"},
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, close_fds=True,
        )  # fmt: skip
        os.close(theirs)

    def until(self, *ends):
        """What is shown up to one of some endings, or the end of the process."""
        shown, late = "", time.monotonic() + 120
        while time.monotonic() < late:
            if select.select([self.screen], [], [], 1)[0]:
                try:
                    data = os.read(self.screen, 1 << 16)
                except OSError:  # it has left
                    return shown
                shown += data.decode()
                if shown.endswith(ends):
                    return shown
        raise TimeoutError(shown)

    def type(self, text):
        os.write(self.screen, f"{text}\n".encode())


@posix
def test_at_a_terminal_with_colours_and_ctrl_c(tmp_path):
    terminal = Terminal(tmp_path, *QUICK)
    shown = terminal.until("you> ")
    hand = re.findall("\x1b\\[3[1-5]m([A-Z]\\w+)\x1b", shown.split("your hand")[1])[:16]
    assert len(hand) == 16
    terminal.type("zz")
    assert "unknown card" in terminal.until("you> ")
    finished = 0
    while finished < 1:
        terminal.type("1")
        finished += terminal.until("you> ").count("is over")
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.until()
    assert terminal.process.wait(60) == 130
    assert "\n1 finished round is in game-7.json" in shown.replace("\r", "")
    assert len(log_of(tmp_path / "game-7.json")["rounds"]) == 1
