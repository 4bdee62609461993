"""The switches of the game (`Rules`), validated; one rule set is one value of this class."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

DEFAULT_SCORING = (0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80)
LARGEST_POINTS = 1000

Points = Annotated[int, Field(strict=True)]


class Rules(BaseModel):
    """One rule set: the fields, names and values used in TOML files and game logs."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    players: Literal[3, 4] = 4
    target: Annotated[int, Field(ge=1, le=10_000)] = 100
    scoring: Annotated[tuple[Points, ...], Field(strict=False)] = DEFAULT_SCORING
    tie_break: Literal["lexicographic", "top-card"] = "lexicographic"
    phoenix_in_full_house: bool = True
    multi_one_wild: bool = True
    passing: Literal["reenter", "final"] = "reenter"
    first_lead: Literal["multi-one", "random"] = "multi-one"
    next_lead: Literal["winner", "loser", "random", "multi-one"] = "winner"
    exchange: Literal["standard", "off"] = "standard"
    exchange_tie: Literal["counterclockwise", "clockwise"] = "counterclockwise"
    direction: Literal["alternate", "counterclockwise", "clockwise"] = "alternate"
    last_card: Literal["forced", "advice", "off"] = "forced"
    shuffle: Literal["uniform", "riffle"] = "uniform"
    riffles: Annotated[int, Field(ge=0, le=20)] = 3

    @field_validator("scoring")
    @classmethod
    def _scoring_table(cls, points: tuple[int, ...]) -> tuple[int, ...]:
        """Points by cards left, 0 to 16: a card left must cost something, or no game would end."""
        if len(points) != len(DEFAULT_SCORING):
            raise ValueError(f"needs 17 whole numbers (for 0 to 16 cards left), not {len(points)}")
        if points[0] != 0:
            raise ValueError("must start with 0: whoever goes out has no card left")
        if not all(1 <= value <= LARGEST_POINTS for value in points[1:]):
            raise ValueError(f"must be 1 to {LARGEST_POINTS} from one card left on")
        if list(points) != sorted(points):
            raise ValueError("must not decrease: more cards left never cost less")
        return points
