"""Two runs on common deals, arm by arm: how much better or worse the second one's bot does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gofsim.analysis.block_sums import BlockSums, Rate
from gofsim.analysis.bot_blocks import bot_blocks, bot_columns
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.metrics import protagonist
from gofsim.analysis.rates import field_rate, games_rate, rounds_rate
from gofsim.analysis.run_folder import ArmInfo, RunFolder
from gofsim.errors import BadInputError
from gofsim.suggest import did_you_mean, listed

# What is compared: its words, whether more of it is better for a bot, and how it is measured.
MEASURES = {
    "points": ("points a round less the field", field_rate),
    "games": ("share of games won", games_rate),
    "rounds": ("share of rounds won", rounds_rate),
}


@dataclass(frozen=True)
class ArmDiff:
    """One measure of one bot in an arm of both runs; `change` is the second less the first."""

    arm: str
    bot: str
    measure: str
    before: Estimate
    after: Estimate
    change: Estimate


def compare_runs(left: RunFolder, right: RunFolder, bot: str | None = None) -> list[ArmDiff]:
    """Compare all arms that both runs have, block by block as far as both go.

    `bot` is its name in the first run; by default the one that each arm is about. Raises
    BadInputError where the runs have no deals in common.
    """
    for run in (left, right):
        if run.about_cards:
            raise BadInputError(
                f"{run.path}: diff cannot compare runs with [worth], where one bot sits at all"
                " seats, so that there is no field; compare the tables of their reports, or seat"
                " both bots at one table with `gofsim compare`"
            )
    _refuse_other_deals(left, right)
    pairs = _pairs(left, right)
    found = []
    for one, other in pairs:
        found += _arm_diffs(left, one, right, other, _label(one, bot))
    return found


def _refuse_other_deals(left: RunFolder, right: RunFolder) -> None:
    for name in ("seed", "unit", "seating", "deal"):
        mine, theirs = left.experiment.get(name), right.experiment.get(name)
        if mine != theirs:
            raise BadInputError(
                f"{right.path}: {name} {theirs}, but {left.path} has {mine}: the deals differ"
            )


def _pairs(left: RunFolder, right: RunFolder) -> list[tuple[ArmInfo, ArmInfo]]:
    """Arms of the same name, or the only one of each run; those of one bot are left out."""
    by_name = {arm.name: arm for arm in right.arms}
    pairs = [(arm, by_name[arm.name]) for arm in left.arms if arm.name in by_name]
    if not pairs and len(left.arms) == len(right.arms) == 1:
        pairs = [(left.arms[0], right.arms[0])]
    if not pairs:
        raise BadInputError(f"{right.path}: no arm is named like one of {left.path}")
    for one, other in pairs:
        if one.players != other.players or one.seatings != other.seatings:
            raise BadInputError(f"arm `{one.name}`: the tables differ in players or seatings")
    # A bot among its own kind takes what the field takes, whatever it does.
    compared = [(one, other) for one, other in pairs if not (one.symmetric or other.symmetric)]
    if not compared:
        raise BadInputError(f"arm `{pairs[0][0].name}`: seats one bot only; there is no field")
    return compared


def _label(arm: ArmInfo, bot: str | None) -> str:
    if bot is None:
        return protagonist(arm)
    if bot not in arm.labels:
        near = did_you_mean(bot, arm.distinct) or f"; it has {listed(arm.distinct)}"
        raise BadInputError(f"--bot: no bot `{bot}` in arm `{arm.name}`{near}")
    return bot


def _arm_diffs(
    left: RunFolder, one: ArmInfo, right: RunFolder, other: ArmInfo, bot: str
) -> list[ArmDiff]:
    twin = other.labels[one.places(bot)[0]]  # who sits there in the second run
    sides = [(left, replace(one, name="before"), bot), (right, replace(other, name="after"), twin)]
    sums = BlockSums([(arm.name, name) for run, arm, _ in sides for name in _columns(run, arm)])
    blocks = min(left.blocks, right.blocks)
    for window in left.windows():
        part = range(window.start, min(window.stop, blocks))
        if part:
            rows = [bot_blocks(run, arm, part).to_numpy() for run, arm, _ in sides]
            sums.add(np.hstack(rows).astype(np.float64))
    return [
        ArmDiff(one.name, bot, name, *_three(sums, [rate(arm, label) for _, arm, label in sides]))
        for name, (_, rate) in MEASURES.items()
        if name != "games" or left.has_games
    ]


def _columns(run: RunFolder, arm: ArmInfo) -> list[str]:
    return bot_columns(arm, games=run.has_games)


def _three(sums: BlockSums, rates: Sequence[Rate]) -> tuple[Estimate, Estimate, Estimate]:
    before, after = rates
    return sums.estimate(before), sums.estimate(after), sums.difference(after, before)
