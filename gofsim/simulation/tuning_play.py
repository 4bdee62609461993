"""Candidates at the tables of an experiment, all on the same deals, and what they made of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import joblib
import numpy as np
import numpy.typing as npt

from gofsim.kernel.view import SEATS
from gofsim.simulation.arms import Arm
from gofsim.simulation.play import Columns, play_blocks, seating_count
from gofsim.simulation.progress import Progress
from gofsim.simulation.tuning_tables import Tables, seated
from gofsim.strategies.seat import Seat

CHUNK = 250  # blocks of one job: a fraction of a second for most bots
WON = 12  # of a game: whole numbers where two, three or four share it

Objective = Literal["games", "points"]
Sums = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


class Deals(NamedTuple):
    """Which blocks, of which root seed."""

    seed: int
    blocks: range


@dataclass(frozen=True)
class Result:
    """What one bot did at one table: sums of each block, int64[blocks, 5].

    The columns are its points and everybody's, the rounds, the games it won and all games, these
    two in twelfths; `own` and `players` are the places that it had and those at the table.
    """

    sums: Sums
    own: int
    players: int

    def less_field(self, objective: Objective) -> Numbers:
        """One number a block: mean of its places less the mean of the others'.

        Of "points" a round, or of "games" won. Their mean is the figure of all blocks together;
        rounds differ in number from block to block, so points are linearised around it (Cochran,
        Sampling techniques, 1977, chapter 6): the spread is that of the ratio of sums.
        """
        mine, all_, base = self._columns(objective)
        return linearised(mine / self.own - (all_ - mine) / (self.players - self.own), base)

    def share(self, objective: Objective) -> Numbers:
        """One number a block: points a round, or the share of games, of one of its places."""
        mine, _, base = self._columns(objective)
        return linearised(mine / self.own, base)

    def _columns(self, objective: Objective) -> tuple[Numbers, Numbers, Numbers]:
        points, everybodys, rounds, won, games = self.sums.T.astype(np.float64)
        return (won, games, games) if objective == "games" else (points, everybodys, rounds)


def linearised(above: Numbers, below: Numbers) -> Numbers:
    """Return numbers with the mean ``sum(above) / sum(below)`` and the spread of that ratio."""
    ratio = float(above.sum() / below.sum())
    spread: Numbers = (above - ratio * below) / below.mean()
    return spread + ratio


def play_candidates(
    tables: Tables,
    candidates: Sequence[Mapping[str, float]],
    deals: Deals,
    workers: int,
    progress: Progress,
) -> list[list[Result]]:
    """Play the deals with each candidate at each table; return a row of results a candidate.

    A candidate is the values of parameters. Threads share the work, and the results do not depend
    on their number. Raises PlayError when a bot breaks the rules.
    """
    lineups = [seated(tables, values) for values in candidates]
    chunks = [deals.blocks[i : i + CHUNK] for i in range(0, len(deals.blocks), CHUNK)]
    jobs = [
        joblib.delayed(play_chunk)(tables, arm, lineup[i], Deals(deals.seed, chunk))
        for lineup in lineups
        for i, arm in enumerate(tables.arms)
        for chunk in chunks
    ]
    with joblib.parallel_config(backend="threading"):
        parallel = joblib.Parallel(n_jobs=workers, return_as="generator", batch_size=1)
        sums = []
        for part in parallel(jobs):
            sums.append(part)
            progress.advance(len(part) * seating_count(tables.players, tables.experiment.seating))
    starts = range(0, len(sums), len(chunks))
    joined = iter([np.concatenate(sums[i : i + len(chunks)]) for i in starts])
    return [
        [Result(next(joined), arm.labels.count(tables.bot), tables.players) for arm in tables.arms]
        for _ in candidates
    ]


def play_chunk(tables: Tables, arm: Arm, seats: Sequence[Seat], deals: Deals) -> Sums:
    """Play some blocks at one table; return the sums of each (see `Result`)."""
    played = play_blocks(
        seats,
        arm.rules,
        seed=deals.seed,
        blocks=deals.blocks,
        seating=tables.experiment.seating,
        single_round=tables.experiment.single_round,
        arm=arm.name,
        deal=arm.deal,
    )
    mine = np.array([label == tables.bot for label in arm.labels] + [False] * SEATS)[:SEATS]
    sums = np.zeros((len(deals.blocks), 5), np.int64)
    add_points(sums, played.rounds, mine, deals.blocks[0], len(arm.labels))
    if not tables.experiment.single_round:
        add_games(sums, played.games, mine, deals.blocks[0], len(arm.labels))
    return sums


def add_points(sums: Sums, rounds: Columns, mine: Mask, first: int, players: int) -> None:
    """Add points and rounds; `mine` says which places are the bot's."""
    block = whole(rounds, "block") - first
    np.add.at(sums[:, 2], block, 1)
    for seat in range(players):
        points = whole(rounds, f"points_{seat}")
        np.add.at(sums[:, 0], block, points * mine[whole(rounds, f"place_{seat}")])
        np.add.at(sums[:, 1], block, points)


def add_games(sums: Sums, games: Columns, mine: Mask, first: int, players: int) -> None:
    """Add the games won and all games, in twelfths; the winners of a game share it."""
    block = whole(games, "block") - first
    won = (whole(games, "winners")[:, None] >> np.arange(players)) & 1
    own = np.stack([mine[whole(games, f"place_{seat}")] for seat in range(players)], axis=1)
    np.add.at(sums[:, 3], block, WON * (won * own).sum(axis=1) // won.sum(axis=1))
    np.add.at(sums[:, 4], block, WON)


def whole(columns: Columns, name: str) -> Sums:
    """Return a column as whole numbers that sums do not wrap."""
    return columns[name].astype(np.int64)
