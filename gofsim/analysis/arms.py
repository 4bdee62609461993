"""Rule arms beside each other: the figures of each, and all pairs on the same deals with Holm."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import (
    benjamini_hochberg,
    holm,
    is_significant,
    variance_reduction,
)
from gofsim.analysis.figures import Dot, Panel, dot_chart
from gofsim.analysis.forest import differences_picture
from gofsim.analysis.metrics import PARTED, SILENT, Metric, main_metrics, metrics_of, same_metric
from gofsim.analysis.run_folder import ArmInfo
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.table import Column, Table
from gofsim.analysis.words import listed, value_of

Row = dict[str, Any]
UNITS = {"share": ", %", "number": "", "change": ""}
MOST_PANELS = 4
MOST_PAIRED = 8  # arms of a group of which all pairs are compared; of more, each with the first
SIDES = 2  # of a comparison: with more arms the page shows changes from the first
NOTE = (
    "The second arm less the first; shares in percentage points. Saved: how many times more blocks"
    " separate deals would need for the same precision."
)


def arms_section(evidence: Evidence) -> Section | None:
    """The arms compared; None for a single arm."""
    if len(evidence.run.arms) == 1:
        return None
    pairs = pairs_table(evidence)
    found = sum(map(is_real, pairs.rows))
    groups, shown = evidence.run.groups, evidence.run.shown
    text = (
        "All arms play the same deals, so their differences are taken block by block. Differences:"
        f" {len(pairs.rows):,}. Of these, larger than chance explains (Holm-adjusted p below 0.05"
        f" in the whole family): {found:,}."
        + (_groups_words(evidence) if len(groups) > 1 else "")
        + (_shown_words(evidence) if len(shown) < len(evidence.run.arms) else ""),
    )
    tables = [figures_table(evidence), pairs]
    if pairs.shown is not None:
        tables.append(changes_table(evidence, pairs))
    return Section(
        "arms", "The arms compared", text,
        (arms_picture(evidence), differences_picture(evidence, pairs)), tuple(tables),
        "Each line of a chart is one arm; the bar around a dot is its 95% interval. Whether two"
        " arms differ is not seen from overlapping bars but from the chart and the table of"
        " differences, which are paired by deals and therefore sharper.",
    )  # fmt: skip


def _groups_words(evidence: Evidence) -> str:
    made = "the sweep made them from the same one"
    return f" Arms are compared where {made if evidence.run.swept else 'they seat the same bots'}."


def _shown_words(evidence: Evidence) -> str:
    shown, every = len(evidence.run.shown), len(evidence.run.arms)
    return f" Charts and tables by arm show {shown} of the {every} arms; the CSV files hold all."


def arms_picture(evidence: Evidence) -> Picture:
    """Small panels of the main metrics, one line an arm."""
    often = [PARTED] if SILENT & set(evidence.run.varied) and evidence.run.has_games else []
    metrics = [*often, *main_metrics(evidence)][:MOST_PANELS]
    panels = [
        Panel(
            [Dot(arm.name, {"": metric.estimate(evidence, arm)}) for arm in evidence.run.shown],
            "",
            metric.kind,
            metric.label + UNITS[metric.kind],
        )
        for metric in metrics
    ]
    words = "; ".join(
        f"{metric.label}: "
        + ", ".join(
            f"{arm.name} {value_of(metric.estimate(evidence, arm), metric.kind)}"
            for arm in evidence.run.shown
        )
        for metric in metrics
    )
    return Picture("arms", words + ".", "The main figures of the arms, with 95% intervals.",
                   dot_chart(panels))  # fmt: skip


def figures_table(evidence: Evidence) -> Table:
    """Every metric (rows) in every arm (columns)."""
    arms = evidence.run.arms
    rows = tuple(
        {"metric": metric.label, "kind": metric.kind}
        | {f"arm {arm.name}": metric.estimate(evidence, arm) for arm in arms}
        for metric in (*metrics_of(evidence), *same_metric(evidence))
    )
    columns = (
        Column("metric", "Figure"),
        *(Column(f"arm {arm.name}", arm.name, "by row") for arm in arms),
    )
    return Table("arms", "Every arm by itself", columns, rows)


def pairs_table(evidence: Evidence) -> Table:
    """All pairs of arms (of many, each with the first) on all metrics, Holm over the table."""
    arms = evidence.run.arms
    rows = [
        _pair(evidence, metric, left, right)
        for group in evidence.run.groups
        for left, right in _compared(group)
        for metric in metrics_of(evidence)
    ]
    found = [row["difference"].p for row in rows]
    adjusted = zip(rows, holm(found), benjamini_hochberg(found), strict=True)
    rows = [{**row, "p_holm": p, "q": q} for row, p, q in adjusted]
    columns = (
        Column("metric", "Figure"),
        Column("left", "From"),
        Column("right", "To"),
        Column("difference", "Difference", "by row"),
        Column("p_holm", "p (Holm)", "p"),
        Column("q", "q (Benjamini-Hochberg)", "p", on_page=False),  # for those who screen
        Column("saved", "Saved by common deals", "factor"),
    )
    shown = None if len(arms) == SIDES else ()
    return Table("pairs", "Differences between the arms", columns, tuple(rows), NOTE, shown)


def changes_table(evidence: Evidence, pairs: Table) -> Table:
    """The differences of every arm from the first of its group, side by side."""
    changes = [(group[0], arm) for group in evidence.run.groups for arm in group[1:]]
    known = {(row["name"], row["left"], row["right"]): row for row in pairs.rows}
    rows = []
    for metric in metrics_of(evidence):
        mine = {
            f"arm {arm.name}": known[metric.name, first.name, arm.name] for first, arm in changes
        }
        rows.append(
            {"metric": metric.label, "kind": metric.change}
            | {key: row["difference"] for key, row in mine.items()}
            | {"strong": {key for key, row in mine.items() if is_real(row)}}
        )
    firsts = listed([group[0].name for group in evidence.run.groups])
    several = len(evidence.run.groups) > 1
    columns = (
        Column("metric", "Figure"),
        *(
            Column(
                f"arm {arm.name}", f"{arm.name} less {first.name}" if several else arm.name,
                "by row",
            )
            for first, arm in changes
        ),
    )  # fmt: skip
    of_group = "of its sweep" if evidence.run.swept else "that seats the same bots"
    note = (
        f"Each arm less {firsts if not several else f'the first {of_group}'}; shares in"
        " percentage points. Bold: Holm-adjusted p below 0.05 among all pairs that are compared."
        " pairs.csv holds them with p-values."
    )
    return Table("changes", f"Differences from {firsts}", columns, tuple(rows), note)


def is_real(row: Mapping[str, Any]) -> bool:
    """Whether a difference is more than chance explains, among all that were looked at."""
    return is_significant(row["difference"], row["p_holm"])


def _compared(group: Sequence[ArmInfo]) -> list[tuple[ArmInfo, ArmInfo]]:
    if len(group) > MOST_PAIRED:
        return [(group[0], arm) for arm in group[1:]]
    return list(combinations(group, 2))


def _pair(evidence: Evidence, metric: Metric, left: ArmInfo, right: ArmInfo) -> Row:
    difference = metric.difference(evidence, right, left)
    saved = variance_reduction(
        metric.estimate(evidence, left), metric.estimate(evidence, right), difference
    )
    return {
        "metric": metric.label,
        "name": metric.name,
        "left": left.name,
        "right": right.name,
        "kind": metric.change,
        "difference": difference,
        "saved": saved,
    }
