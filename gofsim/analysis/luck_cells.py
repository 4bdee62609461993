"""What two bots took on every seat of every block of a league, for the study of luck and skill."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from gofsim.analysis.league import League
from gofsim.analysis.luck import Cells
from gofsim.analysis.run_folder import ArmInfo
from gofsim.errors import BadInputError

Floats = npt.NDArray[np.float64]


def cells_of(league: League, first: str, second: str) -> Cells:
    """The first bot alone on each seat in a field of the second, and the second among its own kind.

    Single rounds give points less the field's mean, games shares of the game. Raises BadInputError
    where the league was not played in this way.
    """
    games = league.run.has_games
    alone, kind = league.alone[first, second], league.own_kind[second]
    if alone.seatings != alone.players:
        raise BadInputError(
            f'{league.run.path}: needs every bot once on each seat of a deal: seating = "rotations"'
        )
    mine, places = _taken(league, alone, games=games)
    theirs, _ = _taken(league, kind, games=games)
    blocks = league.run.blocks
    seats = np.argmax(mine.own, axis=1)  # the seat of the first bot, row by row
    values = mine.values[np.arange(len(seats)), seats]
    shape = (blocks, alone.players)
    taken, far = np.empty(shape), np.zeros(shape, np.int64)
    taken[mine.blocks, seats] = values
    if not games:
        far[mine.blocks, seats] = places[np.arange(len(seats)), seats]
    once = theirs.seatings == 0  # a table of one bot is the same game in every seating
    return Cells(taken, theirs.values[once], far, games)


class Taken:
    """What every seat took, a row a round or game; and on which seat place 0 sat."""

    def __init__(self, rows: pl.DataFrame, values: Floats, players: int) -> None:
        """Keep the numbers of some rows."""
        self.blocks = rows["block"].to_numpy().astype(np.int64)
        self.seatings = rows["seating"].to_numpy().astype(np.int64)
        self.own = _by_seat(rows, "place", players) == 0
        self.values = values


def _taken(league: League, arm: ArmInfo, *, games: bool) -> tuple[Taken, npt.NDArray[np.int64]]:
    """What the seats of an arm took, and how far each sat from the one that led."""
    parts = [
        league.run.rows("games" if games else "rounds", arm, window)
        for window in league.run.windows()
    ]
    rows, players = pl.concat(parts), arm.players
    if games:
        won = (rows["winners"].to_numpy()[:, None].astype(np.int64) >> np.arange(players)) & 1
        return Taken(rows, won / won.sum(axis=1, keepdims=True), players), np.zeros(
            (0, 0), np.int64
        )
    points = _by_seat(rows, "points", players).astype(np.float64)
    others = (points.sum(axis=1, keepdims=True) - points) / (players - 1)
    step = np.where(rows["clockwise"].to_numpy(), 1, -1)[:, None]
    leader = rows["leader"].to_numpy().astype(np.int64)[:, None]
    far = (step * (np.arange(players) - leader)) % players
    return Taken(rows, points - others, players), far


def _by_seat(rows: pl.DataFrame, name: str, players: int) -> npt.NDArray[np.int64]:
    columns: Sequence[str] = [f"{name}_{seat}" for seat in range(players)]
    return rows.select(columns).to_numpy().astype(np.int64)
