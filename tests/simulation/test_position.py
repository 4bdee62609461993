"""Positions: those of games are what the seats saw then; what contradicts itself is refused."""

import random
from pathlib import Path

import pytest
from bridge import mask
from games import random_rules
from situations import situations

from gofsim.errors import BadInputError
from gofsim.kernel import view
from gofsim.kernel.combinations import FULL_HOUSE
from gofsim.notation import text_of
from gofsim.simulation.position import position_at, read_position
from gofsim.simulation.replay import replay_game
from gofsim.simulation.seen import choices, position_view
from gofsim.strategies.seat import seat_bot

BOTS = ("lowest", "random", "control")


def game(number):
    """A log of a game under random rules, with bots that may forget."""
    rng = random.Random(number)
    rules = random_rules(rng, target=40)
    seats = [
        seat_bot(rng.choice(BOTS), {"forget": rng.choice((0, 0.5))}, Path(), "here")
        for _ in range(rules.players)
    ]
    place = {"seed": number, "block": 0, "seating": "fixed", "seating_index": 0}
    return replay_game(seats, rules, single_round=False, arm="x", **place)


@pytest.mark.parametrize("number", range(12))
def test_a_position_of_a_game_is_what_the_seat_saw(number):
    log = game(number)
    for each in situations(log):
        index = len(each.state.moves) + 1
        position = position_at(log, each.entry["number"], index)
        words, seen = position_view(position, seed=1), each.view()
        assert mask(position.hand) == mask(each.hand)
        if words[view.TO_BEAT_KIND] != FULL_HOUSE:
            words[view.FLOOR_PAIR] = seen[view.FLOOR_PAIR]  # whatever an earlier one has left
        # Before the streams of random numbers, and the record behind them.
        assert words[: view.SEED].tolist() == seen[: view.SEED].tolist()
        assert words[view.MOVE_SEATS : view.SCRATCH].tolist() == (
            seen[view.MOVE_SEATS : view.SCRATCH].tolist()
        )


@pytest.mark.parametrize("number", range(12))
def test_exchanges_of_games_are_believed_however_they_are_told(number):
    """With all moves, and as cards seen and numbers left."""
    log = game(number)
    for each in situations(log):
        if each.entry["exchange"]:
            position = position_at(log, each.entry["number"], len(each.state.moves) + 1)
            told = {name: getattr(position, name) for name in ("rules", "seat", "hand", "round")}
            told |= {"seen": position.laid, "counts": position.cards_left}
            read = read_position(told | {"exchange": each.entry["exchange"]}, "here")
            assert (read.hand, read.exchange) == (position.hand, position.exchange)


def test_what_may_be_done_is_what_the_oracle_allows():
    log = game(3)
    for each in situations(log):
        position = position_at(log, each.entry["number"], len(each.state.moves) + 1)
        found = choices(position_view(position, seed=1), position)
        plays, may_pass = each.state.legal()
        assert sorted(found) == sorted([*map(mask, plays), *[0] * may_pass])


def test_the_gift_is_asked_about_with_the_received_card_in_hand():
    log = game(7)
    entry = next(each for each in log["rounds"] if each["exchange"])
    position = position_at(log, entry["number"], None)
    swap = entry["exchange"]
    assert (position.gives, position.seat, len(position.hand.split())) == (
        True,
        swap["receiver"],
        17,
    )
    words = position_view(position, seed=1)
    assert words[view.COUNTS + swap["giver"]] == 15
    assert words[view.RETURNED] == 0
    assert len(choices(words, position)) == len(set(position.hand.split()))


# Seat 1 has led a pair; seat 3 has passed already and seat 0 is to act.
TOLD = {
    "hand": "G3 Y3 R9 GP",
    "seen": "G1 Y1 R1 M1 " + " ".join(f"{c}{n}" for c in "GY" for n in (4, 5, 6, 7)),
    "to_beat": "G2 R2",
    "owner": 1,
    "counts": [4, 14, 16, 16],
    "passed": [3],
    "totals": [10, 0, 99, 5],
}


def test_what_came_of_the_moves_is_told_without_them():
    words = position_view(read_position(TOLD, "here"), seed=1)
    assert words[view.TO_BEAT] == mask("G2 R2")
    assert (words[view.OWNER], words[view.NEXT_SEAT], words[view.PASSED]) == (1, 1, 0b1000)
    assert words[view.COUNTS : view.COUNTS + 4].tolist() == [4, 14, 16, 16]
    assert words[view.SEEN] == mask(f"{TOLD['seen']} G2 R2")
    assert words[view.TOTALS : view.TOTALS + 4].tolist() == [10, 0, 99, 5]


def test_without_an_owner_it_is_the_seat_before():
    words = position_view(read_position(TOLD | {"owner": None, "passed": []}, "here"), seed=1)
    assert words[view.OWNER] == 3


def test_only_the_first_lead_must_hold_the_multi_coloured_one():
    opening = {"hand": "M1 " + " ".join(f"R{n} G{n}" for n in range(2, 9)) + " R9", "round": 1}
    first = position_view(read_position(opening, "here"), seed=1)
    assert first[view.REQUIRED] == mask("M1")
    later = opening | {"seen": "Y2 Y2", "counts": [16, 14, 16, 16]}
    assert position_view(read_position(later, "here"), seed=1)[view.REQUIRED] == 0


# Seat 2 has led a single, seat 3 has passed; the next after seat 0 holds one card.
LATE = {
    "hand": "G3 Y3 R9",
    "seen": " ".join(f"{c}{n} {c}{n}" for c in "GYR" for n in (1, 5, 6, 7)) + " G4 G4 M1",
    "to_beat": "G2",
    "owner": 2,
    "counts": [3, 1, 16, 16],
}


