"""Candidates at the tables of an experiment, all on the same deals, and what they made of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import joblib
import numpy as np
import numpy.typing as npt

from gofsim.errors import BadInputError
from gofsim.kernel.view import SEATS
from gofsim.simulation.arms import Arm
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.play import Columns, play_blocks, seating_count
from gofsim.simulation.progress import Progress
from gofsim.strategies.seat import Seat
from gofsim.strategies.settings import WEIGHTS
from gofsim.suggest import did_you_mean, few, written

CHUNK = 250  # blocks of one job: a fraction of a second for most bots
WON = 12  # of a game: whole numbers where two, three or four share it

Objective = Literal["games", "points"]
Sums = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


class Tables(NamedTuple):
    """The arms of an experiment at which one bot sits, named `bot` there, against others.

    All are played in the seatings that the experiment asks for, also where a candidate is the
    same as the others at its table.
    """

    experiment: Experiment
    bot: str

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms."""
        return self.experiment.arms

    @property
    def players(self) -> int:
        """Players at each of the tables."""
        return self.arms[0].rules.players

    @property
    def seat(self) -> Seat:
        """The bot as the experiment sets it."""
        return self.arms[0].seats[self.arms[0].labels.index(self.bot)]

    def games(self, blocks: int) -> int:
        """How many games, or single rounds, so many blocks have."""
        seating = self.experiment.seating
        return sum(blocks * seating_count(arm.rules.players, seating) for arm in self.arms)


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


def tables_of(experiment: Experiment, bot: str, place: str) -> Tables:
    """Return the tables of a bot; BadInputError, lines beginning with `place`, where it cannot be.

    It must sit in every arm, somebody else too, and all arms have the same number of players.
    """
    seated = {label for arm in experiment.arms for label in arm.labels}
    if bot not in seated:
        near = did_you_mean(bot, seated) or f"; there sit {', '.join(sorted(seated))}"
        raise BadInputError(f"{place}: {written(bot)} sits in no arm{near}")
    faults = [fault for arm in experiment.arms if (fault := arm_fault(arm, bot))]
    if len({arm.rules.players for arm in experiment.arms}) > 1:
        faults.append("arms have 3 and 4 players; weights are for one number of players")
    pairs = [pair for arm in experiment.arms for pair in zip(arm.labels, arm.seats, strict=True)]
    values = [seat.values for label, seat in pairs if label == bot]
    if any(each != values[0] for each in values):
        faults.append(f"the parameters of {written(bot)} are varied by [sweep]; leave them out")
    if faults:
        raise BadInputError(*few([f"{place}: {fault}" for fault in faults], place))
    return Tables(experiment, bot)


def arm_fault(arm: Arm, bot: str) -> str:
    """Return why a bot cannot be tuned in an arm, or nothing."""
    if bot not in arm.labels:
        there = ", ".join(dict.fromkeys(arm.labels))
        return f"{written(bot)} does not sit in arm `{arm.name}` ({there} do)"
    if set(arm.labels) == {bot}:
        return f"arm `{arm.name}` seats nobody but {written(bot)}: there is nobody to gain on"
    return ""


def with_values(seat: Seat, values: Mapping[str, float]) -> Seat:
    """Return a bot with these parameters, all else as it was."""
    kind, settings, folder = seat.request
    kept = {name: value for name, value in settings if name != WEIGHTS}
    request = (kind, tuple({**kept, **values}.items()), folder)
    numbers = {name: float(value) for name, value in values.items()}
    # Not seated anew: a bot file that is edited meanwhile must not change the bot.
    return replace(seat, values=numbers, of_three={}, weights=None, request=request)


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


def seated(tables: Tables, values: Mapping[str, float]) -> list[list[Seat]]:
    """Return who sits at each table when the bot has these values."""
    return [
        [
            with_values(seat, values) if label == tables.bot else seat
            for label, seat in zip(arm.labels, arm.seats, strict=True)
        ]
        for arm in tables.arms
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
