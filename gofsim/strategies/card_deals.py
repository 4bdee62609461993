"""Deals of blocks changed for one question: so many cards of a kind in a hand, or the exchange."""

from typing import Any

import numpy as np

from gofsim.kernel.bits import lowest_index, pointer_to
from gofsim.kernel.cards import HAND_SIZE, NOTHING, ONE
from gofsim.kernel.exchange import exchange
from gofsim.kernel.game import is_clockwise, random_leader
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import GIVE, LEAD, philox, scale, seat_stream
from gofsim.kernel.round import start_round
from gofsim.kernel.view import (
    BLOCK,
    CLOCKWISE,
    COUNTS,
    DEALER,
    GIVEN,
    LEADER,
    NO_SEAT,
    PLAYERS,
    RETURNED,
    ROUND,
    SEATS,
    SEED,
    start_stream,
)
from gofsim.strategies.dealt_cards import (
    avoid,
    choose,
    hand_out,
    shuffle_deck,
    shuffle_places,
    take,
)

# Room of a call, uint64[ROOMS, 64].
DECK, PLACES, SPARE, HANDS = range(4)
ROOMS = 4
GIVER, GAVE, GOT = range(3)  # of an exchange: a seat and two cards by their bit indexes
SWAP = 3


@kernel(inline=False)
def deal_sets(words: Any, room: Any, group: Any, count: Any, deals: Any) -> None:
    """Fill deals (uint64[blocks, SEATS]) with deals in which seat 0 holds `count` of a group.

    words: uint64[66] or more, its seed set and its block that of the first deal; room:
    uint64[ROOMS, 64]; group: a mask of 32 cards at most. Which of them it holds is drawn.
    """
    view = pointer_to(words)
    deck, places = pointer_to(room[DECK]), pointer_to(room[PLACES])
    hands, spare = pointer_to(room[HANDS]), pointer_to(room[SPARE])
    view[ROUND] = ONE
    for block in range(len(deals)):
        shuffle_deck(view, deck)
        shuffle_places(view, places)
        cards = choose(view, group, count, spare)
        avoid(deck, group, places)
        take(deck, cards)
        hand_out(deck, hands)
        for seat in range(SEATS):
            deals[block, seat] = hands[seat]
        view[BLOCK] += ONE


@kernel(inline=False)
def deal_exchanged(
    words: Any, room: Any, givers: Any, parameters: Any, deals: Any, swaps: Any
) -> Any:
    """Fill deals with blocks' deals after an exchange; how many, all unless a bot broke the rules.

    words: uint64[VIEW_SIZE] with the rules, else as in `deal_sets`; givers: uint64[2 SEATS], by
    place the giving functions and where their parameters start, of which the first serves all;
    parameters: float64[:]. swaps: int64[blocks, SWAP], filled with who gave, and both cards.
    """
    view, hands = pointer_to(words), pointer_to(room[HANDS])
    deck, policy = pointer_to(room[DECK]), pointer_to(givers)
    view[ROUND] = ONE
    view[CLOCKWISE] = np.uint64(is_clockwise(view))
    for block in range(len(deals)):
        shuffle_deck(view, deck)
        hand_out(deck, hands)
        leader, giver = np.int64(random_leader(view)), _giver(view)
        _get_ready(view, leader)
        start = np.int64(givers[SEATS])
        if not exchange(view, hands, giver, leader, policy, 0, pointer_to(parameters), start):
            return block
        swaps[block, GIVER] = giver
        swaps[block, GAVE] = lowest_index(view[GIVEN])
        swaps[block, GOT] = lowest_index(view[RETURNED])
        for seat in range(SEATS):
            deals[block, seat] = hands[seat]
        view[BLOCK] += ONE
    return len(deals)


@kernel
def _giver(view: Any) -> Any:
    """Any seat but the leader's, by the word behind that which draws the leader."""
    players = np.int64(view[PLAYERS])
    four = philox(view[SEED], np.uint64(LEAD), ONE, view[ROUND], view[BLOCK])
    return (np.int64(random_leader(view)) + 1 + np.int64(scale(four[2], players - 1))) % players


@kernel
def _get_ready(view: Any, winner: Any) -> None:
    """Stand before the exchange, as whoever has won the round before sees it."""
    for seat in range(SEATS):
        view[COUNTS + seat] = np.uint64(HAND_SIZE if seat < np.int64(view[PLAYERS]) else 0)
    view[DEALER], view[LEADER] = np.uint64(winner), np.uint64(NO_SEAT)
    start_stream(view, winner, seat_stream(GIVE, winner, 0))
    start_round(view, NOTHING)
