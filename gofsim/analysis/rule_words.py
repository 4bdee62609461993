"""What a rule does, in words: the differences of each arm from the first of its group."""

from typing import NamedTuple

from gofsim.analysis.arms import pairs_table
from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import Estimate, is_significant
from gofsim.analysis.metrics import PARTED, Metric, main_metrics
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.table import most, widest
from gofsim.analysis.words import (
    from_to,
    joined,
    limit,
    listed,
    size_interval,
    size_of,
    with_interval,
)

SLIGHT = 0.01  # a percentage point of a share, one in a hundred of any other figure
MOST_NAMED = 2  # figures a sentence names for each arm


class Contrast(NamedTuple):
    """A metric of an arm less that of the first of its group, with its adjusted p-value."""

    arm: ArmInfo
    first: ArmInfo
    metric: Metric
    difference: Estimate
    p: float | None

    @property
    def real(self) -> bool:
        """Whether it is more than chance explains."""
        return is_significant(self.difference, self.p)

    def told(self, evidence: Evidence) -> bool:
        """Whether it is real and may be large enough to be worth a player's while."""
        if self.metric.kind == "share":
            return self.real and most(self.difference) >= SLIGHT
        usual = self.metric.estimate(evidence, self.first).value or 0.0
        return self.real and most(self.difference) >= SLIGHT * abs(usual)


def contrasts_of(evidence: Evidence) -> list[Contrast]:
    """Main metrics of every arm less the first of its group, with the p-values of the table."""
    wanted = main_metrics(evidence)
    rows = {(r["name"], r["left"], r["right"]): r for r in pairs_table(evidence).rows}
    found = []
    for group in evidence.run.groups:
        for arm in group[1:]:
            for metric in wanted:
                row = rows[metric.name, group[0].name, arm.name]
                found.append(Contrast(arm, group[0], metric, row["difference"], row["p_holm"]))
    return found


def arms_sentence(evidence: Evidence) -> str:
    """What each rule changes, or that nothing was found."""
    found = contrasts_of(evidence)
    parts = []
    for first, *others in evidence.run.groups:
        parts += _group_words(evidence, first, others, found)
    return joined(parts)


def _group_words(
    evidence: Evidence, first: ArmInfo, others: list[ArmInfo], contrasts: list[Contrast]
) -> list[str]:
    named = MOST_NAMED if len(others) == 1 else 1
    parts, quiet = [], []
    for arm in others:
        main, *rest = [c for c in contrasts if c.arm == arm]
        told = [c for c in rest if c.told(evidence)]
        first_told = main.told(evidence)
        if first_told or told:
            more = named - 1 if first_told else 1
            words = [
                change_words(evidence, main)
                if first_told
                else limit_words(main.metric, main.difference)
            ]
            words += [change_words(evidence, contrast) for contrast in told[:more]]
            parts.append(f"with {arm.name} instead of {first.name}, {', and '.join(words)}")
        else:
            quiet.append(arm)
    if quiet:
        parts.append(_nothing_found(first, quiet, contrasts))
    return parts


def _nothing_found(first: ArmInfo, quiet: list[ArmInfo], contrasts: list[Contrast]) -> str:
    names = listed([arm.name for arm in quiet])
    mine = [c for c in contrasts if c.arm in quiet]
    if all(c.difference.flag == "identical" and not c.difference.value for c in mine):
        return f"{names} and {first.name} are identical in every block"
    limits = []
    for metric in list(dict.fromkeys(c.metric for c in mine))[:MOST_NAMED]:
        largest = widest(c.difference for c in mine if c.metric == metric)
        limits.append(limit_words(metric, largest))
    if any(c.real for c in mine):
        return f"next to no difference between {first.name} and {names}: {listed(limits)}"
    return f"no difference from {first.name} found for {names}: {listed(limits)}"


def silent_sentence(evidence: Evidence) -> str:
    """How many rounds go otherwise, and how little the averages move."""
    others = [arm for group in evidence.run.groups for arm in group[1:]]
    changed = [
        f"{with_interval(PARTED.estimate(evidence, arm), 'share')} with {arm.name}"
        for arm in others
    ]
    found: dict[Metric, list[Estimate]] = {}
    for contrast in contrasts_of(evidence):
        found.setdefault(contrast.metric, []).append(contrast.difference)
    limits = [limit_words(metric, widest(found[metric])) for metric in list(found)[:MOST_NAMED]]
    return joined(
        [f"of rounds that start alike, {listed(changed)} go otherwise than with"
         f" {listed([group[0].name for group in evidence.run.groups])}",
         f"on the whole {listed(limits)}"]
    )  # fmt: skip


def change_words(evidence: Evidence, contrast: Contrast) -> str:
    """``the length of a game falls from 19.2 to 16.0 rounds, by 3.2 (95% interval ...)``."""
    metric, d = contrast.metric, contrast.difference
    old, new = (metric.estimate(evidence, arm) for arm in (contrast.first, contrast.arm))
    verb = "rise" if (d.value or 0) > 0 else "fall"
    verb = verb if " points " in metric.phrase else f"{verb}s"
    return (
        f"{metric.phrase} {verb} {from_to(old, new, d, metric.kind)}, by"
        f" {size_of(d, metric.change)} {metric.unit} ({size_interval(d, metric.change)})"
    )


def limit_words(metric: Metric, difference: Estimate) -> str:
    """``the length of a game differs by 0.3 rounds at most``."""
    differ = "differ" if " points " in metric.phrase else "differs"
    return f"{metric.phrase} {differ} by {limit(difference, metric.change, metric.unit)}"
