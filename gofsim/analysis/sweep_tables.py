"""The tables of a sweep: every arm, the effect of every level, interactions, and who sees them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import Estimate, holm, is_significant
from gofsim.analysis.metrics import Metric, main_metrics
from gofsim.analysis.rule_words import Contrast
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.sweep import Factor, Sweep
from gofsim.analysis.table import Column, Table

Row = dict[str, Any]
MOST_METRICS = 4
MOST_ROWS = 40  # of a table on a page; of more only the last values, the CSV file has all
PAIR = 2  # factors, whose interactions have a table
BOLD = "Bold: Holm-adjusted p below 0.05 in this table."


@dataclass(frozen=True)
class Findings:
    """A sweep with the tables of what it changes."""

    evidence: Evidence
    sweep: Sweep
    metrics: tuple[Metric, ...]
    effects: Table
    turns: Table
    interactions: Table | None

    def effect(self, metric: Metric, factor: Factor, base: str) -> Contrast:
        """The last level of a factor less the first, with the p-value of the table of effects."""
        row = _far_row(self.effects, factor, base)
        arm = self.sweep.at(base, self.sweep.far(factor))
        first = self.sweep.at(base, self.sweep.origin)
        return Contrast(arm, first, metric, row[metric.name], row[f"p {metric.name}"])


def findings_of(evidence: Evidence, sweep: Sweep) -> Findings:
    """All comparisons within a sweep."""
    effects = effects_table(evidence, sweep)
    return Findings(
        evidence, sweep, tuple(sweep_metrics(evidence)), effects,
        turns_table(evidence, sweep, effects),
        interactions_table(evidence, sweep) if len(sweep.factors) == PAIR else None,
    )  # fmt: skip


def sweep_metrics(evidence: Evidence) -> list[Metric]:
    """The figures a sweep is about, the most telling first."""
    return main_metrics(evidence)[:MOST_METRICS]


def levels_table(evidence: Evidence, sweep: Sweep) -> Table:
    """The main figures of every arm."""
    metrics = sweep_metrics(evidence)
    rows = tuple(
        {"base": base}
        | {factor.key: level for factor, level in zip(sweep.factors, place, strict=True)}
        | {metric.name: metric.estimate(evidence, arm) for metric in metrics}
        for (base, place), arm in sweep.arms.items()
    )
    columns = (
        Column("base", "Arm"),
        *(Column(factor.key, factor.name) for factor in sweep.factors),
        *(Column(metric.name, metric.label, metric.kind) for metric in metrics),
    )
    shown = None if len(rows) <= MOST_ROWS else ()
    return Table("sweep_levels", "Every arm of the sweep", columns, rows, shown=shown)


def effects_table(evidence: Evidence, sweep: Sweep) -> Table:
    """Each level less the first of its factor, by base, paired by block; Holm over the table."""
    metrics = sweep_metrics(evidence)
    rows: list[Row] = []
    for (factor, level, place), base in product(sweep.steps(), sweep.bases):
        arm, first = sweep.at(base, place), sweep.at(base, sweep.origin)
        changes = {m.name: m.difference(evidence, arm, first) for m in metrics}
        change = f"{factor.levels[0]} to {level}"
        rows.append({"base": base, "factor": factor.name, "change": change, **changes})
    rows.sort(key=lambda row: sweep.bases.index(row["base"]))
    columns = (
        Column("base", "Arm"),
        Column("factor", "Factor", on_page=len(sweep.factors) > 1),
        Column("change", "From and to"),
        *_figures(metrics),
    )
    others = " The other factors are at their first value." if len(sweep.factors) > 1 else ""
    note = f"Less the first value, on the same deals; shares in percentage points.{others} {BOLD}"
    title = "What each value changes"
    found = with_p(rows, metrics)
    lasts = {f"{factor.levels[0]} to {factor.levels[-1]}" for factor in sweep.factors}
    shown = _shown(found, lambda row: row["change"] in lasts)
    return Table("sweep_effects", title, columns, found, note, shown)


def interactions_table(evidence: Evidence, sweep: Sweep) -> Table:
    """Differences of differences of two factors, relative to their first levels; Holm over all.

    (both changed + neither) less (each changed alone), by base and pair of levels.
    """
    metrics = sweep_metrics(evidence)
    one, two = sweep.factors
    rows: list[Row] = []
    for base, a, b in product(sweep.bases, one.levels[1:], two.levels[1:]):
        plus = [sweep.at(base, (a, b)), sweep.at(base, sweep.origin)]
        minus = [sweep.at(base, (a, two.levels[0])), sweep.at(base, (one.levels[0], b))]
        beyond = {metric.name: metric.contrast(evidence, plus, minus) for metric in metrics}
        rows.append({"base": base, one.key: a, two.key: b, **beyond})
    columns = (
        Column("base", "Arm"),
        *(Column(f.key, f"{f.name} (from {f.levels[0]})") for f in sweep.factors),
        *_figures(metrics),
    )
    note = (
        "The change by both together less the sum of the changes by each alone, on the same deals;"
        f" 0 where the two do not depend on one another. {BOLD}"
    )
    title = "Both together, beyond the sum"
    found = with_p(rows, metrics)
    shown = _shown(found, lambda row: row[one.key] == one.levels[-1])
    return Table("sweep_interactions", title, columns, found, note, shown)


def turns_table(evidence: Evidence, sweep: Sweep, effects: Table) -> Table:
    """Last level less the first of every factor, of each base beside the first base; Holm."""
    weakest, *others = sweep.bases
    rows = [
        _turn(evidence, sweep, effects, metric, factor, (weakest, base))
        for factor in sweep.factors
        for metric in sweep_metrics(evidence)
        for base in others
    ]
    adjusted = holm([row["contrast"].p for row in rows])
    rows = [{**row, "p_holm": p} for row, p in zip(rows, adjusted, strict=True)]
    rows = [{**row, "verdict": verdict(row)} for row in rows]
    columns = (
        Column("metric", "Figure"),
        Column("factor", "Factor", on_page=len(sweep.factors) > 1),
        Column("effect_first", f"Effect with {weakest}", "by row"),
        Column("base", "Beside"),
        Column("effect", "Effect there", "by row"),
        Column("contrast", "Difference", "by row"),
        Column("p_holm", "p (Holm)", "p"),
        Column("verdict", "In words"),
    )
    note = (
        "Effect: the last value of the factor less the first. It turns round where both effects"
        " are more than chance explains (table above), point opposite ways, and their difference"
        " is, too."
    )
    title = "Does the effect turn round with other players?"
    return Table("sweep_turns", title, columns, tuple(rows), note)


def verdict(row: Mapping[str, Any]) -> str:
    """Whether the effect turns round from the first base to another, or grows or shrinks."""
    before, after = row["effect_first"], row["effect"]
    opposite = (before.value or 0) * (after.value or 0) < 0
    if not is_significant(row["contrast"], row["p_holm"]):
        return "no difference found"
    if opposite and row["real_first"] and row["real"]:
        return "turns round"
    return "larger" if abs(after.value or 0) > abs(before.value or 0) else "smaller"


def with_p(rows: Sequence[Row], metrics: Sequence[Metric]) -> tuple[Row, ...]:
    """The rows with p-values for the differences of all metrics, Holm over all, real ones bold."""
    cells = [(place, metric.name) for place in range(len(rows)) for metric in metrics]
    found = [dict(row) | {"strong": set()} for row in rows]
    adjusted = holm([rows[place][name].p for place, name in cells])
    for (place, name), p in zip(cells, adjusted, strict=True):
        found[place][f"p {name}"] = p
        if is_significant(rows[place][name], p):
            found[place]["strong"].add(name)
    return tuple(found)


def _turn(
    evidence: Evidence, sweep: Sweep, effects: Table, metric: Metric, factor: Factor,
    bases: tuple[str, str],
) -> Row:  # fmt: skip
    """The effect on a metric with two bases, and the second's less the first's."""
    ends: list[ArmInfo] = [
        sweep.at(base, place) for base in bases for place in (sweep.far(factor), sweep.origin)
    ]
    contrast: Estimate = metric.contrast(evidence, (ends[2], ends[1]), (ends[3], ends[0]))
    before, after = (_far_row(effects, factor, base) for base in bases)
    return {
        "metric": metric.label, "name": metric.name, "kind": metric.change, "factor": factor.name,
        "effect_first": before[metric.name], "real_first": metric.name in before["strong"],
        "base": bases[1], "effect": after[metric.name], "real": metric.name in after["strong"],
        "contrast": contrast,
    }  # fmt: skip


def _shown(
    rows: tuple[Row, ...], telling: Callable[[Row], bool]
) -> tuple[Mapping[str, Any], ...] | None:
    """The rows a page has room for: all, or of many the telling ones."""
    return None if len(rows) <= MOST_ROWS else tuple(row for row in rows if telling(row))


def _far_row(effects: Table, factor: Factor, base: str) -> Mapping[str, Any]:
    return [r for r in effects.rows if r["base"] == base and r["factor"] == factor.name][-1]


def _figures(metrics: Sequence[Metric]) -> list[Column]:
    """A column for each metric's change, and in the CSV file one for its p-value."""
    return [
        column
        for m in metrics
        for column in (
            Column(m.name, m.label, m.change),
            Column(f"p {m.name}", f"p (Holm), {m.label}", "p", on_page=False),
        )
    ]
