"""An exchange as it is told, and whether it can have been, by what one seat knows of the cards.

The giver gave its highest card, so none of its others was higher.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from gofsim.notation import CARDS, mask_of

SeatNumber = Annotated[int, Field(ge=0, le=3)]
STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
DECK = Counter(CARDS)
HELD = 16

Cards = Counter[str]


class Exchange(BaseModel):
    """The exchange before the round; `returned` is None where that is what is asked about."""

    model_config = STRICT

    giver: SeatNumber
    receiver: SeatNumber
    given: str
    returned: str | None = None


@dataclass(frozen=True)
class Known:
    """What a seat knows: its hand, the cards laid, by whom if that is known, and numbers left."""

    seat: int
    hand: Cards
    laid: Cards
    laid_by: Mapping[int, Cards] | None
    left: Sequence[int]

    @property
    def hidden(self) -> Cards:
        """The cards that are neither in the hand nor laid."""
        return DECK - self.hand - self.laid

    def had(self, seat: int) -> Cards:
        """The cards that a seat may have had at the beginning of the round, by one's own cards.

        What the moves of others tell of them is for a judge of moves.
        """
        if seat == self.seat:
            return self.hand + (self.laid if self.laid_by is None else self.laid_by[seat])
        return DECK - self.hand - (self.laid_by[self.seat] if self.laid_by else Counter())


def cards_in(text: str) -> Cards:
    """Cards as text, counted."""
    return Counter(text.upper().split())


def swap_faults(swap: Exchange, known: Known) -> Iterator[str]:
    """Yield why an exchange cannot have been; its cards are single ones, its seats different."""
    given, returned = swap.given.upper().strip(), (swap.returned or "").upper().strip()
    for name, holder, card in (
        ("given", swap.receiver, given),
        ("returned", swap.giver, returned),
    ):
        kept = card and (given != returned or holder == swap.giver)  # what came back is gone again
        if kept and not known.had(holder)[card]:
            place = "`hand` does not hold it" if holder == known.seat else "it is elsewhere"
            yield f"exchange.{name}: seat {holder} got {card}, but {place}"
    if swap.giver == known.seat:
        yield from _own_faults(given, returned, known)
    else:
        yield from _hidden_faults(swap, given, returned, known)


def _own_faults(given: str, returned: str, known: Known) -> Iterator[str]:
    """Yield the card of one's own that was higher than the one given as the highest."""
    own = known.hand + (known.laid_by[known.seat] if known.laid_by else Counter())
    highest = max(own - Counter([returned]), key=mask_of, default=given)
    if mask_of(highest) > mask_of(given):
        yield f"exchange.given: must be the highest card of seat {known.seat}, which held {highest}"


def _hidden_faults(swap: Exchange, given: str, returned: str, known: Known) -> Iterator[str]:
    """Yield where there are too few cards that may be those of a giver with a hidden hand."""
    hidden, laid_by = known.hidden, known.laid_by
    held = known.left[swap.giver]
    at_receiver = known.laid if laid_by is None else laid_by[swap.receiver]
    if swap.receiver != known.seat and given != returned and not at_receiver[given]:
        hidden -= Counter([given])
    gone = laid_by is not None and laid_by[swap.giver][returned]
    if returned and hidden[returned] and not gone:  # it still has what it got
        hidden -= Counter([returned])
        held -= 1
    found = _low(hidden, given)
    if found < held:
        yield (
            f"exchange.given: {given} was the highest card of seat {swap.giver}, so its {held} "
            f"others cannot be higher, but only {found} such cards are left for it"
        )
    laid = HELD - 1 - known.left[swap.giver]
    if _low(known.laid, given) < laid:
        yield (
            f"exchange.given: {given} was the highest card of seat {swap.giver}, but of the cards "
            f"laid, among them {laid} or more of it, too few are that low"
        )


def _low(cards: Cards, given: str) -> int:
    """How many of some cards are no higher than the one given."""
    return sum(count for card, count in cards.items() if mask_of(card) <= mask_of(given))
