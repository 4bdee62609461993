"""What a stop rule looks at: one difference between two arms, or between two bots of a league."""

from collections.abc import Sequence
from dataclasses import dataclass

from gofsim.analysis.block_sums import BlockSums, Rate
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.metrics import protagonist
from gofsim.analysis.rates import field_rate, games_rate, points_rate
from gofsim.analysis.run_folder import ArmInfo
from gofsim.errors import BadInputError

UNITS = {"points": "points a round", "games": "share of games"}


@dataclass(frozen=True)
class Comparison:
    """A difference of rates, paired by block: the sum of ``plus`` less the sum of ``minus``."""

    words: str
    arms: tuple[ArmInfo, ...]
    plus: tuple[Rate, ...]
    minus: tuple[Rate, ...] = ()

    def estimate(self, sums: BlockSums) -> Estimate:
        """The difference over the blocks that ``sums`` has taken in."""
        return sums.contrast(self.plus, self.minus)


def comparison_of(
    arms: Sequence[ArmInfo], design: str | None, of: Sequence[str], metric: str
) -> Comparison:
    """What ``of`` names under a league's ``design``, or two arms where that is None.

    ``metric`` is "points" (a round, less the field) or "games" (share of games won). Raises
    BadInputError where two arms seat one bot each, so that no share of games could differ.
    """
    if design is None:
        left, right = (next(arm for arm in arms if arm.name == name) for name in of)
        return _of_arms(left, right, metric)
    if design == "one-vs-field":
        return _against_field(arms, of[0], of[1], metric)
    return _at_tables(arms, of[0], of[1], metric)


def _against_field(arms: Sequence[ArmInfo], bot: str, field: str, metric: str) -> Comparison:
    """A bot alone: points less the field's, or its share of games less an equal share."""
    arm = next(arm for arm in arms if arm.name == f"{bot}-vs-{field}")
    if metric == "points":
        words = f"points a round of {bot} less those of its field of {field}"
        return Comparison(words, (arm,), (field_rate(arm, bot),))
    words = f"share of games of {bot} in a field of {field} less an equal share"
    return Comparison(words, (arm,), (games_rate(arm, bot),), (equal_share(arm),))


def equal_share(arm: ArmInfo) -> Rate:
    """One over the number of players, as a rate of the arm."""
    return Rate(arm.name, {"games": 1}, "games", arm.players)


def _at_tables(arms: Sequence[ArmInfo], bot: str, other: str, metric: str) -> Comparison:
    """The mean difference over the tables at which both sit."""
    both = tuple(arm for arm in arms if {bot, other} <= set(arm.labels))
    rate = points_rate if metric == "points" else games_rate
    plus, minus = (
        tuple(_part(rate(arm, label), len(both)) for arm in both) for label in (bot, other)
    )
    what = "points a round" if metric == "points" else "share of games"
    return Comparison(
        f"difference between {bot} and {other} in {what} at the tables of both", both, plus, minus
    )


def _of_arms(left: ArmInfo, right: ArmInfo, metric: str) -> Comparison:
    """Of the bot both arms are about; with one bot everywhere, of what a player scores."""
    between = f"difference between {left.name} and {right.name} in"
    bot = protagonist(left)
    if len(left.distinct) > 1 and len(right.distinct) > 1 and bot in right.distinct:
        rate = field_rate if metric == "points" else games_rate
        what = f"{bot}'s " + (
            "points a round less the field" if metric == "points" else "share of games"
        )
        return Comparison(
            f"{between} {what}", (left, right), (rate(left, bot),), (rate(right, bot),)
        )
    if metric == "games":
        raise BadInputError(
            f"[stop] metric: arms {left.name} and {right.name} share no bot that meets others, so"
            ' no share of games can differ; metric = "points" compares what a player scores'
        )
    score = [Rate(arm.name, {"points": 1}, "rounds", arm.players) for arm in (left, right)]
    words = f"{between} points a player and round"
    return Comparison(words, (left, right), *[(rate,) for rate in score])


def _part(rate: Rate, tables: int) -> Rate:
    return Rate(rate.arm, rate.weights, rate.base, rate.times * tables)
