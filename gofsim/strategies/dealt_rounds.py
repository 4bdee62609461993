"""Rounds of given deals, one bot at all seats: what a hand comes to.

Each is a round in the middle of a game at even totals: nothing is exchanged, and whoever leads may
lead anything.
"""

from typing import Any

import numpy as np

from gofsim.kernel.bits import pointer_to
from gofsim.kernel.cards import HAND_SIZE, NOTHING
from gofsim.kernel.exchange import no_exchange
from gofsim.kernel.game import is_clockwise
from gofsim.kernel.jit import kernel
from gofsim.kernel.random import PLAY, seat_stream
from gofsim.kernel.round import PLAYED, play_round, start_round
from gofsim.kernel.view import (
    BLOCK,
    CLOCKWISE,
    COUNTS,
    DEALER,
    LEADER,
    PLAYERS,
    ROUND,
    SEATS,
    start_stream,
)
from gofsim.strategies.dealt_cards import (
    hand_out,
    shuffle_deck,
    take,
)
from gofsim.strategies.trials import note

# Room of a call, uint64[ROOMS, 64].
DECK, HANDS = range(2)
ROOMS = 2
_ROUND = np.uint64(2)  # any but the first, whose lead has rules of its own


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


@kernel
def _ready(words: Any) -> Any:
    """Begin a round in the middle of a game."""
    words[ROUND] = _ROUND
    words[CLOCKWISE] = np.uint64(is_clockwise(pointer_to(words)))
    return pointer_to(words)


@kernel(inline=False)
def _play(view: Any, hands: Any, leader: Any, bot: Any, row: Any) -> Any:
    """Play a round without an exchange; what it ended in."""
    no_exchange(view)
    for seat in range(SEATS):
        view[COUNTS + seat] = np.uint64(HAND_SIZE if seat < np.int64(view[PLAYERS]) else 0)
        start_stream(view, seat, seat_stream(PLAY, seat, 0))
    view[DEALER] = view[LEADER] = np.uint64(leader)
    start_round(view, NOTHING)
    status, _ = play_round(
        view, hands, leader, 0, pointer_to(bot), pointer_to(row), 0, None, None, 0, None, 0
    )
    return status
