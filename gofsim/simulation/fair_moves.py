"""Whether the moves of a position keep the rules, as far as the seat to act can tell.

Its own moves are judged by its whole hand. Of the others' hands nothing is known but the cards of
the exchange, so a move of theirs is foul only if it would be with every hand that they may hold.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from gofsim.errors import BadInputError
from gofsim.kernel import view
from gofsim.kernel.cards import FULL_DECK, MULTI_ONE
from gofsim.notation import mask_of, text_of
from gofsim.simulation import umpire
from gofsim.simulation.fair_play import word_fault
from gofsim.simulation.position import Move, Position
from gofsim.simulation.seen import Words, position_view

WEAKEST = mask_of("G1")  # a hand with which nobody need beat anything


def check_moves(position: Position) -> None:
    """Follow the moves of a position; BadInputError names the first foul."""
    if not position.moves:
        return
    lead = position.moves[0].seat
    start = position.model_copy(update={"moves": [], "seat": lead, "leader": lead})
    words, turn = position_view(start, seed=1), lead
    umpire.begin(words, np.uint64(_required(position)), lead)
    hands = np.full(view.SEATS, FULL_DECK)
    for place, move in enumerate(position.moves):
        cards = np.uint64(mask_of(move.play or ""))
        if why := _fault(words, position, place, turn):
            raise BadInputError(f"move {place + 1}, seat {move.seat}: {why}")
        forgets = move.announced is False
        turn = int(umpire.make(words, hands, turn, cards, forgets))


def _required(position: Position) -> int:
    """What the first play must contain: the multi-coloured 1, unless that may lie dead."""
    rules = position.rules
    opens = (rules.first_lead if position.round == 1 else rules.next_lead) == "multi-one"
    known = mask_of(f"{position.hand} {position.laid}") & int(MULTI_ONE)
    return int(MULTI_ONE) if opens and (known or rules.players == view.SEATS) else 0


def _fault(words: Words, position: Position, place: int, turn: int) -> str:
    """What is wrong with a move, or nothing."""
    moves = position.moves or []
    move = moves[place]
    if move.seat != turn:
        return f"it is seat {turn}'s turn"
    cards = None if move.play is None else mask_of(move.play)
    hand = cards or WEAKEST
    if move.seat == position.seat:
        hand = mask_of(" ".join([position.hand, *_laid(moves[place:], move.seat)]))
    elif why := next(_not_held(position, moves[: place + 1]), ""):
        return why
    if why := umpire.fault_of(words, hand, cards):
        return why
    if move.announced is None:  # whoever says nothing of it is taken to have announced
        return ""
    why = word_fault(words, position.rules, move, (cards or 0).bit_count())
    return f"announced: {why}" if why else ""


def _laid(moves: Sequence[Move], seat: int) -> list[str]:
    return [move.play or "" for move in moves if move.seat == seat]


def _not_held(position: Position, moves: Sequence[Move]) -> Iterator[str]:
    """Yield why the seat that moved last cannot hold what it laid, by what was exchanged."""
    swap = position.exchange
    if swap is None or swap.returned is None:
        return
    seat, laid = moves[-1].seat, _cards(moves[-1].play or "")
    if seat == swap.giver:
        spare = _cards(" ".join(_laid(moves, seat))) - _cards(swap.returned)
        for card in laid:
            if spare[card] and mask_of(card) > mask_of(swap.given):
                yield f"{card} is higher than {swap.given}, the highest card that it held"
    kept = {swap.giver: swap.returned}
    if swap.given != swap.returned:
        kept[swap.receiver] = swap.given
    for holder, card in kept.items():
        if seat != holder and laid[card.upper()] and not _may_be_twice(position, holder, card):
            yield f"{card} lies with seat {holder} since the exchange"


def _may_be_twice(position: Position, holder: int, card: str) -> bool:
    """Whether the twin of a card that a seat is known to hold is there for another one."""
    own = [position.hand] * (holder == position.seat) + _laid(position.moves or (), holder)
    others = _cards(f"{position.hand} {position.laid}") - _cards(" ".join(own))
    twins = text_of(mask_of(card) << 1) == card.upper()
    return twins and others[card.upper()] == 1


def _cards(text: str) -> Counter[str]:
    return Counter(text.upper().split())
