"""Options that would decide nothing are refused, by name, with what they go with."""

import json

import pytest

from gofsim.cli import exit_code

HAND = ("--hand", "G2 Y2")
FILE = "{folder}/p.json"
RUN = "{folder}"

IDLE = [
    (("advise", *HAND, "--arm", "a"), "--arm", "a RUN_DIR"),
    (("advise", *HAND, "--seating", "0"), "--seating", "a RUN_DIR"),
    (("advise", FILE, "--round", "2"), "--round", "a RUN_DIR"),
    (("advise", *HAND, "--move", "2"), "--move", "a RUN_DIR"),
    (("advise", RUN, "--block", "1", "--round", "1", "--seen", ""), "--seen", "--hand"),
    (("advise", FILE, "--rule", "passing=final"), "--rule", "--hand"),
    (("advise", FILE, "--received", "G2"), "--received", "--hand"),
    (("advise", *HAND, "--received", "G2"), "--received", "--give"),
    (("advise", *HAND, "--give", "--received", "G2", "--to-beat", "Y4"), "--to-beat", "plays"),
    (("advise", RUN, "--give", "--block", "0", "--round", "2", "--move", "1"), "--move", "plays"),
    (("advise", FILE, "--give"), "--give", "--hand or a RUN_DIR"),
    (("replay", RUN, "--arm", "a", "--block", "0", "--roll-outs", "9"), "--roll-outs", "--explain"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "option", "needed"), IDLE)
def test_idle_options_are_refused(arguments, option, needed, tmp_path, capsys):
    (tmp_path / "p.json").write_text(json.dumps({"hand": "G2 Y2"}), "utf-8")
    assert exit_code([each.format(folder=tmp_path) for each in arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.splitlines()
    assert line.startswith(f"{option}: decides nothing here, it goes with {needed}")
