"""Rated games: costs beside the best play, their sums, and the tables."""

import json

import pytest
from games import bot, game

from gofsim.cli import exit_code
from gofsim.commands.rate import rate, text
from gofsim.commands.review import review
from gofsim.rules import Rules

FEW = 300  # roll-outs a move


@pytest.fixture(scope="module")
def log():
    """A short game of one who passes his games away, and three who do not."""
    return game([bot("min-turns"), *[bot("linear")] * 3], Rules(target=15))


@pytest.fixture(scope="module")
def rating(log):
    return rate(log, by="points", roll_outs=FEW)


def test_every_choice_has_its_cost(log, rating):
    reviewed = list(review(log, by="points", roll_outs=FEW))
    assert [(m["round"], m["move"], m["played"]) for m in rating["moves"]] == [
        (each.round, each.move, each.played) for each in reviewed
    ]
    for move, each in zip(rating["moves"], reviewed, strict=True):
        assert move["cost"] == each.cost
        assert move["cost"] <= max(move["high"], 0.0)
        assert move["sure"] == (move["low"] > 0)
        assert move["cost"] == 0 or move["best"] != move["played"]
    assert rating["complete"]


def test_sums_are_those_of_the_moves(rating):
    for each in rating["sums"]:
        own = [
            move
            for move in rating["moves"]
            if (move["seat"], move["round"]) == (each["seat"], each["round"])
        ]
        assert each["moves"] == len(own)
        assert each["cost"] == pytest.approx(sum(move["cost"] for move in own))
        assert each["sure"] == pytest.approx(sum(move["cost"] for move in own if move["sure"]))
    assert sum(each["moves"] for each in rating["sums"]) == len(rating["moves"])


def test_who_passes_his_games_away_gives_most(rating):
    by_seat = [sum(m["cost"] for m in rating["moves"] if m["seat"] == seat) for seat in range(4)]
    assert by_seat[0] == max(by_seat)


def test_the_table_begins_with_the_costliest(rating):
    lines = text(rating).splitlines()
    assert lines[0] == "The costliest moves"
    worst = max(rating["moves"], key=lambda move: move["cost"])
    assert (worst["played"] or "pass") in lines[2]
    assert (worst["best"] or "pass") in lines[2]
    marked = [line for line in lines if line.endswith("chance may explain it")]
    shown = sorted(rating["moves"], key=lambda move: -move["cost"])[:10]
    assert len(marked) == sum(not move["sure"] for move in shown if move["cost"] > 0)


def test_no_time_for_more(log):
    short = rate(log, roll_outs=FEW, seconds=0)
    assert (len(short["moves"]), short["complete"]) == (1, False)
    assert text(short).endswith("there was no time for more")


def test_the_command(log, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(json.dumps(log), "utf-8")
    options = ["rate", "game.json", "--seat", "0", "--roll-outs", "100"]
    assert exit_code([*options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "gofsim-rating/1"
    assert {move["seat"] for move in found["moves"]} == {0}
    assert exit_code(options) == 0
    assert "What was given away, % of a game" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "code", "line"),
    [
        (["--seat", "4"], 2, "--seat: must be 0 to 3, not 4"),
        (["--by", "luck"], 2, '--by: must be "games" or "points", not luck'),
        (["--roll-outs", "0"], 2, "--roll-outs: must be 1 or more, not 0"),
        ([], 1, "game.json: round 1: totals: "),
    ],
)
def test_what_cannot_be_rated(log, tmp_path, monkeypatch, capsys, options, code, line):
    monkeypatch.chdir(tmp_path)
    first = log["rounds"][0]
    spoilt = {**log, "rounds": [{**first, "totals": [1, 2, 3, 4]}, *log["rounds"][1:]]}
    (tmp_path / "game.json").write_text(json.dumps(log if options else spoilt), "utf-8")
    assert exit_code(["rate", "game.json", *options]) == code
    err = capsys.readouterr().err
    assert err.startswith(line)
    assert err.count("\n") == 1
