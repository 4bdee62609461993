"""What two bots took on every seat of every block of a league, for the study of luck and skill."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from gofsim.analysis.league import League
from gofsim.analysis.luck import Cells
from gofsim.analysis.run_folder import ArmInfo
from gofsim.errors import BadInputError

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def cells_of(league: League, first: str, second: str) -> Cells:
    """The first bot alone on each seat in a field of the second, and the second among its own kind.

    Single rounds give points less the field's mean, games shares of the game. The bots' games of a
    cell are of different seatings, so that they share no draws. Raises BadInputError where the
    league was not played in this way.
    """
    alone, kind = league.alone[first, second], league.own_kind[second]
    if alone.seatings < alone.players and not alone.symmetric:
        raise BadInputError(
            f"{league.run.path}: needs every bot on each seat of a deal:"
            ' seating = "rotations" or "all"'
        )
    mine, theirs = _taken(league, alone), _taken(league, kind)
    both = _of_twins if alone.symmetric else _of_bots
    first_values, second_values = both(mine, theirs)
    return Cells(
        first=first_values,
        second=second_values,
        places=mine.places,
        more=league.run.has_games,
        draws=not all(league.own_kind[bot].symmetric for bot in (first, second)),
    )


def _of_twins(mine: "Taken", theirs: "Taken") -> tuple[Floats, Floats]:
    """Cells of a bot under two names that draws nothing: its one game stands for all seatings."""
    return mine.values.transpose(0, 2, 1), theirs.values.transpose(0, 2, 1)


def _of_bots(mine: "Taken", theirs: "Taken") -> tuple[Floats, Floats]:
    """Cells of the first bot on each seat in turn, and of the second in other seatings."""
    where = np.argmax(mine.own, axis=2)  # the seat of the first bot: [blocks, seatings]
    order = np.argsort(where, axis=1, kind="stable")
    shape = (len(order), mine.values.shape[2], -1)
    taken = np.take_along_axis(mine.values, where[:, :, None], 2)[:, :, 0]
    first = np.take_along_axis(taken, order, 1).reshape(shape)
    return first, _of_other_seatings(theirs.values, order.reshape(shape))


def _of_other_seatings(values: Floats, seatings: Ints) -> Floats:
    """Values [blocks, seatings, seats] as [blocks, seats, times], but for the named seatings."""
    found = values.transpose(0, 2, 1)
    if found.shape[2] == 1:  # a table of one bot that draws nothing is one game in every seating
        return found
    named = np.zeros(found.shape, np.bool_)
    np.put_along_axis(named, seatings, True, axis=2)
    return found[~named].reshape(*found.shape[:2], -1)


@dataclass(frozen=True)
class Taken:
    """What every seat took and whether place 0 sat there: [blocks, seatings, seats] each.

    `places` (int64[blocks, seats]): how far each sat from the one that led; None for games.
    """

    values: Floats
    own: npt.NDArray[np.bool_]
    places: Ints | None


def _taken(league: League, arm: ArmInfo) -> Taken:
    """What the seats of an arm took, and how far each sat from the one that led."""
    games, players = league.run.has_games, arm.players
    columns = ["block", "seating", "place"] + (["winners"] if games else [])
    columns += [] if games else ["round", "leader", "clockwise", "points"]
    named = _columns(columns, players)
    table = "games" if games else "rounds"
    parts = [league.run.rows(table, arm, window, named) for window in league.run.windows()]
    rows, shape = pl.concat(parts), (league.run.blocks, arm.seatings, players)
    if len(rows) != shape[0] * shape[1]:
        raise BadInputError(f"{league.run.path}: arm `{arm.name}`: has not one row a {table[:-1]}")
    values = _shares(rows, players) if games else _points(rows, players)
    places = None if games else _places(rows, players).reshape(shape)[:, 0]
    own = (_by_seat(rows, "place", players) == 0).reshape(shape)
    return Taken(values.reshape(shape), own, places)


def _columns(names: list[str], players: int) -> list[str]:
    """Names of columns, of those that every seat has one each."""
    by_seat = ("place", "points")
    return [
        column
        for name in names
        for column in ([f"{name}_{s}" for s in range(players)] if name in by_seat else [name])
    ]


def _shares(rows: pl.DataFrame, players: int) -> Floats:
    """Share of each game that the seats won: float64[rows, seats]."""
    won = (rows["winners"].to_numpy()[:, None].astype(np.int64) >> np.arange(players)) & 1
    return np.asarray(won / won.sum(axis=1, keepdims=True))


def _points(rows: pl.DataFrame, players: int) -> Floats:
    """Points of the seats less the mean of the others: float64[rows, seats]."""
    points = _by_seat(rows, "points", players).astype(np.float64)
    return np.asarray(points - (points.sum(axis=1, keepdims=True) - points) / (players - 1))


def _places(rows: pl.DataFrame, players: int) -> Ints:
    """Steps from the leader to each seat, in the direction of the round: int64[rows, seats]."""
    step = np.where(rows["clockwise"].to_numpy(), 1, -1)[:, None]
    leader = rows["leader"].to_numpy().astype(np.int64)[:, None]
    return np.asarray((step * (np.arange(players) - leader)) % players)


def _by_seat(rows: pl.DataFrame, name: str, players: int) -> Ints:
    return rows.select(f"{name}_{seat}" for seat in range(players)).to_numpy().astype(np.int64)
