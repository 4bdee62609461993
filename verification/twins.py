"""Twins at a table: one bot under two names, whose every difference is chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from games import bot

from gofsim.analysis.block_sums import BlockSums
from gofsim.analysis.bot_blocks import bot_blocks, bot_columns
from gofsim.analysis.comparison import Comparison, comparison_of
from gofsim.analysis.run_folder import ArmInfo
from gofsim.rules import Rules
from gofsim.simulation.play import play_blocks

ONE, FIELD = "one", "twin"
ARM = ArmInfo(
    f"{ONE}-vs-{FIELD}", (ONE, FIELD, FIELD, FIELD), {}, ({},) * 4, hash="", seatings=4
)  # fmt: skip
RUNS_A_PART = 50


@dataclass(frozen=True)
class Rows:
    """Rows that were played and not stored, for the analysis to read as from a folder."""

    tables: dict[str, pl.DataFrame]
    has_games: bool

    def rows(self, table, _arm, blocks):
        inside = pl.col("block").is_between(blocks.start, blocks.stop, closed="left")
        return self.tables[table].filter(inside)


def run_of_twins(seeds: Sequence[int], blocks: int, rules: Rules, *, games: bool) -> np.ndarray:
    """Sums by block of runs with a seed each, float64[runs, blocks, columns]."""
    found = []
    for first in range(0, len(seeds), RUNS_A_PART):
        part = seeds[first : first + RUNS_A_PART]
        tables = {name: _stacked(played, name, blocks)
                  for played in [[_play(seed, blocks, rules, games=games) for seed in part]]
                  for name in ("rounds", "games")}  # fmt: skip
        rows = Rows(tables, games)
        found.append(bot_blocks(rows, ARM, range(len(part) * blocks)).to_numpy())
    return np.concatenate(found).reshape(len(seeds), blocks, -1).astype(np.float64)


def comparison(metric: str) -> Comparison:
    """One twin against a field of the other, "points" or "games"."""
    return comparison_of([ARM], "one-vs-field", (ONE, FIELD), metric)


def estimates(blocks, looks: Sequence[int], compared: Comparison, *, games: bool) -> Iterator:
    """What a run shows at each look, the looks in rising order."""
    sums = BlockSums([(ARM.name, name) for name in bot_columns(ARM, games=games)])
    done = 0
    for look in looks:
        sums.add(blocks[done:look])
        done = look
        yield compared.estimate(sums)


def _play(seed, blocks, rules, *, games):
    return play_blocks(
        [bot("random")] * 4,
        rules,
        seed=seed,
        blocks=range(blocks),
        seating="rotations",
        single_round=not games,
        arm=ARM.name,
    )


def _stacked(runs, table, blocks):
    """The rows of all runs in one table, their blocks numbered through."""
    columns = [getattr(played, table) for played in runs]
    stacked = {name: np.concatenate([run[name] for run in columns]) for name in columns[0]}
    rows = [len(run["block"]) for run in columns]
    stacked["block"] = stacked["block"] + np.repeat(np.arange(len(runs)) * blocks, rows)
    return pl.DataFrame(stacked)
