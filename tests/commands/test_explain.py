"""Explained games: every choice with the values of its plays, and what the bot would do."""

import json

import pytest
from games import bot, game

from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.explain import explain, legend, notes
from gofsim.commands.replay_page import make_page
from gofsim.commands.review import review
from gofsim.errors import BadInputError
from gofsim.replay_text import replay_text
from gofsim.rules import Rules
from gofsim.simulation.own_values import seeks

FEW = 400  # roll-outs a move
SEARCHES = ("pimc", "pimc-infer", "ismcts", "oracle")


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


@pytest.fixture(scope="module")
def searched(log):
    """The first three rounds, at most, as a search of each kind sees them."""
    short = log | {"rounds": log["rounds"][:3]}
    return {name: explain(short, name) for name in SEARCHES}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_does_what_it_values_most(searched, name):
    """It seeks the game and few points at once; the most of the sum is the best."""
    explained = searched[name]
    assert (explained["values"], explained["by"]) == ("own", "both")
    compared = [each for each in explained["moves"] if each["choices"]]
    assert len(compared) > 10
    for each in compared:
        values = [choice["both"]["mean"] for choice in each["choices"]]
        assert values == sorted(values, reverse=True)
        assert each["would"] == each["choices"][0]["play"]
        assert all(abs(value) <= 1 + 80 / 220 for value in values)
        assert each["cost"] is None or each["cost"] >= 0
    assert any(each["would"] != each["played"] for each in compared)


def test_plays_that_a_search_did_not_compare_have_no_value(searched):
    """Where it can go out it looks at nothing else; and it compares eight plays at most."""
    moves = searched["pimc"]["moves"]
    assert {len(each["choices"]) for each in moves} <= {0, *range(2, 9)}
    alone = [each for each in moves if not each["choices"]]
    assert alone
    assert {each["cost"] for each in alone} <= {0, None}


def test_a_search_brings_its_own_budget(log):
    with pytest.raises(BadInputError, match="--roll-outs: pimc values its plays itself"):
        explain(log, "pimc", roll_outs=FEW)


def test_the_legend_says_whose_values_and_in_what(searched, log):
    told = legend(searched["pimc"])
    assert (
        "the values of pimc itself, means of up to 60 worlds: share of games at this score, less"
        in told
    )
    assert "values by up to 400 roll-outs a move: share of games" in legend(
        explain(log | {"rounds": log["rounds"][:1]}, "lowest", roll_outs=FEW)
    )


@pytest.fixture(scope="module")
def second():
    """A second round, which has an exchange."""
    log = game([bot("linear")] * 4, Rules(target=40))
    return log | {"rounds": log["rounds"][1:2]}


@pytest.fixture(scope="module")
def foreseen(second):
    """It as the yardstick sees it."""
    return explain(second, "oracle")


def test_the_legend_tells_of_gifts_where_there_are_any(foreseen, searched, tmp_path):
    """They are valued by the giving policy, in worlds of its own: the yardstick guesses there."""
    assert (foreseen["worlds"], foreseen["gifts"]) == (1, {"policy": "value", "worlds": 40})
    gifts = "of cards to give those of its policy value, means of up to 40 worlds"
    words = f"in the true world, and {gifts}"
    assert f"of oracle itself, {words}: share of games at this score" in legend(foreseen)
    make_page(foreseen["game"], tmp_path / "p.html", kinds={}, explained=foreseen, command="")
    page = (tmp_path / "p.html").read_text("utf-8")
    assert f"as oracle itself values the plays that it looks at: {words}." in page
    (gift,) = (each for each in foreseen["moves"] if each["move"] is None)
    means = [choice["both"]["mean"] for choice in gift["choices"]]
    assert len(means) > 5
    assert means == sorted(means, reverse=True)
    assert means[0] > means[-1]
    assert searched["oracle"]["gifts"] is None
    assert "of oracle itself, in the true world: share of games" in legend(searched["oracle"])


def test_a_giving_policy_seeks_what_its_search_seeks():
    """So one unit stands for plays and gifts."""
    for name in SEARCHES:
        seat = bot(name)
        assert seeks(seat) == seeks(seat.giving)


COPIES = """
from dataclasses import replace
from gofsim.strategies.lowest import LOWEST
from gofsim.strategies.oracle import ORACLE

PLAIN = replace(LOWEST, name="oracle")
COPY = replace(ORACLE, idea="Another.")
OURS = ORACLE
"""


def test_a_bot_of_your_own_is_not_taken_for_one_of_ours(tmp_path, second, foreseen):
    """Whatever its name: its words may lie elsewhere; ours under another name is ours."""
    (tmp_path / "mine.py").write_text(COPIES, "utf-8")
    plain, copy, ours = (
        explain(second, f"{tmp_path / 'mine.py'}:{name}", **more)
        for name, more in (("PLAIN", {"roll_outs": 30}), ("COPY", {"roll_outs": 30}), ("OURS", {}))
    )
    assert (plain["values"], copy["values"], ours["values"]) == ("roll-outs", "roll-outs", "own")
    lowest = explain(second, "lowest", roll_outs=30)
    assert [each["would"] for each in plain["moves"]] == [e["would"] for e in lowest["moves"]]
    assert ours["moves"] == foreseen["moves"]
    oracle = {each["move"]: each for each in foreseen["moves"]}
    for each in copy["moves"]:  # it sees the true hands too, and draws the same worlds for a gift
        assert each["would"] == oracle[each["move"]]["would"]


def test_the_choice_of_the_bot_is_marked_in_every_note(searched):
    for explained in searched.values():
        told = notes(explained)
        assert len(told) == len(explained["moves"])
        for each in explained["moves"]:
            mark = f"* {each['would'] or 'pass'}"
            assert mark in told[each["round"], each["move"] or 0]
    alone = {"move": 1, "round": 1, "would": "G2", "choices": []}
    assert notes({"moves": [alone], "by": "points"})[1, 1] == "* G2, the only play it looked at"


def test_notes_stand_under_their_moves(log):
    explained = explain(log, "lowest", by="points", roll_outs=FEW)
    told = notes(explained)
    lines = replay_text(log, notes=told).splitlines()
    plain = replay_text(log).splitlines()
    said = [line for line in lines if "* " in line]
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
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("* linear would make this play; values by up to 100 roll-outs")
    assert any(line.strip().startswith("* ") for line in told[1:])
    assert exit_code([*there, *explained, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "gofsim-explained/1"
    assert exit_code([*there, "--change", "1:1=RD"]) == 2
    assert "is not legal at move 1 of round 1" in capsys.readouterr().err
