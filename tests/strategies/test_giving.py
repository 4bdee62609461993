"""What goes back in the exchange, one sentence each."""

from pathlib import Path

import pytest
from situations import ask, mask, scene, text

from gofsim.errors import BadInputError
from gofsim.strategies.giving import giving_function, policy_names
from gofsim.strategies.registry import load_bot
from gofsim.strategies.seat import seat_bot

SCENES = [
    ("lowest", "the lowest card, its plan or no", "G1 Y2 R3 Y4 R5 G9 RD", "G1"),
    ("lowest", "a twin is a card like any other", "Y2 Y2 R3", "Y2"),
    ("highest", "the highest card, the received one too", "G1 Y2 R3 Y4 R5 G9 RD", "RD"),
    ("min-turns", "one of a pair rather than one of a straight", "G1 Y2 R3 Y4 R5 G9 G9", "G9"),
    ("min-turns", "the lone card beside a straight", "G1 Y2 R3 Y4 R5 G9 GP YP", "G9"),
    ("min-turns", "the lowest of equals", "R3 R5 G9 G9", "R3"),
    ("min-turns", "a card of five of a number leaves a gang", "G4 G4 Y4 Y4 R4 G9 Y9", "G4"),
]


@pytest.mark.parametrize(("give", "sentence", "hand", "card"), SCENES)
def test_scene(give, sentence, hand, card):
    function = giving_function(load_bot("lowest", Path()), give)
    assert text(ask(function, scene(hand), mask(hand))) == card, sentence


def test_every_bot_may_have_every_policy():
    names = ["lowest", "highest", "random", "min-turns"]
    assert policy_names(load_bot("control", Path())) == names
    for name in names:
        assert seat_bot("control", {"give": name}, Path(), "here").give == name


def test_a_policy_that_does_not_exist():
    with pytest.raises(BadInputError) as caught:
        seat_bot("control", {"give": "value"}, Path(), "[bots.mine]")
    assert str(caught.value) == (
        '[bots.mine] give: must be "lowest", "highest", "random" or "min-turns", not "value"'
    )
