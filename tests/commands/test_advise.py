"""Advice: endings against exhaustive play, repeatable, and how it is asked for."""

import json
from copy import copy
from dataclasses import replace
from itertools import islice

import oracle
import pytest
from bridge import cards_of
from command_line import gofsim
from games import bot, game
from hidden_hands import HiddenHands
from situations import situations

from gofsim.cli import exit_code
from gofsim.commands.advise import CLEAR, advise, text
from gofsim.errors import BadInputError, PlayError
from gofsim.rules import Rules
from gofsim.simulation.position import position_at, read_position

MOST_WORLDS, MOST_CARDS = 100, 6  # of the others


def wins_surely(state, me):
    """Whether a seat goes out first whatever the others do, if it plays right from here."""
    if state.winner is not None:
        return state.winner == me
    plays, may_pass = state.legal()
    after = (applied(state, play) for play in [*plays, *[None] * may_pass])
    verdicts = (wins_surely(each, me) for each in after)
    return any(verdicts) if state.turn == me else all(verdicts)


def applied(state, play):
    """The round after a move."""
    state = copied(state)
    state.apply(play)
    return state


def copied(state):
    """The round as it stands, apart from what becomes of the first."""
    state = copy(state)
    state.hands, state.moves = list(state.hands), list(state.moves)
    state.announced, state.out = set(state.announced), set(state.out)
    state.passed = set(state.passed)
    return state


def sure_plays(each, worlds):
    """Legal moves with which the seat wins surely in each of the worlds; and all legal moves."""
    plays, may_pass = each.state.legal()
    legal, sure = [*plays, *[None] * may_pass], set()
    for play in legal:
        for world in worlds:
            state = copied(each.state)
            state.hands = [cards_of(cards) for cards in world[: len(state.hands)]]
            if not wins_surely(applied(state, play), each.state.turn):
                break
        else:
            sure.add(play)
    return sure, legal


def endings():
    """(log, decision, sure plays) near the end of rounds, where some plays win surely."""
    for seed in range(100):
        log = game([bot("control")] * 4, Rules(target=60), seed=seed)
        for each in situations(log):
            others = sum(map(len, each.state.hands)) - len(each.hand)
            if each.state.to_beat or not 1 < len(each.hand) <= 4 or others > MOST_CARDS:
                continue
            hidden = HiddenHands(each)
            if hidden.deals() <= MOST_WORLDS:
                sure, legal = sure_plays(each, hidden.all_worlds())
                if sure and len(sure) < len(legal):
                    yield log, replace(each, state=copied(each.state)), sure


def test_endings_agree_with_exhaustive_play():
    tested = 0
    for log, each, sure in islice(endings(), 8):
        position = position_at(log, each.entry["number"], len(each.state.moves) + 1)
        best = advise(position, by="first", infer=False)["choices"][0]
        assert oracle.parse(best["play"]) in sure
        tested += 1
    assert tested == 8


POSITION = {
    "hand": "G2 Y2 R2 G7 R8 R9 R10 GP",
    "to_beat": "Y4",
    "seen": "G1 G1 G3 Y3 R3 R3 M1 G5 Y5 Y6 Y6 R6 G8 G8 Y8 G10 Y10",
    "counts": [8, 9, 14, 15],
}


HELD = "G3 G4 G5 G6 Y7 Y8 Y9 Y10"  # with that hand sixteen cards


def position(**change):
    return read_position(POSITION | change, "here")


def test_every_legal_play_is_there_and_the_best_first():
    advice = advise(position(), by="points")
    plays = {choice["play"] for choice in advice["choices"]}
    assert plays == {"G7", "R8", "R9", "R10", "GP", None}
    best = advice["choices"][0]
    assert best["behind"] is None
    leads = [choice["lead"]["mean"] for choice in advice["choices"] if choice["worlds"] > 1000]
    assert leads == sorted(leads)
    for choice in advice["choices"]:
        for name in ("points", "lead", "first", "games"):
            value = choice[name]
            assert value["low"] <= value["mean"] <= value["high"]


