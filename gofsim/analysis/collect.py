"""One pass over a run: block sums of every family, and counts of what needs no blocks."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from gofsim.analysis import measures
from gofsim.analysis.block_sums import BlockSums
from gofsim.analysis.run_folder import ArmInfo, RunFolder

# What tells two rounds on the same cards apart; points would not do where scores are in question.
PLAYED = (
    "leader", "winner", "tricks", "plays", "passes", "exchange_", "cards_left_", "gangs_played_",
    "forgot_",
)  # fmt: skip
Measures = Callable[[ArmInfo], measures.Expressions]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Family:
    """Measures summed together: over which table, for which arms, and whether arms are compared."""

    table: str
    measures: Measures
    wanted: Callable[[RunFolder, ArmInfo], bool]
    apart: bool = False


def _always(_run: RunFolder, _arm: ArmInfo) -> bool:
    return True


def _games(run: RunFolder, _arm: ArmInfo) -> bool:
    return run.has_games


def _mixed(_run: RunFolder, arm: ArmInfo) -> bool:
    return len(arm.distinct) > 1


def _neighbours(run: RunFolder, arm: ArmInfo) -> bool:
    """Who sits after whom matters where the direction is not the usual one in some arm."""
    directed = any(other.rules["direction"] != "alternate" for other in run.arms)
    return directed and len(arm.distinct) > 1 and not arm.symmetric


def _exchange(run: RunFolder, arm: ArmInfo) -> bool:
    return run.has_games and arm.rules["exchange"] != "off"


FAMILIES = {
    "play": Family("rounds", measures.play_measures, _always),
    "seats": Family("rounds", measures.seat_measures, _always, apart=True),
    "bots": Family("rounds", measures.bot_measures, _mixed),
    "neighbours": Family("rounds", measures.neighbour_measures, _neighbours, apart=True),
    "hands": Family("rounds", measures.hand_measures, _always, apart=True),
    "cards": Family("rounds", measures.card_measures, _exchange, apart=True),
    "gangs": Family("gangs", measures.gang_measures, _always, apart=True),
    "games": Family("games", measures.game_measures, _games),
}


@dataclass
class Counts:
    """How often each value occurs, by arm."""

    cards_left: dict[str, Counter[int]] = field(default_factory=dict)
    round_points: dict[str, Counter[int]] = field(default_factory=dict)
    totals: dict[str, Counter[int]] = field(default_factory=dict)
    given: dict[str, Counter[int]] = field(default_factory=dict)
    returned: dict[str, Counter[int]] = field(default_factory=dict)
    lengths: dict[str, list[npt.NDArray[np.int64]]] = field(default_factory=dict)  # rounds a game
    # Dealt gangs of all arms with fair shuffles, each deal counted once: by players at the table.
    deals: dict[int, Counter[Key]] = field(default_factory=dict)  # gangs of each seat
    dealt: dict[int, Counter[Key]] = field(default_factory=dict)  # (number, size)


@dataclass
class Evidence:
    """All that the tables are made of."""

    run: RunFolder
    sums: dict[str, BlockSums]
    counts: Counts


def collect(run: RunFolder) -> Evidence:
    """Read the run once, a window of blocks at a time; memory does not grow with its length."""
    evidence = Evidence(run, {}, Counts())
    for window in run.windows():
        frames = [_frames(run, arm, window) for arm in run.arms]
        _mark_same(run, frames)
        pairs = zip(run.arms, frames, strict=True)
        _add_sums(evidence, [_by_block(run, arm, tables, window) for arm, tables in pairs])
        for arm, tables in zip(run.arms, frames, strict=True):
            _count_values(evidence.counts, arm, tables)
            _keep_lengths(evidence, arm, tables, len(window))
        if run.anytime is None:  # shares of independent trials have fixed-size intervals only
            _count_deals(evidence.counts, run, frames)
    return evidence


def _frames(run: RunFolder, arm: ArmInfo, window: range) -> dict[str, pl.DataFrame]:
    tables = {"rounds": measures.prepare(run.rows("rounds", arm, window), arm)}
    tables["gangs"] = run.rows("gangs", arm, window).with_columns(pl.col("beat").cast(pl.String))
    if run.has_games:
        tables["games"] = run.rows("games", arm, window)
    return tables


def _mark_same(run: RunFolder, frames: Sequence[dict[str, pl.DataFrame]]) -> None:
    """Add to games how they compare with those of the arm of reference.

    ``same``: ends alike (rounds, winners, all totals); ``tried``: rounds begun from the same
    position, up to the first that goes otherwise; ``parted``: whether there is such a round.
    """
    if not run.has_games:
        return
    compared = []
    for arm, tables in zip(run.arms, frames, strict=True):
        first = frames[run.arms.index(run.reference(arm))]
        compared.append(_compared(tables, first))
    for tables, games in zip(frames, compared, strict=True):
        tables["games"] = games


def _compared(tables: dict[str, pl.DataFrame], first: dict[str, pl.DataFrame]) -> pl.DataFrame:
    games, others = tables["games"], first["games"]
    if others is games:  # the arm of reference: all is alike
        tried = pl.col("rounds").cast(pl.Int64)
        return games.with_columns(same=pl.lit(value=True), tried=tried, parted=pl.lit(value=False))
    if len(games) != len(others):
        return games.with_columns(
            same=pl.lit(value=False), tried=pl.lit(0, pl.Int64), parted=pl.lit(value=False)
        )
    partings = _partings(tables["rounds"], first["rounds"])
    return games.with_columns(same=_rows_equal(games, others)).join(
        partings, on=["block", "seating"], how="left", maintain_order="left"
    )


def _partings(rounds: pl.DataFrame, first: pl.DataFrame) -> pl.DataFrame:
    """Rounds of each game up to the first that differs, and whether one does."""
    keys = ["block", "seating", "round"]
    seen = [name for name in rounds.columns if name.startswith(PLAYED) and name in first.columns]
    both = rounds.select(*keys, *seen).join(first.select(*keys, *seen), on=keys, suffix="_first")
    differs = pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name}_first")) for name in seen)
    parting = pl.col("round").filter(pl.col("differs")).min()
    return (
        both.select(*keys, differs=differs)
        .group_by("block", "seating")
        .agg(
            tried=pl.coalesce(parting, pl.col("round").max()).cast(pl.Int64),
            parted=pl.col("differs").any(),
        )
    )


def _rows_equal(left: pl.DataFrame, right: pl.DataFrame) -> pl.Series:
    ends = ["rounds", "winners", *(name for name in left.columns if name.startswith("total_"))]
    equal = [left[name].eq_missing(right[name]) for name in ends]
    return pl.select(pl.all_horizontal(equal)).to_series()


def _add_sums(evidence: Evidence, arms: Sequence[dict[str, pl.DataFrame]]) -> None:
    """Add the window's sums of every family, all arms side by side."""
    named = list(zip(evidence.run.arms, arms, strict=True))
    for name, family in FAMILIES.items():
        parts = [(arm.name, frames[name]) for arm, frames in named if name in frames]
        if parts:
            columns = [(arm, column) for arm, frame in parts for column in frame.columns]
            values = np.hstack([frame.to_numpy() for _, frame in parts]).astype(np.float64)
            if name not in evidence.sums:
                evidence.sums[name] = BlockSums(columns, evidence.run.anytime, family.apart)
            evidence.sums[name].add(values)


