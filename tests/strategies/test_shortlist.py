"""Of all legal plays, or cards to give back, those that `linear` finds worth most, best first."""

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask
from situations import ask, scene

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.cards import FULL_DECK
from gofsim.kernel.jit import kernel
from gofsim.strategies.linear import LINEAR
from gofsim.strategies.shortlist import add_promising, list_gifts

PLAYS, COSTS, MOST, ALL = view.SEARCH, view.SEARCH + 200, 128, 1000.0


@kernel
def shortlisted(words, hand, known, most, margin):
    """Add plays behind the known one; how many there are then."""
    return add_promising(pointer_to(words), hand, known, PLAYS, COSTS, most, margin)


@kernel
def gifts(words, hand, most):
    """Write the cards to give back; their number."""
    return list_gifts(pointer_to(words), hand, PLAYS, COSTS, most)


def short(hand, to_beat="", known="", most=MOST, margin=ALL, **more):
    """What is added, as texts; the pass as an empty one, and known when nothing else is."""
    words = scene(hand, to_beat, **more)
    words[PLAYS : COSTS + 200] = 77
    count = shortlisted(words, np.uint64(mask(hand)), np.uint64(mask(known)), most, margin)
    assert words[PLAYS] == 77
    assert set(words[PLAYS + count : PLAYS + most].tolist()) <= {77, FULL_DECK}
    assert set(words[PLAYS + most : COSTS + 1].tolist()) <= {77}
    assert set(words[COSTS + most : COSTS + 200].tolist()) <= {77}
    return [oracle.text(cards_of(cards)) for cards in words[PLAYS + 1 : PLAYS + count]]


HAND = "G2 Y2 R5 G5 G7 Y8 R9 RD"


@pytest.mark.parametrize("to_beat", ["", "R4", "G3 Y3"])
def test_with_room_all_legal_plays_are_there(to_beat):
    rules, hand = oracle.default_rules(), oracle.parse(HAND)
    legal = [
        play
        for play in oracle.all_combinations(hand, rules)
        if not to_beat or oracle.beats(play, oracle.parse(to_beat), rules)
    ]
    found = short(HAND, to_beat)
    assert len(found) == len(set(found))
    assert set(found) == {oracle.text(play) for play in legal}


@pytest.mark.parametrize("most", [1, 2, 5])
def test_never_more_than_asked_and_always_the_best(most):
    assert short(HAND, most=most) == short(HAND)[: most - 1]


@pytest.mark.parametrize("to_beat", ["", "R4"])
def test_the_known_play_is_left_out(to_beat):
    everything = short(HAND, to_beat, known="G2")
    for known in everything[:5]:
        others = [play for play in everything if play != known]
        assert [play for play in short(HAND, to_beat, known=known) if play != "G2"] == others


def test_the_pass_has_its_place_among_the_plays():
    assert short("G5 R7 RD", "G3", known="G5") == ["R7", "RD", ""]
    many = "G1 G2 Y3 Y4 R6 G6 R7 G8 Y8 R9 G9 Y10 RD"
    assert short(many, "R8", known="Y10", others=16) == ["RD", "", "G9", "R9"]
    assert short(many, "R8", known="Y10", others=1) == ["RD", "G9", "R9", ""]
    assert "" not in short("G5 R7 RD", known="G5")  # who leads cannot pass


@pytest.mark.parametrize("to_beat", ["", "R4", "G3 Y3"])
@pytest.mark.parametrize("margin", [0.0, 1.0, 3.0])
def test_none_is_worth_less_by_more_than_the_margin(to_beat, margin):
    """What drops out stands behind, and the best of all, known or not, is what they are held to."""
    everything = short(HAND, to_beat, known="G2")
    kept = short(HAND, to_beat, known="G2", margin=margin)
    assert kept == everything[: len(kept)]
    assert len(kept) < len(everything)
    assert short(HAND, to_beat, known=everything[0], margin=0.0) == []
    assert len(short(HAND, to_beat, known="G2", margin=margin + 1.0)) >= len(kept)


@pytest.mark.parametrize(
    ("sentence", "hand", "to_beat", "best"),
    [
        ("out is best", "G5 Y5 R5", "", "G5 Y5 R5"),
        ("a pair rather than its half", "G5 Y5 R9", "", "G5 Y5"),
        ("a straight rather than its cards", "G1 G3 Y4 R5 G6 G7 R8 Y9", "", "G3 Y4 R5 G6 G7"),
        ("first what surely comes back", "G3 Y4 R5 G6 G7 RD", "", "RD"),
        ("a low card rather than the dragon", "G5 R7 RD", "G3", "G5"),
        ("a phoenix rather than the dragon", "G2 GP RD", "R10", "GP"),
    ],
)
def test_the_best_comes_first(sentence, hand, to_beat, best):
    assert short(hand, to_beat)[0] == best, sentence


@pytest.mark.parametrize(("players", "first"), [(4, "G1 Y1"), (3, "R4")])
def test_with_three_players_by_the_weights_of_three(players, first):
    assert short("G1 Y1 R4 Y6 R8 G9 G10 R10", players=players)[0] == first


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("hand", [HAND, "G1 Y1 R4 Y6 R8 G9 G10 R10", "Y2 Y3 R4 G5 Y6 G8 R8 G9 Y10"])
def test_first_comes_what_linear_would_lead(hand, players):
    weights = [weight.default_at(players) for weight in LINEAR.parameters]
    led = ask(LINEAR.choose, scene(hand, players=players), mask(hand), weights)
    assert short(hand, players=players)[0] == oracle.text(cards_of(led))


def test_opening_and_duty_are_obeyed():
    assert all("M1" in play.split() for play in short("M1 R1 G5 Y5", opening=True))
    assert set(short("G3 R8 GP", "Y2", bound=True)) == {"GP"}


def gifts_of(hand, most=MOST, **more):
    """The cards that may go back, as texts."""
    words = scene(hand, **more)
    count = gifts(words, np.uint64(mask(hand)), most)
    return [oracle.text(cards_of(card)) for card in words[PLAYS : PLAYS + count]]


def test_with_room_each_different_card_may_go_back_once():
    assert sorted(gifts_of("G5 G5 Y5 R9 M1 GP RD")) == sorted(["G5", "Y5", "R9", "M1", "GP", "RD"])


@pytest.mark.parametrize("most", [1, 2, 4, 9])
def test_of_cards_to_give_back_the_best_too(most):
    hand = "G1 Y2 Y3 R3 R7 G9 Y9 R9 RD"
    assert gifts_of(hand, most) == gifts_of(hand)[:most]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("hand", ["G1 Y2 R3 R3 R7 G9 Y9 RD", "Y2 Y4 R4 R6 Y8 GP YP", "G5 Y5 R10"])
def test_first_comes_what_linear_would_give_back(hand, players):
    weights = [weight.default_at(players) for weight in LINEAR.parameters]
    given = ask(LINEAR.give, scene(hand, players=players), mask(hand), weights)
    assert gifts_of(hand, players=players)[0] == oracle.text(cards_of(given))
