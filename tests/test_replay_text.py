"""The readable replay."""

from gofsim.replay_text import painted, replay_text, trick_starts

ROUND = {
    "number": 2,
    "direction": "clockwise",
    "dealer": 2,
    "dealt": ["G1 Y1", "R4 R5", "R9 YP RD"],
    "dead": "G3 M1",
    "exchange": {"giver": 1, "receiver": 2, "given": "R5", "returned": "R9"},
    "leader": 2,
    "moves": [
        {"seat": 2, "play": "R5"},
        {"seat": 0, "play": None},
        {"seat": 1, "play": "R9", "announced": False},
        {"seat": 2, "play": "YP", "announced": True},
        {"seat": 0, "play": None},
        {"seat": 2, "play": "RD"},
    ],
    "winner": 2,
    "cards_left": [2, 1, 0],
    "points": [2, 1, 0],
    "totals": [18, 101, 3],
}
LOG = {
    "rules": {"passing": "reenter"},
    "bots": ["lowest", "my_bot.py:X", "random"],
    "seed": 1,
    "block": 7,
    "arm": "on",
    "seating": 2,
    "rounds": [ROUND],
    "winners": [2],
}


def test_everything_is_told():
    assert replay_text(LOG).splitlines() == [
        "seed 1, block 7, arm on, seating 2",
        "",
        "Round 2, clockwise, seat 2 random deals",
        "  seat 0 lowest       G1 Y1",
        "  seat 1 my_bot.py:X  R4 R5",
        "  seat 2 random       R9 YP RD",
        "  dead hand           G3 M1",
        "  seat 1 my_bot.py:X gives R5 to seat 2 random, gets R9 back",
        "> seat 2 random       R5",
        "  seat 0 lowest       pass",
        "  seat 1 my_bot.py:X  R9   (forgets to announce the last card: out)",
        "  seat 2 random       YP   (announces the last card)",
        "  seat 0 lowest       pass",
        "> seat 2 random       RD",
        "  seat 2 random goes out",
        "                      cards left  points  total",
        "  seat 0 lowest                2       2     18",
        "  seat 1 my_bot.py:X           1       1    101",
        "  seat 2 random                0       0      3",
        "",
        "won by seat 2 random",
    ]


def test_the_kind_of_a_bot_follows_where_its_name_is_another():
    text = replay_text(LOG, kinds={"lowest": "lowest", "random": "random-nopass"})
    assert "  seat 0 lowest                  G1 Y1\n" in text
    assert text.splitlines()[-1] == "won by seat 2 random (random-nopass)"


def test_a_single_round_has_no_winner_of_the_game():
    assert replay_text(LOG | {"winners": None}).splitlines()[-1].startswith("  seat 2 random ")


def test_with_final_passes_nobody_who_passed_is_waited_for():
    moves = [(0, "R5"), (1, None), (2, "R6"), (3, None), (0, None), (2, "R1")]
    played = {"moves": [{"seat": seat, "play": play} for seat, play in moves]}
    starts = {final: list(trick_starts(played, 4, final=final)) for final in (True, False)}
    assert starts[True] == [True, False, False, False, False, True]
    assert starts[False] == [True, False, False, False, False, False]


def test_cards_are_painted_and_nothing_else():
    assert painted("G10 seat 1 RDX") == "\x1b[32mG10\x1b[0m seat 1 RDX"
    assert painted("M1 YP") == "\x1b[35mM1\x1b[0m \x1b[33mYP\x1b[0m"
    assert replay_text(LOG, colour=True).replace("\x1b[31mRD\x1b[0m", "RD") != replay_text(LOG)
