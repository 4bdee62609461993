"""One pass over a league, arm by arm: sums of blocks, and the finishing orders resampled."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
import polars as pl

from gofsim.analysis.block_sums import BlockSums
from gofsim.analysis.bootstrap import PoissonBootstrap
from gofsim.analysis.bot_blocks import bot_blocks, bot_columns
from gofsim.analysis.finishing_orders import OrderBook, block_orders, orders
from gofsim.analysis.league import League
from gofsim.analysis.measures import SHARES
from gofsim.analysis.ratings import Choices
from gofsim.analysis.run_folder import ArmInfo

VALUES_A_WINDOW = 4_000_000  # sums of blocks held in memory at once
ROWS_OF_AN_ARM = 400_000  # rounds held in memory at once

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LeagueEvidence:
    """All that a league's tables are made of.

    ``sums`` has the columns of `bot_blocks` by arm where bots meet fields (only those of the bot
    alone), and those of `_pooled` by bot and pair where different bots share a table. ``counts``
    float64[outcomes] and ``resampled`` float64[resamples, outcomes] are the choices in the
    finishing orders, as they came and by resampled blocks.
    """

    league: League
    sums: BlockSums
    choices: Choices
    counts: Numbers
    resampled: Numbers


def collect_league(league: League) -> LeagueEvidence:
    """Read a league once, a window of blocks at a time; memory does not grow with its length."""
    run, book = league.run, OrderBook(league.bots, league.tables)
    sums, size = BlockSums(_columns(league), run.anytime), len(book.choices.outcomes)
    bootstrap = PoissonBootstrap(size, seed=int(run.experiment["seed"]))
    counts, ways = np.zeros(size), len(orders(league.players))
    for window in _windows(league, size + len(sums.columns)):
        sums.add(_window_sums(league, window))
        chosen = np.zeros((len(window), size))
        for arm in league.tables:
            book.add(chosen, arm, block_orders(run, arm, window, league.seatings))
        bootstrap.add(chosen)
        counts += chosen.sum(axis=0)
    return LeagueEvidence(league, sums, book.choices, counts / ways, bootstrap.sums / ways)


def pair_name(first: str, second: str) -> str:
    """The name that two bots' columns have among the sums over all tables."""
    return f"{first} less {second}"


def _columns(league: League) -> list[tuple[str, str]]:
    has_games = league.run.has_games
    if league.has_fields:
        return [(arm.name, name) for arm in league.run.arms for name in _of_first(arm, has_games)]
    names = [*league.bots, *(pair_name(*pair) for pair in combinations(league.bots, 2))]
    pooled = ["rounds", "all", "points", "wins", *(["games", "share"] if has_games else [])]
    return [(name, column) for name in names for column in pooled]


def _of_first(arm: ArmInfo, has_games: bool) -> list[str]:
    """The columns of an arm, without those of the field, which are the rest of all."""
    return [name for name in bot_columns(arm, games=has_games) if not name.endswith("_1")]


def _window_sums(league: League, window: range) -> Numbers:
    """The columns of `_columns` for a window of blocks, float64[blocks, columns]."""
    run = league.run
    if league.has_fields:
        parts = [
            bot_blocks(run, arm, window).select(_of_first(arm, run.has_games)).to_numpy()
            for arm in run.arms
        ]
        return np.hstack(parts).astype(np.float64)
    columns = {column: np.zeros(len(window)) for column in _columns(league)}
    for arm in run.arms:
        for column, values in _pooled(arm, bot_blocks(run, arm, window), league.seatings):
            columns[column] += values
    return np.column_stack(list(columns.values()))


def _pooled(
    arm: ArmInfo, found: pl.DataFrame, seatings: int
) -> Iterator[tuple[tuple[str, str], Numbers]]:
    """What one table of different bots adds to the columns of its bots and pairs of bots.

    Of a bot its ``points, wins, share`` and, of its tables, ``rounds, games`` and ``all`` points;
    of a pair the same, but the first's less the second's. Where one game stands for all
    ``seatings``, every bot of it would have had each place alike.
    """
    turned = seatings if arm.symmetric else 1
    tables = {"rounds": "rounds", "points": "all", "games": "games"}
    wholes = {"points": "points", "wins": "rounds", "share": "games"}
    shared = {new: turned * _values(found, old) for old, new in tables.items() if old in found}
    own = {}
    for name, whole in wholes.items():
        if whole not in found:
            continue
        each = turned // arm.players * (SHARES if name == "share" else 1)
        own[name] = [
            each * _values(found, whole) if arm.symmetric else _values(found, f"{name}_{place}")
            for place in range(arm.players)
        ]
    for place, bot in enumerate(arm.labels):
        for name, values in (shared | {name: found[place] for name, found in own.items()}).items():
            yield (bot, name), values
    for first, second in combinations(range(arm.players), 2):
        pair = pair_name(arm.labels[first], arm.labels[second])
        less = {name: found[first] - found[second] for name, found in own.items()}
        for name, values in (shared | less).items():
            yield (pair, name), values


def _values(found: pl.DataFrame, column: str) -> Numbers:
    return found[column].to_numpy().astype(np.float64)


def _windows(league: League, columns: int) -> Iterator[range]:
    """Ranges of blocks, in order, whose sums, and rows of any one arm, fit into memory."""
    run = league.run
    rows = ROWS_OF_AN_ARM * len(run.arms) / max(1.0, run.rows_a_block())
    step = max(1, int(min(rows, VALUES_A_WINDOW / columns)))
    for first in range(0, run.blocks, step):
        yield range(first, min(first + step, run.blocks))
