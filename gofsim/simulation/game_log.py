"""A game log (format "gofsim-game/1") of anybody, read and brought into the form that we write."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from gofsim.documents import read_json
from gofsim.errors import BadInputError
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation.exchange_told import Exchange, SeatNumber
from gofsim.simulation.json_faults import json_fault
from gofsim.simulation.position import Move
from gofsim.suggest import few, shown

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
MOST_ROUNDS, MOST_MOVES = 20_000, 256
Number = Annotated[int, Field(ge=0, le=10**9)]


class Round(BaseModel):
    """One round; hands are those before the exchange."""

    model_config = _STRICT

    number: Number
    direction: Literal["clockwise", "counterclockwise"]
    dealer: SeatNumber
    dealt: list[str]
    dead: str | None = None
    exchange: Exchange | None = None
    leader: SeatNumber
    moves: Annotated[list[Move], Field(max_length=MOST_MOVES)]
    winner: SeatNumber
    cards_left: list[Number]
    points: list[Number]
    totals: list[Number]


class GameLog(BaseModel):
    """A game, finished (`winners` are told) or as far as it went.

    Rule fields that are left out have their defaults. Where it comes from (`seed`, `block`, `arm`,
    `seating`, and whatever else is there) may be anything: cards dealt by hand have no seed.
    """

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    format: Literal["gofsim-game/1"]
    rules: Rules
    bots: list[str] = []
    seed: Any = None
    block: Any = None
    arm: Any = None
    seating: Any = None
    rounds: Annotated[list[Round], Field(min_length=1, max_length=MOST_ROUNDS)]
    winners: list[SeatNumber] | None = None

    @field_validator("bots")
    @classmethod
    def _names(cls, bots: list[str]) -> list[str]:
        """A name is one line that steers no terminal."""
        return [shown(bot) for bot in bots]

    @model_validator(mode="after")
    def _one_name_a_seat(self) -> Self:
        if self.bots and len(self.bots) != self.rules.players:
            raise ValueError(f"bots: needs {self.rules.players} names, one a seat")
        return self

    def plain(self) -> dict[str, Any]:
        """The log as plain data in the form that the engine writes: cards in order."""
        told = self.model_dump(mode="json")
        told["bots"] = told["bots"] or ["player"] * self.rules.players
        for entry in told["rounds"]:
            entry["dealt"] = [ordered(hand) for hand in entry["dealt"]]
            entry["dead"] = entry["dead"] and ordered(entry["dead"])
            if swap := entry["exchange"]:
                swap |= {"given": ordered(swap["given"]), "returned": ordered(swap["returned"])}
            entry["moves"] = [_move(move) for move in entry["moves"]]
        return told


PARTS: dict[str, type[BaseModel]] = {
    "rules": Rules,
    "rounds": Round,
    "exchange": Exchange,
    "moves": Move,
}


def ordered(cards: str) -> str:
    """Cards as text, weakest first."""
    return text_of(mask_of(cards))


def _move(move: Mapping[str, Any]) -> dict[str, Any]:
    play = move["play"]
    told = {"seat": move["seat"], "play": play and ordered(play)}
    return told if move["announced"] is None else told | {"announced": move["announced"]}


def read_log(path: Path) -> GameLog:
    """Read a game log; BadInputError when there is none, or it is not of this form."""
    try:
        document = read_json(path)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadInputError(f"{path}: no JSON in UTF-8 ({error})") from None
    if not isinstance(document, dict):
        raise BadInputError(f"{path}: must be a game log, a JSON object")
    try:
        return GameLog.model_validate(document)
    except ValidationError as error:
        faults = [f"{path}: {json_fault(each, GameLog, PARTS)}" for each in error.errors()]
        raise BadInputError(*few(faults, str(path))) from None
