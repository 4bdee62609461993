"""What an arm of ``[worth]`` does to the deal of each block, before anybody plays."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gofsim.notation import mask_of, text_of
from gofsim.simulation.deal_table import DealTable

MOST_CARDS = 7  # of a number


class CardDeal(BaseModel):
    """One change of a uniform deal; whoever plays on knows nothing of it.

    "held": seat 0 holds `count` of the `cards`, drawn, and no others of them; "without": none of
    them; either way what it holds too much or too little is exchanged for other cards, drawn from
    all other hands. "exchange": a seat that is drawn gives its best card to the leader, whose bot
    gives one back.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    act: Literal["held", "without", "exchange"]
    cards: str = ""
    count: Annotated[int, Field(ge=0, le=MOST_CARDS)] = 0

    @model_validator(mode="after")
    def _can_be(self) -> "CardDeal":
        if self.cards != text_of(mask_of(self.cards)):
            raise ValueError(f"cards in another order, {self.cards}")
        size = mask_of(self.cards).bit_count()
        fits = {"held": 0 < self.count <= size, "without": self.count == 0 < size}
        if size > MOST_CARDS or not fits.get(self.act, self.count == size == 0):
            raise ValueError(f"{self.act}, {self.count} of the cards {self.cards}")
        return self

    def described(self) -> dict[str, Any]:
        """What it is, as plain data; the same for the same change."""
        return self.model_dump(mode="json", exclude_defaults=True)


Deal = DealTable | CardDeal  # what the first deals of an arm are to be like
