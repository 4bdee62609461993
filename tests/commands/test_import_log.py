"""`gofsim import`: what it says of fair games and fouls, and what it keeps."""

import json

import oracle
import pytest
from games import bot, game

from gofsim.cli import exit_code


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A fair game, as `game.json` in the current folder."""
    monkeypatch.chdir(tmp_path)
    log = game([bot("lowest"), bot("control"), bot("lowest"), bot("longest")])
    write(log)
    return log


def write(log, name="game.json"):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(log, file)


def told(capsys, *arguments):
    """The exit code of an import, what it printed, and its errors."""
    code = exit_code(["import", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_fair_game(log, capsys):
    code, out, err = told(capsys, "game.json")
    assert (code, err) == (0, "")
    moves = sum(len(entry["moves"]) for entry in log["rounds"])
    assert out.startswith(
        f"game.json: a fair game, {len(log['rounds'])} rounds, {moves} moves, won"
    )
    code, out, err = told(capsys, "game.json", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["format"], found["fair"], found["over"]) == ("gofsim-import/1", True, True)
    assert (found["rounds"], found["moves"]) == (len(log["rounds"]), moves)


def test_a_checked_log_is_kept_in_our_form(log, tmp_path, capsys):
    by_hand = {key: log[key] for key in ("format", "rounds", "winners")}
    by_hand |= {"rules": {"players": 4}, "note": "played at the kitchen table"}
    for entry in by_hand["rounds"]:
        entry["dealt"] = [" ".join(reversed(hand.lower().split())) for hand in entry["dealt"]]
    write(by_hand)
    code, out, _ = told(capsys, "game.json", "--out", "kept.json")
    assert code == 0
    assert out.endswith("kept as kept.json\n")
    kept = json.loads((tmp_path / "kept.json").read_text("utf-8"))
    oracle.check_log(kept)
    assert kept["note"] == by_hand["note"]
    code, out, err = told(capsys, "game.json", "--out", "kept.json")
    assert (code, out) == (2, "")
    assert err == "--out: kept.json is there already; name another file\n"
    code, out, err = told(capsys, "game.json", "--out", "nowhere/kept.json")
    assert (code, out, err) == (2, "", "--out: there is no folder nowhere\n")


def test_a_foul_is_one_line(log, tmp_path, capsys):
    move = log["rounds"][0]["moves"][0]
    write({**log, "rounds": [{**log["rounds"][0], "moves": [{**move, "play": None}]}]})
    line = f"round 1, move 1, seat {move['seat']}: may not pass: a trick must be led"
    assert told(capsys, "game.json", "--out", "kept.json") == (1, "", f"game.json: {line}\n")
    assert not (tmp_path / "kept.json").exists()
    code, out, err = told(capsys, "game.json", "--json")
    assert (code, err) == (1, f"game.json: {line}\n")
    found = json.loads(out)
    assert found["fair"] is False
    assert [found[key] for key in ("round", "move", "seat")] == [1, 1, move["seat"]]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"format": "gofsim-game/2"}, 'game.json: format: must be "gofsim-game/1", not "gofsim-'),
        ({"rules": {"passng": "final"}}, "game.json: unknown key `rules.passng`; did you mean"),
        ({"rules": {"players": 5}}, "game.json: rules.players: must be 3 or 4, not 5"),
        ({"bots": ["a"]}, "game.json: bots: needs 4 names, one a seat"),
        ({"rounds": []}, "game.json: rounds: must not be empty"),
        ({"rounds": 7}, "game.json: rounds: "),
    ],
)
def test_what_is_no_game_log(log, capsys, change, line):
    write({**log, **change})
    code, out, err = told(capsys, "game.json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(line)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"{", "game.json: no JSON in UTF-8"),
        (b"\xff\xfe", "game.json: no JSON in UTF-8"),
        (b"[]", "game.json: must be a game log, a JSON object"),
        (b"[" * 100_000, "game.json: no JSON in UTF-8 (nested more than 40 deep)"),
        (None, "game.json: No such file or directory"),
    ],
)
def test_what_is_no_json(tmp_path, monkeypatch, capsys, content, line):
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / "game.json").write_bytes(content)
    code, out, err = told(capsys, "game.json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(line)