def _by_block(
    run: RunFolder, arm: ArmInfo, tables: dict[str, pl.DataFrame], window: range
) -> dict[str, pl.DataFrame]:
    """For each family one row for each block of the window, whole numbers throughout.

    Every table is grouped once, for all its families; all families can be divided by rounds.
    """
    wanted = {name: family for name, family in FAMILIES.items() if family.wanted(run, arm)}
    every = pl.LazyFrame({"block": pl.Series(window, dtype=pl.Int64)})
    for table, rows in tables.items():
        sums = {
            f"{name}/{column}": sum_of_it
            for name, family in wanted.items()
            if family.table == table
            for column, sum_of_it in family.measures(arm).items()
        }
        grouped = rows.lazy().group_by("block").agg(**sums)
        every = every.join(grouped, on="block", how="left", maintain_order="left")
    blocks = every.select(pl.exclude("block").fill_null(0).cast(pl.Int64)).collect()
    rounds = blocks["play/rounds"]
    return {name: _family_columns(blocks, name).with_columns(rounds=rounds) for name in wanted}


def _family_columns(blocks: pl.DataFrame, family: str) -> pl.DataFrame:
    prefix = f"{family}/"
    mine = [column for column in blocks.columns if column.startswith(prefix)]
    return blocks.select(pl.col(column).alias(column.removeprefix(prefix)) for column in mine)


