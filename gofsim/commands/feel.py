"""`gofsim feel`: what the games of a run feel like, arm by arm, from blocks played again."""

from collections.abc import Sequence
from dataclasses import replace
from math import isclose
from pathlib import Path
from typing import Any

import joblib
import numpy as np

from gofsim.analysis.block_sums import BlockSums, Rate, rate
from gofsim.analysis.estimates import FEW_BLOCKS, Estimate, wilson
from gofsim.analysis.words import counted
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.arms import Arm
from gofsim.simulation.feeling import COLUMNS, feel_block
from gofsim.simulation.run_replay import refuse_other_engine, seated_arm
from gofsim.simulation.workers import worker_count

FORMAT = "gofsim-feel/1"
SHARE = 100  # what shares are told in
LEAST_BLOCKS = 2
MOST_SHOWN = 8  # arms that a table of text has room for
UNVARIED = "identical"  # the flag of an estimate that was the same in all blocks
# What is told: its words, what is counted, per what, times what, and whether games are needed.
FIGURES = {
    "rounds": ("rounds a game", "rounds", "games", 1, True),
    "changes": ("changes of the lead a game", "changes", "games", 1, True),
    "undecided": ("undecided, % of rounds", "undecided", "rounds", SHARE, True),
    "comebacks": ("won from last at half time, %", "comebacks", "games", SHARE, True),
    "behind": ("most points the winner was behind", "behind", "games", 1, True),
    "tricks": ("tricks a round", "tricks", "rounds", 1, False),
    "decisions": ("decisions a round", "decisions", "rounds", 1, False),
    "options": ("choices a decision", "options", "decisions", 1, False),
    "forced": ("forced, % of decisions", "forced", "decisions", SHARE, False),
    "turns": ("turned by a gang, % of rounds", "turns", "rounds", SHARE, False),
}


def feel(
    folder: Path, *, sample: int, arms: Sequence[str] = (), workers: int | None = None
) -> dict[str, Any]:
    """Play the first `sample` blocks of the arms again; return the figures, and their `text`.

    All arms of the run, or those that are named. Intervals are on blocks; differences are from the
    first arm, paired by block. Raises BadInputError for what is no run, or one of another engine.
    """
    count = worker_count(workers)
    manifest = read_manifest(folder)
    refuse_other_engine(folder, manifest)
    experiment = manifest["experiment"]
    blocks = blocks_of(folder, experiment["blocks"], sample)
    names = dict.fromkeys(arms or experiment["arms"])
    seated = [seated_arm(folder, manifest, name) for name in names]
    single = experiment["unit"] == "rounds"
    sums = block_sums(seated, experiment["seed"], range(blocks), single=single, workers=count)
    told = {name: each for name, each in FIGURES.items() if not (single and each[4])}
    rows = [figures(sums, arm, seated[0], told) for arm in seated]
    warnings = warnings_of(blocks)
    document = {"format": FORMAT, "run": str(folder), "blocks": blocks, "warnings": warnings}
    played = f"{blocks:,} of {experiment['blocks']:,} blocks an arm, played again"
    lines = [*table(rows, told), played, *(f"Note: {warning}" for warning in warnings)]
    return document | {"arms": rows, "text": "\n".join(lines)}


def blocks_of(folder: Path, played: int, sample: int) -> int:
    """How many blocks to play again; an interval needs two."""
    if sample < LEAST_BLOCKS:
        raise BadInputError(f"--sample: must be at least {LEAST_BLOCKS} blocks, not {sample}")
    if played < LEAST_BLOCKS:
        raise BadInputError(f"{folder}: the run has 1 block, but needs {LEAST_BLOCKS} or more")
    return min(sample, played)


def warnings_of(blocks: int) -> list[str]:
    """What a reader must know before he trusts the intervals."""
    if blocks >= FEW_BLOCKS:
        return []
    return [
        f"Only {blocks} blocks: intervals from fewer than {FEW_BLOCKS} cover the truth less often"
        " than they promise. Play more before you conclude."
    ]


