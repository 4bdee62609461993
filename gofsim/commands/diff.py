"""`gofsim diff`: two runs on common deals, for the tests of those who write bots."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.run_diff import MEASURES, ArmDiff, compare_runs
from gofsim.commands.sound_run import sound_run
from gofsim.commands.text import table_lines
from gofsim.errors import BadInputError
from gofsim.suggest import listed

FORMAT = "gofsim-diff/1"
_CONDITION = re.compile(r"\s*(\w+)\s*([<>])\s*([-+]?\d+(?:\.\d+)?)\s*")


def diff(
    left: Path, right: Path, *, bot: str | None, fail_if: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the comparison as plain data with its `text`, and a line for each condition met.

    A condition such as ``points > 0.1`` is about the second run less the first; it holds when the
    whole interval does. Raises BadInputError.
    """
    conditions = [read_condition(text) for text in fail_if]
    found = compare_runs(sound_run(left), sound_run(right), bot)
    failures = [line for each in found for c in conditions if (line := failure(each, *c))]
    rows = [_row(each) for each in found]
    document = {
        "format": FORMAT,
        "runs": [str(left), str(right)],
        "changes": [_plain(each) for each in found],
        "failures": failures,
        "text": "\n".join(table_lines(rows)),
    }
    return document, failures


def read_condition(text: str) -> tuple[str, str, float]:
    """Read ``MEASURE > NUMBER`` or ``MEASURE < NUMBER``."""
    match = _CONDITION.fullmatch(text)
    if match is None or match[1] not in MEASURES:
        raise BadInputError(
            f'--fail-if: must look like "points > 0.1", of {listed(MEASURES)}, not {text}'
        )
    return match[1], match[2], float(match[3])


def failure(found: ArmDiff, measure: str, sign: str, bound: float) -> str:
    """Return a line where a change is surely beyond a bound, else nothing."""
    low, high = found.change.low, found.change.high
    if found.measure != measure or low is None or high is None:
        return ""
    if low > bound if sign == ">" else high < bound:
        return (
            f"arm {found.arm}: {found.bot}'s {measure} changed by {_interval(found.change)}, "
            f"surely {sign} {bound:g}"
        )
    return ""


def _row(found: ArmDiff) -> dict[str, Any]:
    change = found.change
    same = "identical" if change.flag == "identical" and not change.value else ""
    return {
        "arm": found.arm,
        "bot": found.bot,
        "measure": MEASURES[found.measure][0],
        "before": _interval(found.before),
        "after": _interval(found.after),
        "change": same or _interval(change),
        "p": "" if change.p is None else f"{change.p:.2g}",
        "blocks": change.n,
    }


def _interval(estimate: Estimate) -> str:
    if estimate.value is None:
        return "no data"
    half = None if estimate.low is None else estimate.value - estimate.low
    return f"{estimate.value:+.3f}" + ("" if half is None else f" ± {half:.3f}")


def _plain(found: ArmDiff) -> dict[str, Any]:
    three = {"before": found.before, "after": found.after, "change": found.change}
    values = {
        f"{name}{end}": getattr(each, field)
        for name, each in three.items()
        for end, field in (("", "value"), ("_low", "low"), ("_high", "high"))
    }
    told = {"arm": found.arm, "bot": found.bot, "measure": found.measure}
    return told | values | {"p": found.change.p, "blocks": found.change.n}
