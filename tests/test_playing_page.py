"""What docs/playing.md shows is what is shown."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from command_line import ROOT

from gofsim.cli import exit_code

PAGE = (ROOT / "docs" / "playing.md").read_text("utf-8")
SHOWN = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
GAME = Path("docs/examples/game-15.json")


def test_the_session(tmp_path):
    """The entries of the page, typed by a pipe, which shows none of them."""
    command = re.search(r"```sh\ngofsim (.*)\n", PAGE)[1].split()
    entries = re.findall(r"^you> (.*)$", SHOWN[0], re.M)
    done = subprocess.run(
        [sys.executable, "-m", "gofsim", *command],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="\n".join(entries), capture_output=True, text=True, encoding="utf-8",
        timeout=300, check=True,
    )  # fmt: skip
    waiting = iter(entries)
    screen = re.sub("you> ", lambda _: f"you> {next(waiting, '')}\n", done.stdout)
    assert screen.startswith(SHOWN[0])


def test_import_and_rate(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    for shown in (SHOWN[2], SHOWN[4]):
        command, _, expected = shown.partition("\n")
        assert exit_code(command.split()[2:]) == 0
        assert capsys.readouterr().out == expected
    log = json.loads(GAME.read_text("utf-8"))
    log["rounds"][1]["moves"][4]["play"] = "RD"
    monkeypatch.chdir(tmp_path)
    Path("notes.json").write_text(json.dumps(log), "utf-8")
    assert exit_code(["import", "notes.json"]) == 1
    assert capsys.readouterr().err == SHOWN[3].partition("\n")[2]
