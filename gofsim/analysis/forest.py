"""Paired differences of arms from the first of their group, as a forest plot."""

from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import is_significant
from gofsim.analysis.figures import Dot, Panel, dot_chart
from gofsim.analysis.metrics import main_metrics
from gofsim.analysis.section import Picture
from gofsim.analysis.table import Table, cell_text

MOST_PANELS = 4


def differences_picture(evidence: Evidence, pairs: Table) -> Picture:
    """One panel a main metric, one line an arm; filled where the table of pairs is significant.

    ``pairs`` is the table of differences, which must hold each arm with the first of its group.
    """
    groups, swept = evidence.run.groups, bool(evidence.run.swept)
    changes = [(arm, group[0]) for group in groups for arm in group[1:]]
    changes = [change for change in changes if change[0] in evidence.run.shown]
    rows = {(row["name"], row["left"], row["right"]): row for row in pairs.rows}
    panels, words = [], []
    for metric in main_metrics(evidence)[:MOST_PANELS]:
        dots = []
        for arm, first in changes:
            row = rows[metric.name, first.name, arm.name]
            label = f"{arm.name} less {first.name}" if len(groups) > 1 and not swept else arm.name
            real = is_significant(row["difference"], row["p_holm"])
            dots.append(Dot(label, {"": row["difference"]}, hollow=not real))
            words.append(f"{metric.label}, {label}: {cell_text(row['difference'], metric.change)}")
        axis = "percentage points" if metric.kind == "share" else ""
        panels.append(Panel(dots, axis, metric.change, metric.label, mark=(0.0, "")))
    of_group = "of its sweep" if swept else "that seats the same bots"
    less = f"less {groups[0][0].name if len(groups) == 1 else f'the first {of_group}'}"
    return Picture(
        "differences", f"Paired differences. {'; '.join(words)}.",
        f"Every arm {less}, paired by deals, with 95% intervals; dashed line: no difference. Filled"
        " dots: Holm-adjusted p below 0.05 in the whole table; hollow dots: no difference found.",
        dot_chart(panels),
    )  # fmt: skip
