"""Exchanges as told: those of games are believed, those that cannot have been are refused."""

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.position import read_position

LOW = "G1 G1 Y1 Y1 R1 R1 M1 G2 G2 Y2 Y2 R2 R2 G3 G3 Y3 Y3"
HIGH = [f"{colour}{number}" for number in range(5, 11) for colour in "GYR"]
# Seat 3 gave its highest card to seat 0, which is asked what goes back.
GIVES = {"hand": "", "exchange": {"giver": 3, "receiver": 0, "given": "Y3"}}
THREE = {"exchange": {"giver": 2, "receiver": 0, "given": "Y3"}, "rules": {"players": 3}}


def hand(low, received):
    """A hand of 17 with the card received and so many of the 17 cards up to a yellow 3."""
    return " ".join([received, *LOW.split()[:low], *HIGH[: 16 - low]])


@pytest.mark.parametrize("more", [{}, THREE])
@pytest.mark.parametrize("low", [0, 1, 2, 9])
def test_a_giver_must_have_had_fifteen_cards_no_higher(more, low):
    told = GIVES | more | {"hand": hand(low, "Y3")}
    if low <= 1:
        assert read_position(told, "here").gives
        return
    giver = told["exchange"]["giver"]
    line = f"Y3 was the highest card of seat {giver}, so its 15 others cannot be higher, but only"
    with pytest.raises(BadInputError, match=f"^here: exchange.given: {line} {16 - low} such"):
        read_position(told, "here")


def test_the_cards_of_ones_own_hand_lie_with_nobody_else():
    cards = " ".join(f"{colour}{number}" for number in range(1, 6) for colour in "GYR")
    with pytest.raises(BadInputError, match="so its 15 others cannot be higher, but only 8 such"):
        read_position(
            {"hand": f"{cards} G6 GP", "exchange": {**GIVES["exchange"], "given": "G3"}}, "here"
        )


@pytest.mark.parametrize(("held", "given"), [("GP", "YP"), ("G3", "Y3")])
def test_the_card_received_is_in_the_hand(held, given):
    told = {"hand": hand(0, held), "exchange": GIVES["exchange"] | {"given": given}}
    with pytest.raises(BadInputError, match=f"seat 0 got {given}, but `hand` does not hold it"):
        read_position(told, "here")


SWAP = {"giver": 1, "receiver": 2, "given": "R7", "returned": "G1"}
PLAYS = {"hand": "G2 Y2 R2 G3 Y3 R3 G4 Y4 R4 G5 Y5 R5 G6 Y6 R6 G7", "exchange": SWAP}

LESS = {"hand": PLAYS["hand"].removesuffix(" G7")}


def replaced(card, other):
    return {"hand": PLAYS["hand"].replace(card, other)}


def swapped(**changes):
    return {"exchange": SWAP | changes}


def laid(*plays, seat):
    """The moves of a round, seat by seat from one on."""
    moves = [{"seat": (seat + i) % 4, "play": play} for i, play in enumerate(plays)]
    return {"moves": moves, "leader": seat}


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({}, ""),
        # What came back lies with the giver, and the card given with the receiver.
        (replaced("G2", "RD") | swapped(returned="RD"), "returned: seat 1 got RD, but it is else"),
        (replaced("G2", "GP") | swapped(given="GP"), "given: seat 2 got GP, but it is elsewhere"),
        (swapped(given="RD", returned="RD"), ""),
        # Whoever gave knows its own cards: none is higher than the card given.
        (swapped(giver=0, returned="G2"), ""),
        (swapped(giver=0, returned="G7", given="R6"), ""),
        (swapped(giver=0, returned="G2", given="R6"), "given: must be the highest card of seat 0"),
        (swapped(giver=0, returned="G1"), "returned: seat 0 got G1, but `hand` does not hold it"),
        (swapped(receiver=0, given="G7"), ""),
        (swapped(receiver=0), "given: seat 0 got R7, but `hand` does not hold it"),
        (swapped(receiver=0, returned="R7"), ""),
        # Of the 64 cards 15 are no higher than G3, and four of these are in the hand.
        (swapped(given="G3"), "given: G3 was the highest card of seat 1, so its 15 others"),
        # With all moves known, it is known too which cards one has laid oneself.
        (laid("G7", None, None, None, seat=0) | LESS | swapped(receiver=0, given="G7"), ""),
        (laid("G7", None, None, None, seat=0) | LESS | swapped(receiver=0), "given: seat 0 got R7"),
        (
            laid("RD", None, None, None, seat=0) | LESS | swapped(given="RD"),
            "given: seat 2 got RD, but it is elsewhere",
        ),
        (laid("G1", "G8", "Y8", seat=1), ""),
        (laid("R8", "G9", "Y9", seat=1) | swapped(returned="R8"), ""),
    ],
)
def test_of_plays_too(change, line):
    if line:
        with pytest.raises(BadInputError, match=f"^here: exchange.{line}"):
            read_position(PLAYS | change, "here")
    else:
        read_position(PLAYS | change, "here")


def test_what_was_laid_by_nobody_knows_whom_is_counted_too():
    """Seat 1 has laid ten cards, but all that were laid are higher than the card that it gave."""
    high = " ".join(f"{colour}{number}" for number in (8, 9) for colour in "GYR")
    told = PLAYS | {"seen": f"{high} GP YP RD G10", "counts": [16, 6, 16, 16]}
    with pytest.raises(BadInputError, match="among them 9 or more of it, too few are that low"):
        read_position(told, "here")
    read_position(told | swapped(given="RD"), "here")
