"""Options that would decide nothing are refused, by name, with what they go with."""

import json

import pytest

from gofsim.cli import exit_code

CARDS = "G2 Y2 R2 G7 R8 R9 R10 GP Y8 Y9 Y10 G8 G9 G10 YP RD"
HAND = ("--hand", CARDS)
FILE = "{folder}/p.json"
RUN, GIFT, SEEN = "{folder}", "{folder}/gift.json", "{folder}/seen.json"

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
    (("advise", *HAND, "--no-infer"), "--no-infer", "plays after known moves"),
    (("advise", *HAND, "--infer"), "--infer", "plays after known moves"),
    (("advise", GIFT, "--no-infer"), "--no-infer", "plays after known moves"),
    (("advise", SEEN, "--no-infer"), "--no-infer", "plays after known moves"),
    (("replay", RUN, "--arm", "a", "--block", "0", "--roll-outs", "9"), "--roll-outs", "--explain"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "option", "needed"), IDLE)
def test_idle_options_are_refused(arguments, option, needed, tmp_path, capsys):
    swap = {"giver": 1, "receiver": 0, "given": "R7"}
    files = {"p": {"hand": "G2 Y2"}, "seen": {"hand": CARDS}}
    files["gift"] = {"hand": f"{CARDS} R7", "exchange": swap}
    for name, document in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(document), "utf-8")
    assert exit_code([each.format(folder=tmp_path) for each in arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.splitlines()
    assert line.startswith(f"{option}: decides nothing here, it goes with {needed}")