def test_advice_repeats_and_hangs_on_the_seed():
    one, same, other = (advise(position(), seed=seed, roll_outs=20_000) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_the_budget_ends_it():
    advice = advise(position(), by="points", roll_outs=10)
    assert advice["stopped"] == "the budget ended"
    assert {choice["worlds"] for choice in advice["choices"]} == {200}


def test_what_a_bot_raises_as_it_plays_on_is_told(tmp_path):
    lines = "from gofsim.strategies.plain import plain_bot\nBAD = plain_bot(lambda seen: {}['x'])\n"
    (tmp_path / "bad.py").write_text(lines, "utf-8")
    with pytest.raises(PlayError, match=r"--bot: .* raised KeyError: 'x' \(.*bad.py:2\) when it"):
        advise(position(), bot=f"{tmp_path / 'bad.py'}:BAD", roll_outs=10)


def test_a_forced_move_needs_no_thought():
    advice = advise(position(to_beat="YP", seen=POSITION["seen"][:-4] + " Y7"))
    assert [choice["play"] for choice in advice["choices"]] == [None]
    assert advice["stopped"] == CLEAR


def test_worlds_by_the_moves_only_where_all_are_known():
    log = game([bot("linear")] * 4, Rules(target=30), seed=1)
    for move, infer, infers in ((8, True, True), (8, False, False), (1, True, False)):
        advice = advise(position_at(log, 1, move), infer=infer, roll_outs=500)
        assert advice["infers"] == infers


def test_a_gift():
    hand = "G5 R5 Y5 G6 R6 Y6 G7 Y7 R7 G8 R8 Y8 G9 R9 Y9 R2 RD"
    swap = {"giver": 3, "receiver": 0, "given": "RD"}
    asked = read_position({"hand": hand, "exchange": swap}, "here")
    advice = advise(asked, by="points", roll_outs=20_000)
    assert advice["gives"]
    assert len(advice["choices"]) == 17
    assert advice["choices"][0]["play"] == "R2"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"by": "point"}, '--by: must be "points", "first" or "games", not point; did you mean'),
        ({"bot": "linaer"}, "--bot: unknown bot"),
        ({"seed": -1}, "--seed: must be 0 to 9223372036854775807, not -1"),
        ({"seed": 2**64}, "--seed: must be 0 to"),
        ({"roll_outs": 0}, "--roll-outs: must be 1 or more, not 0"),
        ({"bot": "pimc"}, "--bot: must be a bot that does not search itself, not pimc"),
    ],
)
def test_a_wish_that_cannot_be_met(options, line):
    with pytest.raises(BadInputError, match=line):
        advise(position(), **options)


def test_text_names_every_play_and_why_it_stopped():
    told = text(advise(position(), roll_outs=20_000))
    assert told.splitlines()[0].split()[:2] == ["play", "points"]
    assert "pass" in told
    assert told.splitlines()[-1].endswith("roll-outs by linear in worlds at random")


def test_the_command_in_its_three_ways(tmp_path, capsys):
    words = ("--hand", POSITION["hand"], "--to-beat", "Y4", "--seen", POSITION["seen"])
    options = ("--counts", "9,14,15", "--roll-outs", 5000, "--json")
    code, out, err = gofsim("advise", *words, *options, cwd=tmp_path)
    assert (code, err) == (0, "")
    by_options = json.loads(out)
    (tmp_path / "p.json").write_text(json.dumps(POSITION), "utf-8")
    assert exit_code(["advise", str(tmp_path / "p.json"), "--roll-outs", "5000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == by_options
    played = ("--seed", 4, "--games", 2, "--quiet")
    assert gofsim("compare", "lowest", "longest", *played, cwd=tmp_path)[0] == 0
    (folder,) = (tmp_path / "results").iterdir()
    there = ("--block", "1", "--round", "2", "--arm", "lowest-vs-longest")
    assert exit_code(["advise", str(folder), *there, "--move", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "gofsim-advice/1"
    assert exit_code(["advise", str(folder), *there, "--give"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 5


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "no position: give a file, a RUN_DIR with --block, or --hand"),
        (("nowhere.json",), "nowhere.json: No such file or directory"),
        (("bad.json",), "bad.json: no JSON in UTF-8"),
        ((".", "--block", "1"), ".: also needs --block, --round, and --move or --give"),
        (("--hand", "G1", "--counts", "1,2"), "--counts: needs 3 whole numbers"),
        (("--hand", "G1", "--rule", "passing"), "--rule: must look like passing=final"),
        (("--hand", "G1", "--rule", "players=5"), "--rule: [rules] players: must be 3 or 4"),
        (
            ("--hand", "G1", "--counts", "1,1,1", "--rule", "players=x"),
            "--rule: [rules] players: must be 3 or 4",
        ),
        (("list.json",), "list.json: must be an object {..}, not []"),
        (("--hand", "G1", "--give"), "--give: also needs --received"),
        (("nowhere", "--arm", "a"), "nowhere: No such file or directory"),
        (("foul.json",), "foul.json: move 1, seat 3: may not pass: a trick must be led"),
        (("rule.json",), "rule.json: unknown key `rules.pasing`; did you mean `passing`?"),
        (("bad.json", "--hand", "G1"), "--hand: leave it out where a file or RUN_DIR"),
    ],
)
def test_bad_input_is_one_line(tmp_path, monkeypatch, capsys, arguments, line):
    (tmp_path / "bad.json").write_text("{", "utf-8")
    (tmp_path / "list.json").write_text("[]", "utf-8")
    foul = {"hand": f"{POSITION['hand']} {HELD}", "moves": [{"seat": 3, "play": None}]}
    (tmp_path / "foul.json").write_text(json.dumps(foul), "utf-8")
    (tmp_path / "rule.json").write_text(json.dumps(foul | {"rules": {"pasing": 1}}), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert exit_code(["advise", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(line)
    assert told.err.count("\n") == 1
