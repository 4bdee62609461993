"""What one bot could have done: games again, with every play and pass of it looked at."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gofsim.kernel import game
from gofsim.kernel.bits import pointer_to, popcount
from gofsim.kernel.cards import HAND_SIZE, NOTHING, ONE, together, without
from gofsim.kernel.jit import kernel
from gofsim.kernel.retrace import redo, rewind, show_turn
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.kernel.view import (
    GIVEN,
    GIVER,
    MOVE_CARDS,
    MOVE_SEATS,
    MOVES,
    NO_SEAT,
    OUT,
    RECEIVER,
    RETURNED,
    SCRATCH,
    TO_BEAT_KIND,
)
from gofsim.rules import Rules
from gofsim.simulation.play import seating_count
from gofsim.simulation.replay import each_round
from gofsim.simulation.table import Table
from gofsim.strategies.seat import Seat

# Rows of the counts, each by the cards held: tricks that it led and that others led, and decisions
# in which it might play as well as pass: all of them, and those in which it passed.
LED, OTHERS_LED, FREE, PASSED = range(4)
ROWS = 4

Counts = npt.NDArray[np.int64]


def observe(
    seats: Sequence[Seat], rules: Rules, *, seed: int, block: int, seating: str, arm: str
) -> Counts:
    """Play a block again in all its seatings; int64[ROWS, HAND_SIZE + 1] of what place 0 did.

    Raises PlayError like the run itself.
    """
    counts = np.zeros((ROWS, HAND_SIZE + 1), np.int64)
    table = Table(seats, rules, rounds=game.MOST_ROUNDS, games=1)
    for index in range(seating_count(rules.players, seating)):
        played = each_round(
            table, seats, seed=seed, block=block, seating=seating, seating_index=index,
            single_round=False, arm=arm,
        )  # fmt: skip
        for _ in played:
            seat = int(np.argmax(table.places == 0))
            look_at_round(table.view.copy(), table.scratch[game.DEALT].copy(), seat, counts)
    return counts


@kernel(inline=False)
def look_at_round(view_words: Any, dealt: Any, mine: Any, counts: Any) -> None:
    """Add to `counts` what a seat did in the round that a view has at its end.

    view_words: uint64[VIEW_SIZE], dealt: uint64[64], the hands before the exchange;
    both are written over. counts: int64[ROWS, HAND_SIZE + 1].
    """
    view, hands = pointer_to(view_words), pointer_to(dealt)
    if view[GIVER] != np.uint64(NO_SEAT):
        exchanged(view, hands)
    moves, out = np.int64(view[MOVES]), view[OUT]
    rewind(view)
    for move in range(moves):
        seat, cards = np.int64(view[MOVE_SEATS + move]), view[MOVE_CARDS + move]
        show_turn(view, seat)
        held = popcount(hands[seat])
        if view[TO_BEAT_KIND] == NOTHING:
            counts[LED if seat == mine else OTHERS_LED, held] += 1
        elif seat == mine and has_choice(view, hands[seat]):
            counts[FREE, held] += 1
            counts[PASSED, held] += np.int64(cards == NOTHING)
        redo(view, hands, seat, cards, (out >> np.uint64(seat)) & ONE != NOTHING)


@kernel
def has_choice(view: Any, hand: Any) -> Any:
    """Whether the seat to act, which does not lead, may play as well as pass."""
    return may_pass(view, hand) and list_legal(view, hand, SCRATCH) > 0


@kernel
def exchanged(view: Any, hands: Any) -> None:
    """Move both cards of the exchange, from the hands as they were dealt."""
    giver, receiver = np.int64(view[GIVER]), np.int64(view[RECEIVER])
    hands[receiver] = without(together(hands[receiver], view[GIVEN]), view[RETURNED])
    hands[giver] = together(without(hands[giver], view[GIVEN]), view[RETURNED])