@pytest.mark.parametrize(
    ("change", "legal"),
    [
        ({}, ["R9"]),
        ({"announced": [1]}, ["R9"]),
        ({"out": [1]}, ["G3", "Y3", "R9", "pass"]),
        ({"rules": {"last_card": "advice"}}, ["G3", "Y3", "R9", "pass"]),
        ({"rules": {"last_card": "off"}}, ["G3", "Y3", "R9", "pass"]),
        ({"direction": "counterclockwise"}, ["G3", "Y3", "R9", "pass"]),
    ],
)
def test_who_holds_one_card_has_announced_it(change, legal):
    position = read_position(LATE | change, "here")
    found = choices(position_view(position, seed=1), position)
    assert sorted(text_of(play) or "pass" for play in found) == sorted(legal)


def test_an_owner_out_of_play_has_not_announced():
    words = position_view(read_position(LATE | {"owner": 1, "out": [1]}, "here"), seed=1)
    assert (words[view.OWNER], words[view.OUT], words[view.ANNOUNCED]) == (1, 0b10, 0)


def test_nobody_is_without_cards():
    change = {"counts": [3, 0, 16, 16], "seen": LATE["seen"] + " Y4"}
    with pytest.raises(BadInputError, match="seat 1 holds no card: the round is over"):
        read_position(LATE | change, "here")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"announced": [1]}, "`announced` names seat 1, which holds 14 cards, not one"),
        ({"out": [3]}, "`out` names seat 3, which holds 16 cards, not one"),
        (
            {"passed": [0], "rules": {"passing": "final"}},
            "`passed` names the seat to act, which is out of the trick",
        ),
        ({"hand": "G3 Y3 R9 G11"}, "unknown card 'G11': cards are"),
        ({"hand": ""}, "`hand` is empty"),
        ({"seen": TOLD["seen"] + " GP"}, "2 times GP: the deck has only one copy of it"),
        ({"hand": None}, "hand: must be text in quotes, not null"),
        ({"rules": 3}, r"rules: must be an object \{\.\.\}, not 3$"),
        ({"exchange": "RD"}, r'exchange: must be an object \{\.\.\}, not "RD"$'),
        ({"moves": [{"seat": 0, "play": None, "q": 1}]}, r"unknown key `moves\.0\.q`$"),
        ({"moves": [{"seat": 0, "ply": "G1"}]}, r"`moves\.0\.play` is missing"),
        ({"hnad": "G1"}, "unknown key `hnad`; did you mean `hand`?"),
        ({"totals": [10, 0, 100, 5]}, "`totals`: the game is over at 100 points"),
        (
            {"exchange": {"giver": 1, "receiver": 2, "given": "RD", "returned": "G1"}, "round": 1},
            "exchange: there is none in round 1",
        ),
        ({"totals": [1, 2]}, "`totals` needs 4 numbers, one a seat, not 2"),
        ({"counts": [5, 14, 16, 15]}, "`hand` has 4 cards, but `counts` says 5"),
        ({"counts": [4, 14, 16, 15]}, "46 cards are neither in the hand nor laid, but .* hold 45"),
        ({"rules": {"players": 3}}, "seat 3 does not exist with 3 players"),
        ({"rules": {"passing": "maybe"}}, "rules.passing: must be"),
        ({"owner": 0}, "`owner` is the seat to act itself"),
        ({"out": [0]}, "`out` names the seat to act"),
        ({"moves": []}, "`moves` tells `counts` already; leave it out"),
        (
            {"exchange": {"giver": 1, "receiver": 1, "given": "RD", "returned": "G1"}},
            "exchange: giver and receiver are the same seat",
        ),
        (
            {"exchange": {"giver": 1, "receiver": 2, "given": "RD GP", "returned": "G1"}},
            "exchange.given: must be one card",
        ),
        (
            {"exchange": {"giver": 1, "receiver": 2, "given": "RD"}},
            "exchange.returned is missing",
        ),
    ],
)
def test_a_fault_is_one_clear_line(change, line):
    with pytest.raises(BadInputError, match=rf"^here: (Value error, )?{line}"):
        read_position(TOLD | change, "here")


def test_what_is_no_combination_cannot_be_beaten():
    told = TOLD | {"to_beat": "G2 R8"}
    with pytest.raises(BadInputError, match="G2 R8 is no combination"):
        position_view(read_position(told, "here"), seed=1)


def test_another_leader_than_the_first_to_move():
    position = position_at(game(3), 1, 3)
    told = {name: getattr(position, name) for name in position.model_fields_set}
    wrong = (position.leader + 1) % position.rules.players
    with pytest.raises(BadInputError, match=f"`leader` is seat {wrong}, but `moves` begin with"):
        read_position(told | {"leader": wrong}, "here")


def test_moves_that_lead_to_another_seat():
    log = game(3)
    position = position_at(log, 1, 3)
    wrong = position.model_copy(update={"seat": (position.seat + 1) % len(log["bots"])})
    with pytest.raises(BadInputError, match="after these moves it is seat"):
        position_view(wrong, seed=1)


@pytest.mark.parametrize(
    ("number", "move", "line"),
    [(99, 1, "no round 99 in the game; its rounds are 1"), (1, 999, "round 1 has moves 1 to")],
)
def test_a_place_that_the_game_does_not_have(number, move, line):
    with pytest.raises(BadInputError, match=line):
        position_at(game(3), number, move)


def test_nothing_is_given_before_the_first_round():
    with pytest.raises(BadInputError, match="nothing was exchanged before round 1"):
        position_at(game(3), 1, None)
