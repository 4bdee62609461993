"""The columns of a run's three tables: explicit Arrow types and what each holds."""

from collections.abc import Mapping
from typing import NamedTuple

import pyarrow as pa

from gofsim.run_manifest import FORMAT

SEATS = 4
BEATS = (
    "lead",
    "single",
    "pair",
    "triple",
    "straight",
    "flush",
    "full house",
    "straight flush",
    "gang",
)
TEXT = pa.dictionary(pa.int8(), pa.string())


class Column(NamedTuple):
    """A column of a table: its Arrow type, what it holds, and whether it may be null."""

    name: str
    type: pa.DataType
    description: str
    null: bool = False


BLOCK_COLUMNS = (
    Column("arm", TEXT, "name of the arm"),
    Column("block", pa.int64(), "index of the game, common to all arms and seatings"),
    Column("seating", pa.int8(), "index of the seating within the block"),
)
EXCHANGE_CARD = "bit index of a card, 0 (green 1) to 63 (dragon); null without an exchange"


def seat_columns(seat: int) -> tuple[Column, ...]:
    """Return the columns of the rounds table that one seat has; seat 3 is null with 3 players."""
    null = seat == SEATS - 1
    return (
        Column(
            f"place_{seat}", pa.int8(), f"place in the arm's list that sits on seat {seat}", null
        ),
        Column(f"cards_left_{seat}", pa.int8(), f"cards left to seat {seat} at the end", null),
        Column(f"points_{seat}", pa.int16(), f"penalty points of seat {seat} in this round", null),
        Column(f"gangs_dealt_{seat}", pa.int8(), f"gangs dealt to seat {seat}", null),
        Column(f"gangs_held_{seat}", pa.int8(), f"gangs of seat {seat} after the exchange", null),
        Column(f"gangs_played_{seat}", pa.int8(), f"gangs seat {seat} played", null),
        Column(f"forgot_{seat}", pa.bool_(), f"whether seat {seat} forgot its last card", null),
    )


ROUNDS = (
    *BLOCK_COLUMNS,
    Column("round", pa.int16(), "number of the round in its game, from 1"),
    Column("clockwise", pa.bool_(), "whether play went clockwise"),
    Column("dealer", pa.int8(), "seat that dealt"),
    Column("leader", pa.int8(), "seat that led first"),
    Column("winner", pa.int8(), "seat that went out"),
    Column("tricks", pa.int16(), "tricks begun"),
    Column("plays", pa.int16(), "combinations laid"),
    Column("passes", pa.int16(), "passes"),
    Column("exchange_giver", pa.int8(), "seat that gave its highest card, or null", True),
    Column("exchange_given", pa.int8(), f"card that went to the winner: {EXCHANGE_CARD}", True),
    Column("exchange_returned", pa.int8(), f"card that came back: {EXCHANGE_CARD}", True),
    *(column for seat in range(SEATS) for column in seat_columns(seat)),
)
GAMES = (
    *BLOCK_COLUMNS,
    Column("rounds", pa.int16(), "rounds played"),
    Column("winners", pa.int8(), "bit mask of the winning seats, seat s is bit s"),
    *(
        Column(f"place_{s}", pa.int8(), f"place that sat on seat {s}", s == SEATS - 1)
        for s in range(SEATS)
    ),
    *(
        Column(f"total_{s}", pa.int16(), f"final points of seat {s}", s == SEATS - 1)
        for s in range(SEATS)
    ),
)
GANGS = (
    *BLOCK_COLUMNS,
    Column("round", pa.int16(), "number of the round in its game, from 1"),
    Column("seat", pa.int8(), "seat the gang belongs to"),
    Column("number", pa.int8(), "number on its cards, 1 to 10"),
    Column("dealt", pa.int8(), "cards of that number dealt, 0 where less than four"),
    Column("held", pa.int8(), "cards of that number after the exchange, 0 where less than four"),
    Column("played", pa.int8(), "size of the gang of that number that was played, 0 where none"),
    Column("beat", TEXT, 'kind it was played on, "lead" where it was led, null unplayed', True),
)
TABLES: Mapping[str, tuple[Column, ...]] = {"rounds": ROUNDS, "games": GAMES, "gangs": GANGS}


def schema(table: str) -> pa.Schema:
    """Return the Arrow schema of one of `TABLES`, descriptions in the fields' metadata."""
    fields = [
        pa.field(c.name, c.type, nullable=c.null, metadata={"description": c.description})
        for c in TABLES[table]
    ]
    return pa.schema(fields, metadata={"format": FORMAT, "table": table})
