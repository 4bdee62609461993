"""The section on a sweep: response curves or heat maps, and the tables behind them."""

from gofsim.analysis.arms import UNITS
from gofsim.analysis.collect import Evidence
from gofsim.analysis.curve_chart import Curves, curve_chart
from gofsim.analysis.matrix_chart import Tile, colour_scale, shade, tile_chart
from gofsim.analysis.section import Picture, Section
from gofsim.analysis.sweep import Sweep, sweep_of
from gofsim.analysis.sweep_tables import (
    PAIR,
    Findings,
    findings_of,
    levels_table,
    sweep_metrics,
    with_p,
)
from gofsim.analysis.table import Table, cell_text, common_digits
from gofsim.analysis.words import listed

BARS = (
    "Bars are 95% intervals of each figure by itself. Whether a value changes it is not seen from"
    " overlapping bars but from the table of changes, which is paired by deals and therefore"
    " sharper."
)


def sweep_section(evidence: Evidence) -> Section | None:
    """What the swept factors do; None for a run without a sweep."""
    sweep = sweep_of(evidence.run)
    if sweep is None:
        return None
    names = [f"{factor.name} ({', '.join(factor.levels)})" for factor in sweep.factors]
    riffled = any(arm.rules["shuffle"] == "riffle" for arm in evidence.run.arms)
    deals = "the same deals in round 1" if riffled else "the same deals"
    text = (
        f"Every arm was played at every value of {listed(names)}, on {deals}, and effects are"
        " differences taken block by block.",
    )
    return Section(
        "sweep", "What the values change", text, tuple(sweep_pictures(evidence, sweep)),
        sweep_tables(findings_of(evidence, sweep)),
        BARS if len(sweep.factors) == 1 else "",
    )  # fmt: skip


def sweep_tables(found: Findings) -> tuple[Table, ...]:
    """Effects, a comparison of bases where there are several, interactions of two factors, arms."""
    tables = [found.effects]
    if found.turns.rows:
        tables.append(found.turns)
    if found.interactions is not None:
        tables.append(found.interactions)
    return (*tables, levels_table(found.evidence, found.sweep))


def sweep_pictures(evidence: Evidence, sweep: Sweep) -> list[Picture]:
    """Curves over one factor, a map of two for each base; nothing for more."""
    if len(sweep.factors) == 1:
        return [curves_picture(evidence, sweep)]
    if len(sweep.factors) == PAIR:
        return [map_picture(evidence, sweep, base) for base in sweep.bases]
    return []


def curves_picture(evidence: Evidence, sweep: Sweep) -> Picture:
    """The main figures against the values of the only factor, one line a base."""
    (factor,) = sweep.factors
    panels, words = [], []
    for metric in sweep_metrics(evidence):
        lines = {
            base: [metric.estimate(evidence, sweep.at(base, (level,))) for level in factor.levels]
            for base in sweep.bases
        }
        panels.append(Curves(metric.label + UNITS[metric.kind], metric.kind, lines))
        words += [
            f"{metric.label}, {base}: from {cell_text(cells[0], metric.kind)} at"
            f" {factor.levels[0]} to {cell_text(cells[-1], metric.kind)} at {factor.levels[-1]}"
            for base, cells in lines.items()
        ]
    values = [float(v) for v in factor.values] if factor.numeric else list(factor.levels)
    return Picture(
        "sweep", f"Response curves over {factor.name}. {'; '.join(words)}.",
        f"The main figures at each value of {factor.name}, with 95% intervals.",
        curve_chart(panels, values, factor.name),
    )  # fmt: skip


def map_picture(evidence: Evidence, sweep: Sweep, base: str) -> Picture:
    """The first of the main figures of one base at every pair of values, coloured by its change."""
    metric = sweep_metrics(evidence)[0]
    one, two = sweep.factors
    places = [(a, b) for a in one.levels for b in two.levels]
    cells = {place: metric.estimate(evidence, sweep.at(base, place)) for place in places}
    origin = sweep.at(base, sweep.origin)
    changes = with_p(
        [{metric.name: metric.difference(evidence, sweep.at(base, p), origin)} for p in places],
        [metric],
    )
    scale = colour_scale([row[metric.name] for row in changes])
    digits = common_digits(cells.values(), metric.kind)
    tiles = {
        place: Tile(
            cell_text(cells[place], metric.kind, digits),
            shade(row[metric.name].value or 0.0, scale, real=bool(row["strong"])),
            bool(row["strong"]),
        )
        for place, row in zip(places, changes, strict=True)
    }
    words = ", ".join(f"{a} and {b} {tile.text}" for (a, b), tile in tiles.items())
    title = f"{metric.label}, {base}" if len(sweep.bases) > 1 else metric.label
    return Picture(
        f"sweep_map_{sweep.bases.index(base) + 1}",
        f"{title}, by {one.name} and {two.name}: {words}.",
        f"{title}. Blue: more than at the first values (top left), orange: less; bold:"
        " Holm-adjusted p below 0.05 in this picture, pale otherwise.",
        tile_chart(one.levels, two.levels, tiles, one.name, two.name),
    )  # fmt: skip