def block_sums(
    arms: Sequence[Arm], seed: int, blocks: range, *, single: bool, workers: int
) -> BlockSums:
    """Sums of every block of every arm, in threads."""
    found = BlockSums([(arm.name, column) for arm in arms for column in COLUMNS])
    with joblib.parallel_config(backend="threading"):
        parallel = joblib.Parallel(n_jobs=workers)
        rows = parallel(
            joblib.delayed(feel_block)(arm, seed=seed, block=block, single_round=single)
            for block in blocks
            for arm in arms
        )
    found.add(np.array(rows, np.float64).reshape(len(blocks), -1))
    return found


def figures(sums: BlockSums, arm: Arm, first: Arm, told: dict[str, Any]) -> dict[str, Any]:
    """All figures of an arm with their intervals, and their differences from the first arm."""
    row: dict[str, Any] = {"arm": arm.name}
    for name, (_, column, base, times, _) in told.items():
        own, other = (scaled(rate(each.name, column, base), times) for each in (arm, first))
        found = possible(honest(sums.estimate(own), times), 0, times)
        row[name], row[f"{name}_change"] = plain(found), None
        if arm is not first:
            change = honest_change(sums.difference(own, other), found, sums.estimate(other), times)
            row[f"{name}_change"] = plain(possible(change, -times, times))
    return row


def honest(estimate: Estimate, times: int) -> Estimate:
    """What never varied in the sample, with an interval for what it may be elsewhere.

    A share that was 0 or 100% in every block gets Wilson's interval of as many trials: no mean of
    shares is larger than the part of the blocks that have any. Of other figures nothing is known.
    """
    if estimate.value is None or estimate.low != estimate.high:
        return estimate
    if times != SHARE or estimate.value not in (0, SHARE):
        return replace(estimate, low=None, high=None)
    bound = wilson(estimate.n if estimate.value else 0, estimate.n)
    low, high = (SHARE * (end or 0.0) for end in (bound.low, bound.high))
    return replace(estimate, low=min(low, estimate.value), high=max(high, estimate.value))


def honest_change(change: Estimate, own: Estimate, first: Estimate, times: int) -> Estimate:
    """A difference that never varied, as far as the two figures allow where neither did."""
    first = honest(first, times)
    if change.flag != UNVARIED or {own.flag, first.flag} != {UNVARIED}:
        return change
    if own.low is None or own.high is None or first.low is None or first.high is None:
        return replace(change, low=None, high=None)
    return replace(change, low=own.low - first.high, high=own.high - first.low)


def possible(estimate: Estimate, least: int, times: int) -> Estimate:
    """An estimate whose interval ends where a share must end; others as they are."""
    if times != SHARE or estimate.low is None or estimate.high is None:
        return estimate
    return replace(estimate, low=max(least, estimate.low), high=min(SHARE, estimate.high))


def scaled(one: Rate, times: int) -> Rate:
    """A rate so many times as large."""
    return Rate(one.arm, dict.fromkeys(one.weights, times), one.base)


def plain(estimate: Estimate) -> dict[str, float | None]:
    """An estimate as plain data."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "p": estimate.p}


def table(rows: Sequence[dict[str, Any]], told: dict[str, Any]) -> list[str]:
    """The figures as lines of a table, an arm a column, as far as there is room."""
    lines = [
        {"": words} | {row["arm"]: interval(row[name]) for row in rows[:MOST_SHOWN]}
        for name, (words, *_) in told.items()
    ]
    more = len(rows) - MOST_SHOWN
    hidden = f"and {counted(more, 'more arm')}: --arm NAME (may be repeated) or --json shows them"
    return table_lines(lines) + [hidden] * (more > 0)


def interval(value: dict[str, float | None]) -> str:
    """A value and half of its interval, or the whole where it is not in the middle."""
    mean, low, high = value["value"], value["low"], value["high"]
    if mean is None:
        return ""
    if low is None or high is None:
        return f"{digits(mean)} in every block"
    if isclose(high - mean, mean - low):
        return f"{digits(mean)} ± {digits(mean - low, 2)}"
    return f"{digits(mean)} ({digits(low)} to {digits(high)})"


def digits(number: float, most: int = 3) -> str:
    """A number to so many digits that count, without an exponent."""
    return np.format_float_positional(number, most, unique=False, fractional=False, trim="-")
