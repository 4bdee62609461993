"""Rounds of given deals, one bot at all seats: what a hand, a card or the exchange comes to.

Each is a round in the middle of a game at even totals: nothing is exchanged but where that is
asked about, and whoever leads may lead anything.
"""

from typing import Any

import numpy as np

from gofsim.kernel.bits import pointer_to
from gofsim.kernel.cards import HAND_SIZE, NOTHING, ONE
from gofsim.kernel.exchange import exchange, no_exchange
from gofsim.kernel.game import is_clockwise
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import GIVE, LEAD, PLAY, philox, scale, seat_stream
from gofsim.kernel.round import PLAYED, play_round, start_round
from gofsim.kernel.view import (
    BLOCK,
    CLOCKWISE,
    COUNTS,
    DEALER,
    GIVEN,
    LEADER,
    NO_SEAT,
    PLAYERS,
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
from gofsim.strategies.trials import note

# Room of a call, uint64[ROOMS, 64].
DECK, OTHER, ORDER, HANDS = range(4)
ROOMS = 4
_ROUND = np.uint64(2)  # any but the first, whose lead has rules of its own
GIVER_SIDE, RECEIVER_SIDE = range(2)


@kernel(inline=False)
def play_hand(
    words: Any, room: Any, row: Any, bot: Any, cards: Any, first_block: Any, hand: Any, average: Any
) -> Any:
    """Play blocks in which seat 0 holds some cards, led from every seat; False when one failed.

    words: uint64[VIEW_SIZE] with rules and seed; row: the bot's parameters; bot: uint64[1];
    cards: uint64, at most 16. hand, average: float64[blocks, players, OUTCOMES], zeros, to which
    what the round comes to is added: for seat 0 when it is so many seats behind the leader; and
    for each seat so far behind the leader in the block's deal as it was.
    """
    view, players = _ready(words), np.int64(words[PLAYERS])
    deck, hands = pointer_to(room[DECK]), pointer_to(room[HANDS])
    step = 1 if words[CLOCKWISE] else players - 1
    for block in range(len(hand)):
        view[BLOCK] = first_block + np.uint64(block)
        shuffle_deck(view, deck)
        hand_out(deck, hands)
        if _play(view, hands, 0, bot, row) != PLAYED:
            return False
        for behind in range(players):
            note(view, behind * step % players, average, block, behind)
        take(deck, cards)
        for behind in range(players):
            hand_out(deck, hands)
            if _play(view, hands, (players - behind) * step % players, bot, row) != PLAYED:
                return False
            note(view, 0, hand, block, behind)
    return True


@kernel(inline=False)
def play_sets(
    words: Any,
    room: Any,
    row: Any,
    bot: Any,
    groups: Any,
    sizes: Any,
    first_block: Any,
    held: Any,
    without: Any,
) -> Any:
    """Play each block with sets of cards in seat 0's hand, and with others in their place.

    Set i are sizes[i] cards of groups[i] (uint64[n] masks), chosen at random; the hand holds no
    others of the group, and none at all in the deal that it is compared with. held, without:
    float64[blocks, n, OUTCOMES], zeros, to which seat 0's outcomes are added. The leader is drawn.
    """
    view, players = _ready(words), np.int64(words[PLAYERS])
    deck, other = pointer_to(room[DECK]), pointer_to(room[OTHER])
    places, hands = pointer_to(room[ORDER]), pointer_to(room[HANDS])
    for block in range(len(held)):
        view[BLOCK] = first_block + np.uint64(block)
        shuffle_deck(view, deck)
        shuffle_places(view, places)
        leader = _draw_seat(view, players)
        for i in range(len(groups)):
            cards = choose(view, groups[i], sizes[i], other)
            for place in range(SEATS * HAND_SIZE):
                other[place] = deck[place]
            avoid(other, groups[i], places)
            hand_out(other, hands)
            if _play(view, hands, leader, bot, row) != PLAYED:
                return False
            note(view, 0, without, block, i)
            take(other, cards)
            hand_out(other, hands)
            if _play(view, hands, leader, bot, row) != PLAYED:
                return False
            note(view, 0, held, block, i)
    return True


@kernel(inline=False)
def play_exchanges(
    words: Any,
    room: Any,
    row: Any,
    bot: Any,
    givers: Any,
    first_block: Any,
    given: Any,
    held: Any,
    without: Any,
) -> Any:
    """Play each block with the exchange and without it: seat 0 has won and leads, another gives.

    givers: uint64[2 SEATS], the giving function of the place and where its parameters start.
    given: uint64[blocks], filled with the cards given. held, without: float64[blocks, 2, OUTCOMES]
    as in `play_sets`, for the giver and the receiver.
    """
    view, players = _ready(words), np.int64(words[PLAYERS])
    deck, hands = pointer_to(room[DECK]), pointer_to(room[HANDS])
    policy, start = pointer_to(givers), np.int64(givers[SEATS])
    for block in range(len(given)):
        view[BLOCK] = first_block + np.uint64(block)
        shuffle_deck(view, deck)
        loser = 1 + _draw_seat(view, players - 1)
        hand_out(deck, hands)
        if _play(view, hands, 0, bot, row) != PLAYED:
            return False
        note(view, loser, without, block, GIVER_SIDE)
        note(view, 0, without, block, RECEIVER_SIDE)
        hand_out(deck, hands)
        _clear(view, players)
        view[DEALER], view[LEADER] = NOTHING, np.uint64(NO_SEAT)
        start_stream(view, 0, seat_stream(GIVE, 0, 0))
        start_round(view, NOTHING)
        if not exchange(view, hands, loser, 0, policy, 0, pointer_to(row), start):
            return False
        given[block] = view[GIVEN]
        if _lead(view, hands, 0, bot, row) != PLAYED:
            return False
        note(view, loser, held, block, GIVER_SIDE)
        note(view, 0, held, block, RECEIVER_SIDE)
    return True


@kernel
def _ready(words: Any) -> Any:
    """Begin a round in the middle of a game."""
    words[ROUND] = _ROUND
    words[CLOCKWISE] = np.uint64(is_clockwise(pointer_to(words)))
    return pointer_to(words)


@kernel
def _draw_seat(view: Any, count: Any) -> Any:
    """One of so many, by the word of the LEAD stream that draws leaders."""
    four = philox(view[SEED], np.uint64(LEAD), ONE, view[ROUND], view[BLOCK])
    return scale(four[1], count)


@kernel
def _play(view: Any, hands: Any, leader: Any, bot: Any, row: Any) -> Any:
    """Play a round without an exchange; what it ended in."""
    no_exchange(view)
    _clear(view, np.int64(view[PLAYERS]))
    return _lead(view, hands, leader, bot, row)


@kernel
def _clear(view: Any, players: Any) -> None:
    for seat in range(SEATS):
        view[COUNTS + seat] = np.uint64(HAND_SIZE if seat < players else 0)


@kernel(inline=False)
def _lead(view: Any, hands: Any, leader: Any, bot: Any, row: Any) -> Any:
    """Play from the first lead; what it ended in."""
    for seat in range(SEATS):
        start_stream(view, seat, seat_stream(PLAY, seat, 0))
    view[DEALER] = view[LEADER] = np.uint64(leader)
    start_round(view, NOTHING)
    status, _ = play_round(
        view, hands, leader, 0, pointer_to(bot), pointer_to(row), 0, None, None, 0, None, 0
    )
    return status
