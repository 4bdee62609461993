"""A position as the engine takes it: the words that the seat to act sees, and what it may do."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gofsim.errors import BadInputError
from gofsim.kernel import view
from gofsim.kernel.bits import call_bot, pointer_to
from gofsim.kernel.cards import CARD_TYPES, FULL_DECK, MULTI_ONE, NOTHING
from gofsim.kernel.jit import bot_table, kernel
from gofsim.kernel.random import GIVE, PLAY, seat_stream
from gofsim.kernel.retrace import redo, rewind, show_turn
from gofsim.kernel.round import start_round
from gofsim.kernel.turn import opens_with_multi_one
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation.position import Position
from gofsim.simulation.replay import exchange_log, moves_so_far
from gofsim.simulation.table import rule_words
from gofsim.strategies.giving import policies
from gofsim.strategies.plain import Seen
from gofsim.strategies.row import parameter_row
from gofsim.strategies.seat import Seat

Words = npt.NDArray[np.uint64]


def position_view(position: Position, seed: int) -> Words:
    """Return the view (uint64[VIEW_SIZE]) of the seat to act, its random stream by `seed`.

    Raises BadInputError when the moves lead to another seat's turn, or what is to be beaten is no
    combination.
    """
    words = np.zeros(view.VIEW_SIZE, np.uint64)
    numbers = rule_words(position.rules) | _round_words(position)
    for index, value in numbers.items():
        words[index] = value
    words[view.SEED] = seed
    if position.gives:
        _before_the_round(words, position.seat)
        return words
    moves = _moves(position)
    earlier = [count + moves["laid"][seat] for seat, count in enumerate(position.cards_left)]
    turn = _retrace(
        words,
        np.full(view.SEATS, FULL_DECK),
        np.array(earlier + [0] * (view.SEATS - len(earlier)), np.uint64),
        np.array(moves["seats"], np.int64),
        np.array(moves["cards"], np.uint64),
        np.array(moves["forgets"], np.bool_),
        np.uint64(mask_of(position.seen)),
        np.uint64(mask_of(position.hand)),
        position.seat if not moves["seats"] else moves["seats"][0],
    )
    _note_the_rest(words, position, int(turn))
    return words


def _round_words(position: Position) -> dict[int, int]:
    """Everything about the round that no move changes."""
    players, swap = position.rules.players, position.exchange
    lead = position.leader
    if lead is None:
        lead = position.moves[0].seat if position.moves else position.seat
    returned = swap.returned if swap else None
    words = {
        view.SEAT: position.seat,
        view.CLOCKWISE: position.direction == "clockwise",
        view.ROUND: position.round,
        view.DEALER: lead if position.dealer is None else position.dealer,
        view.LEADER: view.NO_SEAT if position.gives else lead,
        view.GIVER: swap.giver if swap else view.NO_SEAT,
        view.RECEIVER: swap.receiver if swap else view.NO_SEAT,
        view.GIVEN: mask_of(swap.given) if swap else 0,
        view.RETURNED: mask_of(returned) if returned else 0,
    }
    for seat, total in enumerate(position.totals or [0] * players):
        words[view.TOTALS + seat] = total
    for seat, count in enumerate(position.cards_left):
        words[view.COUNTS + seat] = count
    return words


def _moves(position: Position) -> dict[str, Any]:
    """The moves that are known, in order, and how many cards each seat laid in them."""
    known = [(m.seat, m.play or "", m.announced is False) for m in position.moves or ()]
    if position.to_beat:
        before = (position.seat - position.step) % position.rules.players
        owner = before if position.owner is None else position.owner
        known = [(owner, position.to_beat, owner in position.out)]
    laid = [0] * position.rules.players
    for seat, play, _ in known:
        laid[seat] += len(play.split())
    return {
        "seats": [seat for seat, _, _ in known],
        "cards": [mask_of(play) for _, play, _ in known],
        "forgets": [forgets for _, _, forgets in known],
        "laid": laid,
    }


@kernel(inline=False)
def _retrace(
    view_words: Any,
    hand_words: Any,
    counts: Any,
    seats: Any,
    cards: Any,
    forgets: Any,
    seen: Any,
    hand: Any,
    first: Any,
) -> Any:
    """Make the moves from the first lead on; the seat to act then.

    hand_words: uint64[SEATS], hands that may hold anything; counts: uint64[SEATS], cards that
    each seat held before; seats: int64[n], cards: uint64[n], forgets: bool[n]; `seen`: cards laid
    before.
    """
    words, hands = pointer_to(view_words), pointer_to(hand_words)
    if len(seats):
        words[view.MOVE_CARDS] = cards[0]
        rewind(words)
    else:
        opens = seen == NOTHING and opens_with_multi_one(words)
        start_round(words, MULTI_ONE & hand if opens else NOTHING)
    words[view.SEEN] = seen
    for seat in range(view.SEATS):
        words[view.COUNTS + seat] = counts[seat]
    turn = first
    for move in range(len(seats)):
        if seats[move] != turn:
            return turn
        show_turn(words, turn)
        turn = redo(words, hands, turn, cards[move], forgets[move])
    show_turn(words, turn)
    return turn


def _note_the_rest(words: Words, position: Position, turn: int) -> None:
    """Add what a position tells beside moves; refuse moves that end at another seat's turn."""
    if position.moves is not None and turn != position.seat:
        raise BadInputError(f"after these moves it is seat {turn}'s turn, not {position.seat}'s")
    if position.to_beat and not words[view.TO_BEAT_KIND]:
        raise BadInputError(f"to_beat: {position.to_beat} is no combination")
    for word, seats in {
        view.PASSED: position.passed,
        view.ANNOUNCED: [*position.announced, *_announced(position)],
        view.OUT: position.out,
    }.items():
        words[word] |= np.uint64(sum(1 << seat for seat in set(seats)))
    _show(words, position.seat)
    start = seat_stream(PLAY, position.seat, 0)
    words[int(view.seat_slot(position.seat)) + 1] = start


