"""A position (format "gofsim-position/1"): what the seat to act knows, free of contradictions."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, ValidationError, model_validator

from gofsim.errors import BadInputError
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation.exchange_told import (
    STRICT,
    Exchange,
    Known,
    SeatNumber,
    cards_in,
    swap_faults,
)
from gofsim.simulation.json_faults import json_fault
from gofsim.suggest import written

DECK_SIZE, HAND_SIZE = 64, 16

Total = Annotated[int, Field(ge=0, le=100_000)]


class Move(BaseModel):
    """One play, or a pass; `announced` is false where a seat forgot its last card."""

    model_config = STRICT

    seat: SeatNumber
    play: str | None
    announced: bool | None = None


class Position(BaseModel):
    """What the seat to act knows. Cards are text as in game logs, seats are numbers.

    Either `moves` is the whole record of the round, or what came of it is told: `seen` (cards laid,
    but for those to beat), `counts`, `to_beat`, `owner`, `passed`, `announced`, `out`.
    """

    model_config = STRICT

    format: Literal["gofsim-position/1"] = "gofsim-position/1"
    rules: Rules = Rules()
    seat: SeatNumber = 0
    hand: str
    totals: list[Total] | None = None
    round: Annotated[int, Field(ge=1, le=20_000)] = 2
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    dealer: SeatNumber | None = None
    leader: SeatNumber | None = None
    exchange: Exchange | None = None
    moves: list[Move] | None = None
    seen: str = ""
    counts: list[Annotated[int, Field(ge=0, le=HAND_SIZE)]] | None = None
    to_beat: str | None = None
    owner: SeatNumber | None = None
    passed: list[SeatNumber] = []
    announced: list[SeatNumber] = []
    out: list[SeatNumber] = []

    @property
    def gives(self) -> bool:
        """Whether the seat is to give a card back in the exchange, before the round."""
        return self.exchange is not None and self.exchange.returned is None

    @property
    def step(self) -> int:
        """What leads from a seat to the next one, modulo the players."""
        return 1 if self.direction == "clockwise" else self.rules.players - 1

    @property
    def laid(self) -> str:
        """All cards laid in the round."""
        plays = [self.to_beat or "", *(move.play or "" for move in self.moves or ())]
        return " ".join([self.seen, *plays]).strip()

    @property
    def cards_left(self) -> list[int]:
        """Cards that every seat holds."""
        if self.moves is None and self.counts is not None:
            return self.counts
        left = [HAND_SIZE] * self.rules.players
        for move in self.moves or ():
            left[move.seat] -= len((move.play or "").split())
        if self.gives and self.exchange:
            left[self.exchange.receiver] += 1
            left[self.exchange.giver] -= 1
        return left

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Refuse what contradicts itself."""
        for fault in _faults(self):
            raise ValueError(fault)
        return self


PARTS: dict[str, type[BaseModel]] = {"rules": Rules, "exchange": Exchange, "moves": Move}


def _faults(position: Position) -> Iterable[str]:
    """Yield what is wrong; later checks rely on earlier ones."""
    players = position.rules.players
    if (top := max(_seats(position))) >= players:
        yield f"seat {top} does not exist with {players} players"
    for name in ("totals", "counts"):
        given = getattr(position, name)
        if given is not None and len(given) != players:
            yield f"`{name}` needs {players} numbers, one a seat, not {len(given)}"
    yield from _mixed(position)
    for text in (position.hand, position.to_beat or "", position.seen):
        mask_of(text)
    if not position.hand.split():
        yield "`hand` is empty: a seat without cards does not act"
    mask_of(f"{position.hand} {position.laid}")
    if max(position.totals or [0]) >= position.rules.target:
        yield f"`totals`: the game is over at {position.rules.target} points (rules.target)"
    yield from _exchange_faults(position)
    yield from _count_faults(position)
    if position.exchange:
        yield from swap_faults(position.exchange, _known(position))
    yield from _last_card_faults(position)


def _seats(position: Position) -> list[int]:
    """All seats that are named."""
    swap = position.exchange
    named = [position.seat, position.dealer, position.leader, position.owner]
    named += [swap.giver, swap.receiver] if swap else []
    named += [*position.passed, *position.announced, *position.out]
    return [seat for seat in named if seat is not None] + [m.seat for m in position.moves or ()]


def _mixed(position: Position) -> Iterable[str]:
    """Yield where two ways to tell the round so far are mixed, or one is not complete."""
    short = {"seen", "counts", "to_beat", "owner", "passed", "announced", "out"}
    both = sorted(name for name in short & position.model_fields_set if getattr(position, name))
    if position.moves is not None and both:
        yield f"`moves` tells `{both[0]}` already; leave it out"
    first = position.moves[0].seat if position.moves else position.leader
    if position.leader not in (None, first):
        yield f"`leader` is seat {position.leader}, but `moves` begin with seat {first}"
    if position.owner == position.seat and position.to_beat:
        yield "`owner` is the seat to act itself: nobody beats its own play"
    if position.seat in position.out:
        yield "`out` names the seat to act"


def _exchange_faults(position: Position) -> Iterable[str]:
    """Yield what is wrong with the exchange."""
    swap = position.exchange
    if swap is None:
        return
    if position.round == 1 or position.rules.exchange == "off":
        yield "exchange: there is none in round 1, nor with rules.exchange = off"
    for name, text in {"given": swap.given, "returned": swap.returned}.items():
        if text is not None and mask_of(text).bit_count() != 1:
            yield f"exchange.{name}: must be one card, not {written(text)}"
    if swap.giver == swap.receiver:
        yield "exchange: giver and receiver are the same seat"
    if position.gives and (swap.receiver != position.seat or position.laid):
        yield "exchange.returned is missing: it may be left out only by the receiver, who gives"


