"""What tuning was worth: tuned and start weights on deals that were never tuned on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gofsim.analysis.estimates import Estimate, is_significant, mean_interval, paired_difference
from gofsim.analysis.table import Column, Kind, Table, figure
from gofsim.analysis.words import digits_in_words
from gofsim.simulation.progress import Progress
from gofsim.simulation.tuning import score
from gofsim.simulation.tuning_play import Deals, Numbers, Objective, Result, play_candidates
from gofsim.simulation.tuning_tables import Tables
from gofsim.simulation.tuning_task import SIGN

KINDS: Mapping[Objective, Kind] = {"games": "share_change", "points": "change"}
UNITS = {
    "games": "percentage points of games, its share less that of the others",
    "points": "points a round, its own less those of the others",
}
DIGITS = 6  # significant ones of a figure in a file


@dataclass(frozen=True)
class Gain:
    """One figure of the tuned and of the start weights, and their difference paired by block."""

    start: Estimate
    tuned: Estimate
    difference: Estimate

    def plain(self) -> dict[str, Any]:
        """Return it as it stands in a file."""
        found = self.difference
        numbers = {
            "start": self.start.value,
            "tuned": self.tuned.value,
            "difference": found.value,
            "low": found.low,
            "high": found.high,
            "p": found.p,
        }
        return {key: None if x is None else float(f"{x:.{DIGITS}g}") for key, x in numbers.items()}


@dataclass(frozen=True)
class HeldOut:
    """The gains on held-out deals: of the objective, and of each arm's figures."""

    tables: Tables
    deals: Deals
    objective: Objective
    whole: Gain
    arms: Mapping[str, Mapping[Objective, Gain]]

    def plain(self) -> dict[str, Any]:
        """Return it as it stands in a weights file."""
        blocks = self.deals.blocks
        arms = {
            arm.name: {
                "seats": list(arm.labels),
                "rules": arm.rules.model_dump(mode="json", exclude_defaults=True),
                **{what: gain.plain() for what, gain in self.arms[arm.name].items()},
            }
            for arm in self.tables.arms
        }
        return {
            "experiment": self.tables.experiment.path.name,
            "seed": self.deals.seed,
            "blocks": [blocks[0], blocks[-1]],
            "objective": self.whole.plain(),
            "arms": arms,
        }

    @property
    def verdict(self) -> str:
        """What became of the objective: "gained", "lost" or "undecided"."""
        found = self.whole.difference
        if not is_significant(found, found.p):
            return "undecided"
        return "gained" if SIGN[self.objective] * (found.value or 0.0) < 0 else "lost"

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        words = {
            "gained": "On deals that were not tuned on the tuned bot is better than at the start",
            "lost": "On deals that were not tuned on the tuned bot is worse than at the start",
            "undecided": "On deals that were not tuned on the tuned bot is not clearly better or "
            "worse than at the start",
        }
        return f"{words[self.verdict]}: {self.change}."

    @property
    def change(self) -> str:
        """The difference of the objective in words."""
        found, kind = self.whole.difference, KINDS[self.objective]
        digits = digits_in_words(found, kind)
        value = figure(found.value or 0.0, kind, digits)
        if found.low is None or found.high is None or found.p is None:
            return f"{value} {UNITS[self.objective]} ({found.flag})"
        half = figure((found.high - found.low) / 2, kind, digits).removeprefix("+")
        p = figure(found.p, "p", 3)
        return (
            f"{value} ± {half} {UNITS[self.objective]} (p {p if p.startswith('<') else f'= {p}'})"
        )

    @property
    def table(self) -> Table:
        """A row an arm: share of games and points less the field, at the start and tuned."""
        rows = tuple(self._row(arm.name, arm.labels) for arm in self.tables.arms)
        columns = [Column("arm", "Arm"), Column("field", "With")]
        if any("games" in gains for gains in self.arms.values()):
            columns += [
                Column("games_start", "Games, start", "share"),
                Column("games_tuned", "tuned", "share"),
                Column("games", "Games, change", "share_change"),
            ]
        columns += [
            Column("points_start", "Points a round less field, start", "change"),
            Column("points_tuned", "tuned ", "change"),
            Column("points", "Points, change", "change"),
        ]
        return Table("held_out", "Held-out deals", tuple(columns), rows)

    def _row(self, name: str, labels: Sequence[str]) -> dict[str, Any]:
        others = dict.fromkeys(label for label in labels if label != self.tables.bot)
        row: dict[str, Any] = {
            "arm": name,
            "field": ", ".join(f"{labels.count(other)} {other}" for other in others),
        }
        for what, gain in self.arms[name].items():
            row |= {
                what: gain.difference,
                f"{what}_start": gain.start.value,
                f"{what}_tuned": gain.tuned.value,
            }
        return row


def hold_out(
    tables: Tables,
    start: Mapping[str, float],
    tuned: Mapping[str, float],
    objective: Objective,
    deals: Deals,
    workers: int,
    progress: Progress,
) -> HeldOut:
    """Play both on the same deals and compare them; raises PlayError."""
    played = play_candidates(tables, [start, tuned], deals, workers, progress)
    known: list[Objective] = ["points"] if tables.experiment.single_round else ["games", "points"]
    arms = {
        arm.name: {what: gain(*(figures(row[i], what) for row in played)) for what in known}
        for i, arm in enumerate(tables.arms)
    }
    whole = gain(*(score(row, objective) for row in played))
    return HeldOut(tables, deals, objective, whole, arms)


def figures(result: Result, what: Objective) -> Numbers:
    """Return what is told of one arm: the share of games of a place, points less the field."""
    return result.share("games") if what == "games" else result.less_field("points")


def gain(start: Numbers, tuned: Numbers) -> Gain:
    """Return two rows of blocks on the same deals and their paired difference."""
    return Gain(mean_interval(start), mean_interval(tuned), paired_difference(tuned, start))
