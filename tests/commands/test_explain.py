"""Explained games: every choice with the values of its plays, and what the bot would do."""

import json

import pytest
from games import bot, game

from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.explain import explain, notes
from gofsim.commands.review import review
from gofsim.replay_text import replay_text
from gofsim.rules import Rules

FEW = 400  # roll-outs a move


@pytest.fixture(scope="module")
def log():
    """A short game."""
    return game([bot("linear")] * 4, Rules(target=1))


def test_every_choice_is_reviewed_once(log):
    found = list(review(log, roll_outs=FEW))
    places = [(each.round, each.move) for each in found]
    assert places == sorted(places)
    assert len(set(places)) == len(places) > 10
    for each in found:
        assert each.made["play"] is not None or each.played is None
        assert each.cost >= 0
        assert each.cost == 0 or each.best is not each.made


def test_only_seats_and_rounds_that_are_asked_for(log):
    assert {each.seat for each in review(log, seats=[2], roll_outs=FEW)} == {2}
    assert list(review(log, rounds=[7], roll_outs=FEW)) == []


def test_a_blunder_costs_much():
    """`min-turns` passes away its games; `linear` hardly ever gives anything away."""
    blunder, sound = (
        sum(each.cost for each in review(game([bot(kind)] * 4, Rules(target=1)), roll_outs=FEW))
        for kind in ("min-turns", "linear")
    )
    assert blunder > 2 * sound


def test_the_bot_itself_would_do_what_it_did(log):
    """`linear` does not draw: asked again at its own moves it says the same."""
    explained = explain(log, "linear", roll_outs=FEW)
    assert all(each["would"] == each["played"] for each in explained["moves"])
    assert explained["game"] == log


def test_a_search_is_valued_by_the_bot_it_asks(log):
    explained = explain(log, "pimc", roll_outs=FEW)
    assert any(each["would"] != each["played"] for each in explained["moves"])


def test_notes_stand_under_their_moves(log):
    explained = explain(log, "lowest", by="points", roll_outs=FEW)
    told = notes(explained)
    lines = replay_text(log, notes=told).splitlines()
    plain = replay_text(log).splitlines()
    said = [line for line in lines if line.strip().startswith("bot: ")]
    assert len(lines) == len(plain) + len(said)
    assert len(said) == len(explained["moves"])
    assert [line for line in lines if line not in said] == plain


def test_the_command_changes_and_explains(tmp_path, capsys):
    path = tmp_path / "e.toml"
    seats = '["lowest", "lowest", "longest", "lowest"]'
    path.write_text(f'question = "?"\nseed = 1\ngames = 3\n[arms.a]\nseats = {seats}\n', "utf-8")
    folder = run(path, out=tmp_path / "out").folder
    there = ["replay", str(folder), "--arm", "a", "--block", "2"]
    assert exit_code([*there, "--json"]) == 0
    log = json.loads(capsys.readouterr().out)
    move = next(i for i, m in enumerate(log["rounds"][0]["moves"]) if m["play"] and i)
    assert exit_code([*there, "--json", "--change", f"1:{move + 1}=pass"]) == 0
    changed = json.loads(capsys.readouterr().out)
    assert changed["rounds"][0]["moves"][move]["play"] is None
    assert changed["rounds"][0]["moves"][:move] == log["rounds"][0]["moves"][:move]
    explained = ["--round", "1", "--explain", "linear", "--roll-outs", "100"]
    assert exit_code([*there, *explained]) == 0
    assert "bot: " in capsys.readouterr().out
    assert exit_code([*there, *explained, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "gofsim-explained/1"
    assert exit_code([*there, "--change", "1:1=RD"]) == 2
    assert "is not legal at move 1 of round 1" in capsys.readouterr().err
