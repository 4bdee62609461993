"""`gofsim worth`: the same figures however they are asked for, and what cannot be asked."""

import json

import pytest
from command_line import gofsim

from gofsim.commands.worth import worth
from gofsim.errors import BadInputError

USUAL = {
    "bots": ["lowest"], "rules": [], "players": 4, "rounds": 60, "seed": 1, "workers": 1,
    "quiet": True,
}  # fmt: skip
ALWAYS_WINS = "G1 G1 Y1 Y1 R1 R1 M1 G10 G10 Y10 Y10 R10 R10 GP YP RD"


def test_a_hand_that_always_wins_is_worth_every_round_but_is_not_certain():
    found = worth(ALWAYS_WINS, **USUAL | {"bots": ["linear"]})
    leads = found["bots"][0]["seats"][1]
    assert leads["seat"] == "leads"
    first = leads["hand"]["first"]
    assert first["mean"] == 1 == pytest.approx(first["high"])
    assert 0.9 < first["low"] < 1
    assert leads["hand"]["points"]["mean"] == 0
    any_seat = found["bots"][0]["seats"][0]
    assert any_seat["average"]["first"]["mean"] == 1 / 4


def test_bots_meet_the_same_deals_and_workers_change_nothing():
    both = worth("RD GP", **USUAL | {"bots": ["lowest", "linear"], "workers": 2})
    alone = worth("RD GP", **USUAL)
    assert both["bots"][0] == alone["bots"][0]
    assert both["bots"][1] != alone["bots"][0] | {"bot": "linear"}
    better = [seat["hand"]["points"]["mean"] for seat in both["bots"][1]["seats"]]
    assert len(better) == 5
    assert worth("gp rd", **USUAL) == alone


def test_with_three_players_there_is_no_third_seat():
    found = worth("RD", **USUAL | {"players": 3})
    assert [each["seat"] for each in found["bots"][0]["seats"]] == ["any", "leads", "next", "last"]
    assert found["bots"][0]["seats"][0]["average"]["first"]["mean"] == pytest.approx(1 / 3)


def test_a_good_card_is_better_than_a_poor_one():
    def points(cards):
        return worth(cards, **USUAL | {"rounds": 400})["bots"][0]["seats"][0]["hand"]["points"]

    assert points("RD GP YP")["high"] < points("G2 Y3 R4")["low"]


@pytest.mark.parametrize(
    ("hand", "changes", "lines"),
    [
        ("G2 G2 G2", {}, ["3 times G2: the deck has only two copies of it"]),
        ("X2", {}, ["unknown card 'X2': cards are G1..G10, Y1..Y10, R1..R10, M1, GP, YP, RD"]),
        (" ", {"seed": -1}, [
            "HAND: must be 1 to 16 cards, not 0",
            "--seed: must be 0 to 9223372036854775807, not -1",
        ]),
        (ALWAYS_WINS + " G2", {}, ["HAND: must be 1 to 16 cards, not 17"]),
        ("RD", {"rules": ["passng=final"]}, [
            "--rule: unknown key `passng` in [rules]; did you mean `passing`?"
        ]),
        ("RD", {"players": 5}, ["--players: must be 3 or 4, not 5"]),
        ("RD", {"bots": ["lowst", "lowest", "lowest"]}, [
            "--bots: lowest is named twice",
            '--bots: unknown bot "lowst"; did you mean `lowest`? '
            '(`gofsim bots` lists them; a bot of your own: "my_bot.py:MY_BOT")',
        ]),
        ("RD", {"workers": 0}, ["--workers: must be at least 1, not 0"]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line_each(hand, changes, lines):
    with pytest.raises(BadInputError) as error:
        worth(hand, **USUAL | changes)
    assert list(error.value.faults) == lines


def test_the_command(tmp_path):
    arguments = (
        "worth",
        "GP YP",
        "--rounds",
        50,
        "--bots",
        "lowest,linear",
        "--rule",
        "passing=final",
    )
    code, out, err = gofsim(*arguments, "--json", "--quiet", cwd=tmp_path)
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["format"] == "gofsim-worth/1"
    code, out, err = gofsim(*arguments, "--quiet", cwd=tmp_path)
    assert out.splitlines()[0] == "GP YP and 14 more at random"
    assert out.splitlines()[-1] == "50 deals, seed 1; in brackets: an average hand"
    assert len(out.splitlines()) == 15
