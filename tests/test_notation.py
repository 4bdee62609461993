"""Cards as text and as bits, both ways, and what is said about bad ones."""

import oracle
import pytest
from bridge import DECK, cards_of, mask
from hypothesis import given
from hypothesis import strategies as st

from gofsim.errors import BadInputError
from gofsim.notation import CARDS, mask_of, text_of

hands = st.lists(st.integers(0, 63), unique=True).map(
    lambda places: oracle.ordered(DECK[place] for place in places)
)


def test_the_deck_in_order():
    assert list(CARDS) == DECK
    assert mask_of(" ".join(CARDS)) == 2**64 - 1


@given(hands, st.randoms())
def test_any_order_and_case(hand, rng):
    words = [rng.choice((card, card.lower())) for card in rng.sample(hand, len(hand))]
    assert mask_of("  ".join(words)) == mask(hand)


@given(hands)
def test_output_is_sorted_weakest_first(hand):
    assert text_of(mask_of(oracle.text(hand))) == oracle.text(hand)


@given(st.integers(0, 2**64 - 1))
def test_any_bits_are_cards(bits):
    assert text_of(bits) == " ".join(cards_of(bits))


def test_single_copies_stand_on_the_lower_bit():
    assert mask_of("G1") == 1
    assert mask_of("G1 G1") == 3
    assert mask_of("RD") == 1 << 63
    assert mask_of("") == 0


@pytest.mark.parametrize(
    "card", ["G0", "G11", "B2", "M2", "RP", "GD", "G", "7G", "G7,", "Ⅷ", "[G7]"]
)
def test_unknown_cards_are_named(card):
    with pytest.raises(BadInputError) as caught:
        mask_of(f"G1 {card} R5")
    assert repr(card.upper()) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("G6 g6 G6", "3 times G6: the deck has only two copies of it"),
        ("M1 M1", "2 times M1: the deck has only one copy of it"),
        ("RD RD", "2 times RD: the deck has only one copy of it"),
        ("GP GP YP", "2 times GP: the deck has only one copy of it"),
    ],
)
def test_too_many_copies_are_named(text, said):
    with pytest.raises(ValueError, match=said):
        mask_of(text)


def test_a_long_word_is_cut():
    with pytest.raises(BadInputError) as refused:
        mask_of("x" * 5000)
    assert len(str(refused.value)) < 120
