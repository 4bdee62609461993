"""Small bar charts of shares as SVG text, drawn on an axis that many of them have in common."""

from collections.abc import Sequence
from math import ceil
from statistics import median

from markupsafe import Markup

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.table import NOTHING, figure

Shares = Sequence[float | None]

WIDTH, HEIGHT = 300, 112  # units of the picture, about a pixel each
LEFT, TOP, BASE = 30, 8, 92
STEPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)  # where a common axis may end
LEAST_BAR = 0.6  # so that a share of nearly nothing is seen
FEW = 3  # of fewer charts the middle says nothing
STRIP, STRIP_HEIGHT = 72, 9


def common_top(charts: Sequence[Shares]) -> float:
    """The end of an axis that all of the charts fit on."""
    highest = max((value for chart in charts for value in chart if value is not None), default=0.0)
    return next(step for step in STEPS if highest <= step + 1e-9)


def middles(charts: Sequence[Shares]) -> Shares:
    """The median over charts, place by place; None where fewer than three have a share."""
    known = ([v for v in place if v is not None] for place in zip(*charts, strict=True))
    return [median(values) if len(values) >= FEW else None for values in known]


def bar_chart(
    title: str, labels: Sequence[str], values: Shares, top: float, marks: Shares = ()
) -> Markup:
    """Bars from 0 to ``top`` with a line at each of ``marks``; its words are its figures."""
    slot = (WIDTH - LEFT) / len(labels)
    texts = [_percent(value) for value in values]
    words = ", ".join(f"{label}: {text}" for label, text in zip(labels, texts, strict=True))
    parts = [_axis(top)]
    for place, (label, value, text) in enumerate(zip(labels, values, texts, strict=True)):
        left = LEFT + place * slot
        parts.append(_label(left + slot / 2, label))
        if value is None:
            parts.append(_label(left + slot / 2, NOTHING, BASE - 4))
        else:
            height = max(LEAST_BAR if value else 0.0, (BASE - TOP) * value / top)
            parts.append(_bar(left + 0.12 * slot, BASE - height, 0.76 * slot, height, label, text))
        if marks and marks[place] is not None:
            parts.append(_mark(left, BASE - (BASE - TOP) * (marks[place] or 0.0) / top, slot))
    return Markup(
        '<svg class="bars" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(WIDTH, HEIGHT, f"{title}: {words}", Markup("").join(parts))


def strip(value: Estimate | float | None, low: float, high: float, even: float) -> Markup:
    """A dot with its interval, or a dot alone, on a short axis from low to high, ``even`` marked.

    What stands next to it says the same in figures, so it has no words.
    """
    dot = value.value if isinstance(value, Estimate) else value
    if dot is None:
        return Markup("")
    ends = (dot, dot)
    if isinstance(value, Estimate) and value.low is not None and value.high is not None:
        ends = (value.low, value.high)
    a, x, b, mark = (_on_strip(each, low, high) for each in (ends[0], dot, ends[1], even))
    return Markup(
        '<svg class="strip" viewBox="0 0 {} {}" aria-hidden="true">'
        '<path class="axis" d="M2 {}H{}"/><path class="even" d="M{} 0V{}"/>'
        '<path class="reach" d="M{} {}H{}"/>'
        '<circle cx="{}" cy="{}" r="2.6"/></svg>'
    ).format(
        STRIP, STRIP_HEIGHT, STRIP_HEIGHT / 2, STRIP - 2, mark, STRIP_HEIGHT, a, STRIP_HEIGHT / 2,
        b, x, STRIP_HEIGHT / 2,
    )  # fmt: skip


def wide_enough(values: Sequence[float | None], even: float) -> tuple[float, float]:
    """Ends of a common strip: whole numbers around all values and ``even``."""
    known = [even - 1, even + 1, *(value for value in values if value is not None)]
    return float(-ceil(-min(known))), float(ceil(max(known)))


def _on_strip(value: float, low: float, high: float) -> str:
    inside = min(high, max(low, value))
    return f"{3 + (STRIP - 6) * (inside - low) / (high - low):.1f}"


def _percent(value: float | None) -> str:
    return NOTHING if value is None else figure(value, "share", 1)


def _axis(top: float) -> Markup:
    middle = (TOP + BASE) / 2
    return Markup(
        '<path class="grid" d="M{0} {1}H{4}M{0} {2}H{4}"/><path class="axis" d="M{0} {3}H{4}"/>'
        '<text class="end" x="{5}" y="{6}">{7}</text><text class="end" x="{5}" y="{8}">0</text>'
    ).format(LEFT, TOP, middle, BASE, WIDTH, LEFT - 4, TOP + 4, figure(top, "share", 0), BASE + 3)


def _label(x: float, text: str, y: int = BASE + 13) -> Markup:
    return Markup('<text x="{}" y="{}">{}</text>').format(f"{x:.1f}", y, text)


def _bar(x: float, y: float, width: float, height: float, label: str, text: str) -> Markup:
    return Markup('<rect x="{}" y="{}" width="{}" height="{}"><title>{}: {}</title></rect>').format(
        *(f"{each:.1f}" for each in (x, y, width, height)), label, text
    )


def _mark(x: float, y: float, width: float) -> Markup:
    return Markup('<path class="mark" d="M{} {}h{}"/>').format(
        f"{x:.1f}", f"{y:.1f}", f"{width:.1f}"
    )
