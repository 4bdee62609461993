"""Who came before whom at the tables of a league: finishing orders by block."""

from collections.abc import Sequence
from itertools import pairwise, permutations

import numpy as np
import numpy.typing as npt
import polars as pl

from gofsim.analysis.ratings import Choices, Stage
from gofsim.analysis.run_folder import ArmInfo, RunFolder

Numbers = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]


class OrderBook:
    """All choices that can come up at some arms, and what each arm's orders add to them.

    An order of the places of a table is a chain of choices: who is first of all, who next of those
    left, and so on while different bots are left.
    """

    def __init__(self, bots: tuple[str, ...], arms: Sequence[ArmInfo]) -> None:
        """``arms`` of one number of players seat only ``bots``."""
        stages: dict[Stage, int] = {}
        outcomes: dict[tuple[int, int], int] = {}
        self._of: dict[str, tuple[Whole, Numbers]] = {}
        for arm in arms:
            chains = [_chain([bots.index(arm.labels[p]) for p in order], len(bots))
                      for order in orders(arm.players)]  # fmt: skip
            numbered = [
                [outcomes.setdefault((stages.setdefault(stage, len(stages)), bot), len(outcomes))
                 for stage, bot in chain]
                for chain in chains
            ]  # fmt: skip
            mine = sorted({outcome for chain in numbered for outcome in chain})
            adds = np.array([[chain.count(outcome) for outcome in mine] for chain in numbered])
            self._of[arm.name] = np.array(mine, np.int64), adds.astype(np.float64)
        self.choices = Choices(bots, list(stages), list(outcomes))

    def add(self, blocks: Numbers, arm: ArmInfo, weights: Whole) -> None:
        """Add an arm's orders, int64[blocks, n!], to float64[blocks, outcomes]."""
        mine, adds = self._of[arm.name]
        blocks[:, mine] += weights @ adds


def orders(players: int) -> list[tuple[int, ...]]:
    """All orders of the places, first to last."""
    return list(permutations(range(players)))


def order_weights(keys: Whole) -> Whole:
    """How much each of ``orders`` counts at each table, int64[tables, n!], for int64[tables, n].

    The smallest key comes first. A table is n! in all, split evenly over the orders that ties
    allow; that is always a whole number, as tied places can be ordered in 1, 2, 6, 4 or 24 ways.
    """
    every = orders(keys.shape[1])
    fits = np.ones((len(keys), len(every)), np.bool_)
    for place, order in enumerate(every):
        for first, second in pairwise(order):
            fits[:, place] &= keys[:, first] <= keys[:, second]
    weights: Whole = fits * (len(every) // fits.sum(axis=1, keepdims=True))
    return weights


def block_orders(run: RunFolder, arm: ArmInfo, blocks: range, seatings: int) -> Whole:
    """Weights of the finishing orders of each block, int64[blocks, n!].

    By the totals of games, by the points of single rounds (their winner before all others). Where
    one game stands for ``seatings`` of the other arms, every order counts alike: that is what
    turning the same game around the table would give.
    """
    n = arm.players
    ways = len(orders(n))
    if arm.symmetric:
        return np.full((len(blocks), ways), seatings, np.int64)
    table, ends = ("games", "total") if run.has_games else ("rounds", "points")
    rows = run.rows(table, arm, blocks)
    places, keys = (
        rows.select(pl.col(f"{name}_{seat}").cast(pl.Int64) for seat in range(n)).to_numpy()
        for name in ("place", ends)
    )
    if not run.has_games:
        keys = np.where(np.arange(n) == rows["winner"].to_numpy()[:, None], -1, keys)
    by_place = np.empty_like(keys)
    np.put_along_axis(by_place, places, keys, axis=1)
    weights: Whole = order_weights(by_place).reshape(len(blocks), -1, ways).sum(axis=1)
    return weights


def _chain(order: Sequence[int], bots: int) -> list[tuple[Stage, int]]:
    """The choices of one order of bots, as long as different ones are left."""
    found: list[tuple[Stage, int]] = []
    for place, bot in enumerate(order):
        left = order[place:]
        if len(set(left)) == 1:
            break
        found.append((tuple(left.count(other) for other in range(bots)), bot))
    return found
