"""The exchange: the best card goes up, any card comes back, and what is refused."""

import random

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask, view_for, word

from gofsim.kernel import exchange, view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import bot_table, kernel
from gofsim.strategies.giving import give_lowest


@kernel
def give_scripted(words, hand, parameters, offset):
    """The mask that stands in the scratch words of the view; notes what it saw."""
    words[view.SCRATCH + 1] = hand
    words[view.SCRATCH + 2] = words[view.COUNTS + np.int64(words[view.SEAT])]
    return words[view.SCRATCH]


@kernel
def swap(words, hands, loser, winner, givers, parameters):
    """Call the exchange as the game does: the winner's giving function by its address."""
    seen, table, rows = pointer_to(words), pointer_to(givers), pointer_to(parameters)
    return exchange.exchange(seen, hands, loser, winner, table, 1, rows, 0)


def play_exchange(hands, loser, winner, back):
    """(whether it was allowed, hands after it, the view)."""
    words = view_for()
    room = np.array([mask(oracle.ordered(hand)) for hand in hands], np.uint64)
    words[view.COUNTS : view.COUNTS + 4] = [len(hand) for hand in hands]
    words[view.SCRATCH] = back
    givers = bot_table([give_lowest, give_scripted])
    allowed = swap(words, room, loser, winner, givers, np.zeros(1))
    return allowed, [cards_of(hand) for hand in room], words


def test_random_exchanges_are_the_oracles():
    rng = random.Random(6)
    for _ in range(500):
        deck = rng.sample(oracle.full_deck(), 64)
        hands = [oracle.ordered(deck[16 * seat : 16 * seat + 16]) for seat in range(4)]
        loser, winner = rng.sample(range(4), 2)
        given = oracle.best_single(hands[loser])
        back = rng.choice([*hands[winner], given])
        allowed, after, words = play_exchange(hands, loser, winner, mask((back,)))
        assert allowed
        assert after == oracle.exchange(hands, loser, winner, back)
        assert cards_of(words[view.SCRATCH + 1]) == oracle.ordered([*hands[winner], given])
        assert words[view.SCRATCH + 2] == 17
        assert cards_of(words[view.GIVEN]) == (given,)
        assert cards_of(words[view.RETURNED]) == (back,)
        assert (words[view.GIVER], words[view.RECEIVER]) == (loser, winner)
        assert words[view.COUNTS : view.COUNTS + 4].tolist() == [16] * 4


HANDS = [oracle.parse(text) for text in ("G1 R10 R10", "Y1 Y2 R2 R2", "G5", "YP RD")]


@pytest.mark.parametrize(
    "back",
    ["", "Y1 Y2", "G1", "R9", "RD", "Y1 R10"],
    ids=lambda text: text or "nothing",
)
def test_what_may_not_go_back(back):
    allowed, _, _ = play_exchange(HANDS, 0, 1, mask(back))
    assert not allowed


def test_the_received_card_may_go_back():
    allowed, after, _ = play_exchange(HANDS, 0, 1, mask("R10"))
    assert allowed
    assert after == HANDS


@pytest.mark.parametrize("back", ["R2", "R10"])
def test_either_copy_is_the_same_card(back):
    """A mask with the upper twin alone names the same card."""
    allowed, after, words = play_exchange(HANDS, 0, 1, mask((back,)) << 1)
    assert allowed
    assert after == oracle.exchange(HANDS, 0, 1, back)
    assert [mask(hand) for hand in after] == [mask(oracle.ordered(hand)) for hand in after]
    assert words[view.RETURNED] == word(back)


def test_no_exchange_leaves_a_note():
    words = view_for()
    exchange.no_exchange(words)
    assert words[view.GIVER] == words[view.RECEIVER] == view.NO_SEAT
    assert words[view.GIVEN] == words[view.RETURNED] == 0