def _known(position: Position) -> Known:
    """What the seat to act knows of where the cards are."""
    moves = position.moves
    if moves is None and not position.laid:
        moves = []  # nobody has moved
    laid = {seat: cards_in("") for seat in range(position.rules.players)}
    for move in moves or ():
        laid[move.seat] += cards_in(move.play or "")
    return Known(
        position.seat,
        cards_in(position.hand),
        cards_in(position.laid),
        None if moves is None else laid,
        position.cards_left,
    )


def _count_faults(position: Position) -> Iterable[str]:
    """Yield where the numbers of cards do not add up to a deck."""
    left, players = position.cards_left, position.rules.players
    own = len(position.hand.split())
    if left[position.seat] != own and position.counts is None:
        told = position.moves is None
        yield (
            f"`hand` has {own} cards, but seat {position.seat} should hold {left[position.seat]}"
            f"{'; `counts` says how many each seat holds' if told else ' after these moves'}"
        )
    if left[position.seat] != own:
        yield f"`hand` has {own} cards, but `counts` says {left[position.seat]}"
    others = sum(left) - own
    dead = HAND_SIZE * (4 - players)
    unseen = DECK_SIZE - own - len(position.laid.split())
    if others + dead != unseen:
        yield (
            f"{unseen} cards are neither in the hand nor laid, but the others hold {others}"
            f"{f' and {dead} lie dead' if dead else ''}; `seen` and `counts` must go together"
        )


def _last_card_faults(position: Position) -> Iterable[str]:
    """Yield where a number of cards cannot be, or does not go with what is told of the seat."""
    left = position.cards_left
    if min(left) < 1:
        yield f"seat {left.index(min(left))} holds no card: the round is over"
    for name in ("announced", "out"):
        for seat in getattr(position, name):
            if left[seat] != 1:
                yield f"`{name}` names seat {seat}, which holds {left[seat]} cards, not one"
    both = set(position.announced) & set(position.out)
    if both:
        yield f"seat {min(both)} is in `announced` and `out`: who announced stays in play"
    if position.rules.passing == "final" and position.seat in position.passed:
        yield '`passed` names the seat to act, which is out of the trick (passing = "final")'


def read_position(document: Mapping[str, Any], source: str) -> Position:
    """Return a position from parsed JSON; `source` begins every line about a fault.

    Raises BadInputError.
    """
    try:
        return Position.model_validate(document)
    except ValidationError as error:
        raise BadInputError(
            *(f"{source}: {json_fault(each, Position, PARTS)}" for each in error.errors())
        ) from None


def position_at(log: Mapping[str, Any], number: int, index: int | None) -> Position:
    """Return what a seat knew in a game log: before move `index` of round `number`, both as listed.

    Rounds are numbered as in the log, moves from 1; None: before the card goes back in the
    exchange. Raises BadInputError when there is no such round, move or exchange.
    """
    entry = next((each for each in log["rounds"] if each["number"] == number), None)
    if entry is None:
        known = ", ".join(str(each["number"]) for each in log["rounds"])
        raise BadInputError(f"no round {number} in the game; its rounds are {known}")
    shared = {
        "rules": {**log["rules"], "scoring": tuple(log["rules"]["scoring"])},
        "round": number,
        "direction": entry["direction"],
        "dealer": entry["dealer"],
        "totals": _totals_before(log, number),
    }
    if index is None:
        return _before_giving(entry, shared)
    if not 1 <= index <= len(entry["moves"]):
        raise BadInputError(f"round {number} has moves 1 to {len(entry['moves'])}, not {index}")
    seat = entry["moves"][index - 1]["seat"]
    moves = entry["moves"][: index - 1]
    hand = mask_of(hand_held(entry, seat))
    for move in moves:
        if move["seat"] == seat and move["play"]:
            hand = mask_of(less(text_of(hand), move["play"]))
    told = {"seat": seat, "hand": text_of(hand), "leader": entry["leader"], "moves": moves}
    return Position.model_validate(shared | told | {"exchange": entry["exchange"]})


def _before_giving(entry: Mapping[str, Any], shared: dict[str, Any]) -> Position:
    """What the winner of the last round knew when it gave a card back."""
    swap = entry["exchange"]
    if swap is None:
        raise BadInputError(f"nothing was exchanged before round {entry['number']}")
    hand = f"{entry['dealt'][swap['receiver']]} {swap['given']}"
    told = {"seat": swap["receiver"], "hand": hand, "exchange": {**swap, "returned": None}}
    return Position.model_validate(shared | told)


def hand_held(entry: Mapping[str, Any], seat: int) -> str:
    """The hand of a seat in a round of a game log, after the exchange."""
    hand, swap = entry["dealt"][seat], entry["exchange"]
    if swap and seat == swap["receiver"]:
        return less(f"{hand} {swap['given']}", swap["returned"])
    if swap and seat == swap["giver"]:
        return f"{less(hand, swap['given'])} {swap['returned']}"
    return str(hand)


def less(hand: str, cards: str) -> str:
    """A hand without some of its cards, all as text."""
    left = hand.split()
    for card in cards.split():
        left.remove(card)
    return " ".join(left)


def _totals_before(log: Mapping[str, Any], number: int) -> list[int]:
    before = [each["totals"] for each in log["rounds"] if each["number"] == number - 1]
    if before:
        return list(before[0])
    here = next(each for each in log["rounds"] if each["number"] == number)
    return [total - points for total, points in zip(here["totals"], here["points"], strict=True)]