def _count_values(counts: Counts, arm: ArmInfo, tables: dict[str, pl.DataFrame]) -> None:
    rounds, seats = tables["rounds"], range(arm.players)
    wanted = [
        (counts.cards_left, rounds, [f"cards_left_{s}" for s in seats]),
        (counts.round_points, rounds, [f"points_{s}" for s in seats]),
        (counts.given, rounds, ["exchange_given"]),
        (counts.returned, rounds, ["exchange_returned"]),
    ]
    if "games" in tables:
        wanted.append((counts.totals, tables["games"], [f"total_{s}" for s in seats]))
    for target, table, columns in wanted:
        counter = target.setdefault(arm.name, Counter())
        for column in columns:
            counter.update(_value_counts(table, [column], bare=True))


def _keep_lengths(
    evidence: Evidence, arm: ArmInfo, tables: dict[str, pl.DataFrame], blocks: int
) -> None:
    if evidence.run.has_games:
        lengths = tables["games"]["rounds"].to_numpy().reshape(blocks, -1)
        evidence.counts.lengths.setdefault(arm.name, []).append(lengths)


def _count_deals(counts: Counts, run: RunFolder, frames: Iterable[dict[str, pl.DataFrame]]) -> None:
    """Count each deal once: arms and seatings of a block share their deals.

    Riffled decks depend on the play before, and first deals may be under conditions, so these are
    left out.
    """
    for players in (3, 4):
        same = [
            tables
            for arm, tables in zip(run.arms, frames, strict=True)
            if arm.players == players and arm.rules["shuffle"] == "uniform"
        ]
        if not same or (run.experiment.get("deal") and not run.has_games):
            continue
        if run.experiment.get("deal"):
            same = [_later_rounds(tables) for tables in same]
        held = [f"gangs_dealt_{seat}" for seat in range(players)]
        deals = _distinct((tables["rounds"] for tables in same), ["block", "round"], held)
        gangs = _distinct(
            (tables["gangs"].filter(pl.col("dealt") > 0) for tables in same),
            ["block", "round", "number"],
            ["dealt"],
        )
        counts.deals.setdefault(players, Counter()).update(_value_counts(deals, held))
        counts.dealt.setdefault(players, Counter()).update(
            _value_counts(gangs, ["number", "dealt"])
        )


def _later_rounds(tables: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Rounds and gangs without those of round 1."""
    return {name: tables[name].filter(pl.col("round") > 1) for name in ("rounds", "gangs")}


def _distinct(
    tables: Iterable[pl.DataFrame], keys: Sequence[str], values: Sequence[str]
) -> pl.DataFrame:
    """The values for each different key, which are the same wherever the key occurs."""
    return pl.concat([table.select(*keys, *values) for table in tables]).unique(keys)


def _value_counts(table: pl.DataFrame, columns: list[str], *, bare: bool = False) -> dict[Any, int]:
    counted = table.group_by(columns).len().drop_nulls()
    keys = counted.select(columns).rows()
    return {
        (key[0] if bare else key): count
        for key, count in zip(keys, counted["len"].to_list(), strict=True)
    }
