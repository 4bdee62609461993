"""The engine's own rules, asked one by one: for games that others played.

All of it works on the words of a view, uint64[VIEW_SIZE], and on hands, uint64[SEATS].
"""

from typing import Any

import numpy as np

from gofsim.kernel.bits import pointer_to, popcount
from gofsim.kernel.callback import Words
from gofsim.kernel.cards import NOTHING
from gofsim.kernel.combinations import beats, strength
from gofsim.kernel.exchange import exchange, no_exchange
from gofsim.kernel.game import is_clockwise, leader_of
from gofsim.kernel.jit import bot_table, kernel
from gofsim.kernel.retrace import redo, show_turn
from gofsim.kernel.round import start_round
from gofsim.kernel.scoring import add_points, loser_of, winners_of
from gofsim.kernel.turn import may_pass, meets_duties
from gofsim.kernel.view import (
    MULTI_ONE_WILD,
    PHOENIX_IN_FULL_HOUSE,
    REQUIRED,
    SCRATCH,
    TO_BEAT,
    TO_BEAT_STRENGTH,
    TOP_CARD,
)
from gofsim.notation import text_of

# What is wrong with a move, if anything.
FAIR, MAY_NOT_PASS, NOT_HELD, NO_COMBINATION, TOO_WEAK, AGAINST_DUTY = range(6)


@kernel(inline=False)
def clockwise(view_words: Any) -> Any:
    """Whether the round goes clockwise."""
    return is_clockwise(pointer_to(view_words))


def swap(view_words: Words, hand_words: Words, loser: int, winner: int, returned: int) -> bool:
    """Exchange cards, `returned` (a mask) going back; whether that is one card of the winner's."""
    view_words[SCRATCH] = returned
    giver, room = bot_table([_give_noted]), np.zeros(1)
    return bool(_swap(view_words, hand_words, loser, winner, giver, room))


@kernel
def _give_noted(view: Any, hand: Any, parameters: Any, offset: Any) -> Any:
    """Give back, like any bot that is asked, what the view has noted."""
    return view[SCRATCH]


@kernel(inline=False)
def _swap(
    view_words: Any, hand_words: Any, loser: Any, winner: Any, givers: Any, parameter_words: Any
) -> Any:
    view, hands = pointer_to(view_words), pointer_to(hand_words)
    parameters = pointer_to(parameter_words)
    return exchange(view, hands, loser, winner, pointer_to(givers), 0, parameters, 0)


@kernel(inline=False)
def skip_exchange(view_words: Any) -> None:
    """Note that nothing is exchanged."""
    no_exchange(pointer_to(view_words))


@kernel(inline=False)
def leader(view_words: Any, hand_words: Any, winner: Any, loser: Any) -> Any:
    """(Who leads the round, cards that the first play must contain); a drawn one is the engine's.

    `winner` and `loser` are those of the round before.
    """
    return leader_of(pointer_to(view_words), pointer_to(hand_words), winner, loser)


@kernel(inline=False)
def begin(view_words: Any, required: Any, seat: Any) -> None:
    """Clear the record for the first lead of a round, that of a seat."""
    view = pointer_to(view_words)
    start_round(view, required)
    show_turn(view, seat)


def fault_of(words: Words, hand: int, cards: int | None) -> str:
    """What is wrong with a move of the seat to act, in words, or nothing; None for a pass."""
    laid = np.uint64(cards or 0)
    fault = int(verdict(words, np.uint64(hand), laid, cards is None))
    play, table = text_of(int(laid)), text_of(int(words[TO_BEAT]))
    before = "the next seat has announced its last card"
    needed = text_of(int(words[REQUIRED]))
    return {
        FAIR: "",
        MAY_NOT_PASS: f"may not pass: {before if table else 'a trick must be led'}",
        NOT_HELD: f"{play} is not in the hand, {text_of(hand)}",
        NO_COMBINATION: f"{play or 'no card'} is no combination",
        TOO_WEAK: f"{play} does not beat {table}",
        AGAINST_DUTY: f"may not play {play}: "
        + (f"the opening must hold {needed}" if needed else before),
    }[fault]


@kernel(inline=False)
def verdict(view_words: Any, hand: Any, cards: Any, passes: Any) -> Any:
    """What is wrong with a move of the seat to act, if anything; cards are a normal mask."""
    view = pointer_to(view_words)
    if passes:
        return FAIR if may_pass(view, hand) else MAY_NOT_PASS
    if cards & ~hand != NOTHING:
        return NOT_HELD
    size, top_card = popcount(cards), view[TOP_CARD] != NOTHING
    phoenix, wild = view[PHOENIX_IN_FULL_HOUSE] != NOTHING, view[MULTI_ONE_WILD] != NOTHING
    power = strength(cards, size, top_card, phoenix, wild)
    if power == NOTHING:
        return NO_COMBINATION
    if not beats(size, power, popcount(view[TO_BEAT]), view[TO_BEAT_STRENGTH]):
        return TOO_WEAK
    return FAIR if meets_duties(view, hand, cards) else AGAINST_DUTY


@kernel(inline=False)
def make(view_words: Any, hand_words: Any, seat: Any, cards: Any, forgets: Any) -> Any:
    """Make a fair move of the seat to act; the seat that is next, its turn shown."""
    view = pointer_to(view_words)
    after = redo(view, pointer_to(hand_words), seat, cards, forgets)
    show_turn(view, after)
    return after


@kernel(inline=False)
def settle(view_words: Any, winner: Any) -> Any:
    """Add the round's points: (whether the game is over, the round's loser, winners as bits)."""
    view = pointer_to(view_words)
    over = add_points(view)
    return over, loser_of(view, winner), winners_of(view)
