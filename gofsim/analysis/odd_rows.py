"""Rows that no game gives: values out of their range, rows that are missing or in another order."""

from typing import Any

import numpy as np
import polars as pl

# Least and largest value of a column; a column of seats stands here without the seat's number.
LIMITS = {
    "round": (1, 32_767),
    "tricks": (0, 32_767),
    "plays": (0, 32_767),
    "passes": (0, 32_767),
    "exchange_given": (0, 63),
    "exchange_returned": (0, 63),
    "cards_left": (0, 16),
    "points": (0, 32_767),
    "gangs_dealt": (0, 10),
    "gangs_held": (0, 10),
    "gangs_played": (0, 10),
    "rounds": (1, 32_767),
    "total": (0, 32_767),
    "number": (1, 10),
    "dealt": (0, 7),
    "held": (0, 7),
    "played": (0, 7),
}
SEATS = ("dealer", "leader", "winner", "exchange_giver", "place", "seat")
BEATEN = (
    "lead", "single", "pair", "triple", "straight", "flush", "full house", "straight flush", "gang",
)  # fmt: skip


def oddity(rows: pl.DataFrame, table: str, players: int, games: range, seatings: int) -> str:
    """What is odd about the rows that an arm has of the blocks ``games``, or nothing."""
    sound = {
        name: found
        for name in rows.columns
        if (found := sound_column(name, rows.schema[name], players)) is not None
    }
    odd = [name for name, fine in rows.select(**sound).row(0, named=True).items() if not fine]
    if odd:
        return f"column {odd[0]} holds what no game gives"
    if table != "gangs" and not in_order(rows, table, games, seatings):
        return "rows are missing, there twice, or in another order"
    return ""


def sound_column(name: str, kind: pl.DataType, players: int) -> pl.Expr | None:
    """Whether all values of a column are such as games give, None for one that nobody reads."""
    stem, _, seat = name.rpartition("_")
    column = pl.col(name)
    if seat.isdigit():
        if int(seat) >= players:
            return column.null_count() == column.len()
        name = stem
    if name == "arm":
        return None
    if name == "beat":
        return column.cast(pl.String).is_in(BEATEN).all()
    full = column.null_count() <= (column.len() if name.startswith("exchange_") else 0)
    if kind == pl.Boolean:
        return full
    low, high = LIMITS.get(name, (0, players - 1 if name in SEATS else 2**62))
    return full & column.is_between(low, high).all()


def in_order(rows: pl.DataFrame, table: str, games: range, seatings: int) -> bool:
    """Whether every game of these blocks is there once, block by block, its rounds in order."""
    keys: Any = rows.select("block", "seating").to_numpy().astype(np.int64)
    numbers = keys[:, 0] * seatings + keys[:, 1]
    wanted = np.arange(games.start * seatings, games.stop * seatings)
    if table == "games":
        return np.array_equal(numbers, wanted)
    rounds = rows["round"].to_numpy()
    goes_on = np.diff(numbers) == 0
    return np.array_equal(numbers[rounds == 1], wanted) and bool(
        np.all(np.where(goes_on, np.diff(rounds) == 1, rounds[1:] == 1))
    )