def _announced(position: Position) -> list[int]:
    """Seats whose number of cards tells that they announced: who forgot is out of play."""
    if position.moves is not None or position.rules.last_card == "off":
        return []
    return [s for s, left in enumerate(position.cards_left) if left == 1 and s not in position.out]


@kernel(inline=False)
def _show(view_words: Any, seat: Any) -> None:
    show_turn(pointer_to(view_words), seat)


@kernel(inline=False)
def _before_the_round(view_words: Any, seat: Any) -> None:
    """Nobody has led; the seat draws from its stream for giving."""
    words = pointer_to(view_words)
    start_round(words, NOTHING)
    view.start_stream(words, seat, seat_stream(GIVE, seat, 0))


def position_seen(words: Words, hand: int, rules: Rules) -> Position:
    """Return the position of the seat to act in the middle of a game that the engine plays."""
    gives = bool(words[view.LEADER] == view.NO_SEAT)
    swap = exchange_log(words)
    told: dict[str, Any] = {"hand": text_of(hand), "seat": int(words[view.SEAT])}
    told["exchange"] = {**swap, "returned": None} if swap and gives else swap
    if not gives:
        moves = moves_so_far(words, rules)
        told |= {"leader": int(words[view.LEADER]), "moves": moves}
    return Position(
        rules=rules,
        round=int(words[view.ROUND]),
        direction="clockwise" if words[view.CLOCKWISE] else "counterclockwise",
        dealer=int(words[view.DEALER]),
        totals=[int(words[view.TOTALS + seat]) for seat in range(rules.players)],
        **told,
    )


def choices(words: Words, position: Position) -> list[int]:
    """Masks of everything that the seat to act may do: cards to give, or plays and the pass (0)."""
    hand = mask_of(position.hand)
    if position.gives:
        types = hand & int(CARD_TYPES)
        return [1 << bit for bit in range(64) if types >> bit & 1]
    seen = Seen(words.copy(), hand)
    return seen.plays + [0] * seen.may_pass


def ask(words: Words, position: Position, seat: Seat, hands: Words) -> int:
    """What a bot would do in a position: cards to lay, or to give, as a mask; 0 for the pass.

    The view is left as the bot leaves it. `hands` (uint64[SEATS]) are the hidden hands, for bots
    that see them.
    """
    function, asked = seat.strategy.choose, seat
    if position.gives:
        function = policies(seat.strategy)[seat.give].choose
        asked = seat.giving or seat
    row = np.array(parameter_row(asked, position.rules.players, hands))
    hand = np.uint64(mask_of(position.hand))
    return int(_ask(bot_table([function]), words, hand, row))


@kernel(inline=False)
def _ask(functions: Any, view_words: Any, hand: Any, row: Any) -> Any:
    return call_bot(pointer_to(functions), 0, pointer_to(view_words), hand, pointer_to(row), 1)
