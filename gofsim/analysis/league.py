"""A league as the analysis sees it: its bots, and which arm is which table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gofsim.analysis.run_folder import ArmInfo, RunFolder

ONE_VS_FIELD = "one-vs-field"


@dataclass(frozen=True)
class League:
    """The bots of a league in the order of the experiment, and its tables.

    ``design`` is "one-vs-field" (each bot alone against a field of each other bot, and each bot
    among its own kind) or "tables" (every table of different bots).
    """

    run: RunFolder
    bots: tuple[str, ...]
    design: str

    @property
    def has_fields(self) -> bool:
        """Whether bots meet fields of one other bot, so that there is a matrix."""
        return self.design == ONE_VS_FIELD

    @property
    def players(self) -> int:
        """Seats at every table, 3 or 4."""
        return self.run.arms[0].players

    @property
    def seatings(self) -> int:
        """Games a block has, or stands for, at every table."""
        most = max(arm.seatings for arm in self.run.arms)
        return max(most, self.players) if any(arm.symmetric for arm in self.run.arms) else most

    @cached_property
    def tables(self) -> list[ArmInfo]:
        """The arms at which different bots meet."""
        return [arm for arm in self.run.arms if len(arm.distinct) > 1]

    @cached_property
    def alone(self) -> dict[tuple[str, str], ArmInfo]:
        """By (bot, field) the arm of each bot alone against each other; needs fields."""
        return {(arm.labels[0], arm.labels[1]): arm for arm in self.tables}

    @cached_property
    def own_kind(self) -> dict[str, ArmInfo]:
        """The arm of each bot among its own kind; empty for "tables"."""
        return {arm.labels[0]: arm for arm in self.run.arms if len(arm.distinct) == 1}

    def others(self, bot: str) -> list[str]:
        """All bots but this one."""
        return [other for other in self.bots if other != bot]

    def described(self, bot: str) -> Mapping[str, Any]:
        """What the manifest says of a bot: kind, idea, parameters."""
        arm = next(arm for arm in self.run.arms if bot in arm.labels)
        return arm.bots[arm.labels.index(bot)]


def league_of(run: RunFolder) -> League | None:
    """The league a run played, None where it played arms."""
    described = run.experiment.get("league")
    if not described:
        return None
    return League(run, tuple(described["bots"]), described["design"])
