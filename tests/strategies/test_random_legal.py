"""What `random` and `random-nopass` do: every legal play as often, the pass by its weight."""

from collections import Counter
from pathlib import Path

import pytest
from situations import answer, ask, mask, scene, text

from gofsim.strategies.registry import load_bot

HAND, TO_BEAT = "G3 Y5 Y5 R8 R8 GP", "G4"
PLAYS = {"Y5", "R8", "GP"}
DRAWS = 6000


def drawn(kind, *values, hand=HAND, to_beat=TO_BEAT):
    """How often each answer comes when the stream goes on."""
    strategy, words = load_bot(kind, Path()), scene(hand, to_beat)
    answers = [text(ask(strategy.choose, words, mask(hand), values)) for _ in range(DRAWS)]
    return Counter(answers)


def is_uniform(counts, values):
    """Chi-square at p = 0.001 for up to six values."""
    expected = sum(counts.values()) / len(values)
    return set(counts) == values and (
        sum((count - expected) ** 2 / expected for count in counts.values()) < 20.5
    )


def test_random_passes_as_often_as_it_makes_each_play():
    assert is_uniform(drawn("random", 1.0), PLAYS | {""})


def test_the_weight_of_the_pass():
    assert is_uniform(drawn("random", 0.0), PLAYS)
    assert drawn("random", 3.0)[""] == pytest.approx(DRAWS / 2, abs=200)


def test_random_nopass_makes_each_play_as_often():
    assert is_uniform(drawn("random-nopass"), PLAYS)


def test_a_lead_is_any_combination():
    leads = {"G3", "Y5", "R8", "Y5 Y5", "R8 R8"}
    assert is_uniform(drawn("random", 1.0, hand="G3 Y5 Y5 R8 R8", to_beat=""), leads)


@pytest.mark.parametrize("kind", ["random", "random-nopass"])
def test_a_pass_without_any_play(kind):
    assert answer(kind, "G3 Y5", "RD") == "pass"


@pytest.mark.parametrize("kind", ["random", "random-nopass"])
def test_before_a_last_card_the_highest(kind):
    assert answer(kind, "G3 R8 GP", "Y2", bound=True) == "GP"
