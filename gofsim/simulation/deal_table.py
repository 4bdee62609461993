"""The table ``[deal]`` of an experiment: what the hands of the first deal are to be like."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from gofsim.notation import mask_of, text_of

HAND_SIZE, SEATS = 16, 4
_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)


class SeatDeal(BaseModel):
    """One ``[deal.seatN]`` table: what the hand of a seat is to hold.

    `gang`: a gang of at least so many cards, 0 for none at all; `gang_number`: that gang's number;
    `straight_flush`: whether it holds one; `most_singles`: cards alone of their number, at most.
    """

    model_config = _STRICT

    cards: str = ""
    gang: Literal[0, 4, 5, 6, 7] | None = None
    gang_number: Annotated[int, Field(ge=1, le=10)] | None = None
    straight_flush: bool | None = None
    most_singles: Annotated[int, Field(ge=0, le=HAND_SIZE)] | None = None

    @field_validator("cards")
    @classmethod
    def _known(cls, cards: str) -> str:
        """Cards in the usual order, so that the order in the file decides nothing."""
        return text_of(mask_of(cards))


class DealTable(BaseModel):
    """The ``[deal]`` table; in games it is about the first round alone."""

    model_config = _STRICT

    seat0: SeatDeal = SeatDeal()
    seat1: SeatDeal = SeatDeal()
    seat2: SeatDeal = SeatDeal()
    seat3: SeatDeal = SeatDeal()

    @property
    def seats(self) -> tuple[SeatDeal, ...]:
        """The tables of all seats."""
        return self.seat0, self.seat1, self.seat2, self.seat3

    def described(self) -> dict[str, Any]:
        """What is asked for, as plain data; the same for the same conditions."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def faults(self) -> Iterator[str]:
        """Yield what cannot be, whatever is dealt."""
        if not self.described():
            yield "[deal]: asks for nothing; leave it out"
        try:
            mask_of(" ".join(seat.cards for seat in self.seats))
        except ValueError as error:
            yield f"[deal]: {error}"
        for index, seat in enumerate(self.seats):
            for fault in _seat_faults(seat):
                yield f"[deal.seat{index}] {fault}"


def _seat_faults(seat: SeatDeal) -> Iterator[str]:
    cards = len(seat.cards.split())
    if cards > HAND_SIZE:
        yield f"cards: a hand has {HAND_SIZE} cards, not {cards}"
    if seat.gang_number is not None and not seat.gang:
        yield "gang_number: also needs `gang`, of at least how many cards"
    if seat.gang == 7 and seat.gang_number not in (None, 1):  # noqa: PLR2004
        yield f"gang: there are only six cards of number {seat.gang_number}"
