"""`gofsim feel`: what the games of a run feel like, arm by arm, from blocks played again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import joblib
import numpy as np

from gofsim.analysis.block_sums import BlockSums, Rate, rate
from gofsim.analysis.estimates import Estimate
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.simulation.arms import Arm
from gofsim.simulation.feeling import COLUMNS, feel_block
from gofsim.simulation.manifest import read_manifest
from gofsim.simulation.run_replay import refuse_other_engine, seated_arm

FORMAT = "gofsim-feel/1"
# What is told: its words, what is counted, per what, times what, and whether games are needed.
FIGURES = {
    "rounds": ("rounds a game", "rounds", "games", 1, True),
    "changes": ("changes of the lead a game", "changes", "games", 1, True),
    "undecided": ("undecided, % of rounds", "undecided", "rounds", 100, True),
    "comebacks": ("won from last at half time, %", "comebacks", "games", 100, True),
    "behind": ("most points the winner was behind", "behind", "games", 1, True),
    "tricks": ("tricks a round", "tricks", "rounds", 1, False),
    "decisions": ("decisions a round", "decisions", "rounds", 1, False),
    "options": ("choices a decision", "options", "decisions", 1, False),
    "forced": ("forced, % of decisions", "forced", "decisions", 100, False),
    "turns": ("turned by a gang, % of rounds", "turns", "rounds", 100, False),
}


def feel(folder: Path, *, sample: int, workers: int | None = None) -> dict[str, Any]:
    """Play the first `sample` blocks of every arm again; return the figures, and their `text`.

    Intervals are on blocks; differences are from the first arm, paired by block. Raises
    BadInputError for what is no run, or one of another engine.
    """
    manifest = read_manifest(folder)
    refuse_other_engine(folder, manifest)
    experiment = manifest["experiment"]
    blocks = min(sample, experiment["blocks"])
    if blocks < 2:  # noqa: PLR2004
        raise BadInputError(f"--sample: must be at least 2 blocks, not {blocks}")
    arms = [seated_arm(folder, manifest, name) for name in experiment["arms"]]
    single = experiment["unit"] == "rounds"
    sums = block_sums(arms, experiment["seed"], range(blocks), single=single, workers=workers)
    told = {name: each for name, each in FIGURES.items() if not (single and each[4])}
    rows = [figures(sums, arm, arms[0], told) for arm in arms]
    document = {"format": FORMAT, "run": str(folder), "blocks": blocks, "arms": rows}
    played = f"{blocks:,} of {experiment['blocks']:,} blocks an arm, played again"
    return document | {"text": "\n".join([*table(rows, told), played])}


def block_sums(
    arms: Sequence[Arm], seed: int, blocks: range, *, single: bool, workers: int | None
) -> BlockSums:
    """Sums of every block of every arm, in threads."""
    found = BlockSums([(arm.name, column) for arm in arms for column in COLUMNS])
    with joblib.parallel_config(backend="threading"):
        parallel = joblib.Parallel(n_jobs=workers or joblib.cpu_count())
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
        own = scaled(rate(arm.name, column, base), times)
        row[name] = plain(sums.estimate(own))
        other = scaled(rate(first.name, column, base), times)
        row[f"{name}_change"] = None if arm is first else plain(sums.difference(own, other))
    return row


def scaled(one: Rate, times: int) -> Rate:
    """A rate so many times as large."""
    return Rate(one.arm, dict.fromkeys(one.weights, times), one.base)


def plain(estimate: Estimate) -> dict[str, float | None]:
    """An estimate as plain data."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "p": estimate.p}


def table(rows: Sequence[dict[str, Any]], told: dict[str, Any]) -> list[str]:
    """The figures as lines of a table, an arm a column."""
    lines = [
        {"": words} | {row["arm"]: interval(row[name]) for row in rows}
        for name, (words, *_) in told.items()
    ]
    return table_lines(lines)


def interval(value: dict[str, float | None]) -> str:
    """A value and half of its interval."""
    if value["value"] is None:
        return ""
    half = 0.0 if value["low"] is None else value["value"] - value["low"]
    return f"{value['value']:.3g} ± {half:.2g}"
