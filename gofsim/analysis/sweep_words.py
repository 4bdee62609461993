"""What a sweep found, in a sentence: the effect of each factor by base, and whether it turns."""

from collections.abc import Mapping
from typing import Any

from gofsim.analysis.arm_words import table_words
from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import is_significant
from gofsim.analysis.rule_words import Contrast, change_words, limit_words
from gofsim.analysis.sweep import Factor, Sweep
from gofsim.analysis.sweep_tables import Findings
from gofsim.analysis.table import Table
from gofsim.analysis.words import joined, limit, listed, size_interval, size_of

MANY = 4  # values of a factor, of which a sentence also says where the effect begins


def sweep_sentence(found: Findings) -> str:
    """The effect of every factor on the first of the main figures, and what else it depends on."""
    parts = [part for factor in found.sweep.factors for part in _factor_words(found, factor)]
    if found.interactions is not None:
        parts.append(_interaction_words(found, found.interactions))
    return joined(parts)


def _factor_words(found: Findings, factor: Factor) -> list[str]:
    """One part for each base (with several factors the first and last), one on the turn."""
    sweep = found.sweep
    several = len(sweep.factors) > 1
    bases = list(dict.fromkeys((sweep.bases[0], sweep.bases[-1]))) if several else sweep.bases
    parts = [_base_words(found, factor, base) for base in bases]
    parts[0] = f"with {factor.name} = {factor.levels[-1]} instead of {factor.levels[0]}, {parts[0]}"
    if not several and factor.numeric and len(factor.levels) >= MANY:
        parts += _onset_words(found, factor)
    if len(bases) > 1:
        parts.append(_turn_words(found, factor))
    return parts


def _onset_words(found: Findings, factor: Factor) -> list[str]:
    """How far one must go from the first value until the first of the main figures differs."""
    name = found.metrics[0].name
    onsets = {}
    for base in found.sweep.bases:
        rows = [row for row in found.effects.rows if row["base"] == base]
        told = (level for level, row in zip(factor.levels[1:], rows, strict=True)
                if name in row["strong"])  # fmt: skip
        onsets[base] = next(told, None)
    if all(level in (None, factor.levels[1]) for level in onsets.values()):
        return []
    known = [f"{level} in {base}" for base, level in onsets.items() if level is not None]
    where = listed(known) if len(onsets) > 1 else str(next(iter(onsets.values())))
    return [f"going from {factor.levels[0]}, the first value that makes a difference is {where}"]


def _base_words(found: Findings, factor: Factor, base: str) -> str:
    """The effect with one base; with the last one of a single factor also on the next figure."""
    sweep = found.sweep
    main, *rest = (found.effect(metric, factor, base) for metric in found.metrics)
    words = _effect_words(found.evidence, main)
    told = [effect for effect in rest if effect.told(found.evidence)]
    if told and len(sweep.factors) == 1 and base == sweep.bases[-1]:
        words += f", and {change_words(found.evidence, told[0])}"
    return f"{base_words(sweep, base)}{words}"


def base_words(sweep: Sweep, base: str) -> str:
    """``at a table of lowest bots, `` or ``in mixed, ``; nothing where there is one base."""
    if len(sweep.bases) == 1:
        return ""
    where = table_words(sweep.at(base, sweep.origin))
    return f"{where or f'in {base}'}, "


def _effect_words(evidence: Evidence, effect: Contrast) -> str:
    if effect.told(evidence):
        return change_words(evidence, effect)
    if effect.difference.flag == "identical" and not effect.difference.value:
        return f"{effect.metric.phrase} is identical in every block"
    found = "next to no difference" if effect.real else "no difference found"
    return f"{found}: {limit_words(effect.metric, effect.difference)}"


def _turn_words(found: Findings, factor: Factor) -> str:
    """Whether the effect on the first figure turns round from the first base to the last.

    Before that the bases between, should it turn there.
    """
    metric = found.metrics[0]
    rows = [
        row
        for row in found.turns.rows
        if row["name"] == metric.name and row["factor"] == factor.name
    ]
    turned = [row for row in rows[:-1] if row["verdict"] == "turns round"]
    told = [*turned, rows[-1]]
    return "; ".join(turn_words(row, found.sweep.bases[0], metric.unit) for row in told)


def turn_words(row: Mapping[str, Any], weakest: str, unit: str) -> str:
    """``the effect does not turn round between random and control, but is 0.4 points smaller``."""
    between, contrast = f"between {weakest} and {row['base']}", row["contrast"]
    interval = size_interval(contrast, row["kind"])
    apart = f"{size_of(contrast, row['kind'])} {unit} apart ({interval})"
    if row["verdict"] == "turns round":
        return f"the effect turns round {between}: the two are {apart}"
    if is_significant(contrast, row["p_holm"]):
        if row["real_first"] and row["real"]:
            return f"the effect does not turn round {between}, but the two are {apart}"
        return f"no turn of the effect was found {between}, though the two are {apart}"
    return (
        f"the effect does not turn round {between} as far as these deals show: the two differ by"
        f" {limit(contrast, row['kind'], unit)}"
    )


def _interaction_words(found: Findings, interactions: Table) -> str:
    """Both factors at their last level, with the last base."""
    metric, row = found.metrics[0], interactions.rows[-1]
    beyond, unit = row[metric.name], metric.unit
    where = base_words(found.sweep, row["base"])
    if metric.name not in row["strong"]:
        return (
            f"{where}both together change it by what the two do alone, as far as these deals show:"
            f" {limit(beyond, metric.change, unit)} beyond the sum"
        )
    word = "more" if (beyond.value or 0) > 0 else "less"
    return (
        f"{where}both together give {size_of(beyond, metric.change)} {unit} {word}"
        f" ({size_interval(beyond, metric.change)}) than the sum of the two"
    )
