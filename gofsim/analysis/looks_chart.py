"""The chart of a stop rule: the estimate with its bounds, or the likelihood ratio, at each look."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gofsim.analysis.figures import COLOURS, SOFT, WIDTH, canvas, frame, minus_sign, style
from gofsim.analysis.sequential import sprt_bounds

HEIGHT = 2.6


def looks_chart(looks: Sequence[Mapping[str, Any]], stop: Mapping[str, Any], words: str) -> Figure:
    """What was seen over the blocks; ``words`` say what is compared."""
    with style():
        chart = canvas(WIDTH, HEIGHT)
        ax = chart.subplots()
        if stop["rule"] == "sprt":
            _draw_ratio(ax, looks, stop)
        else:
            _draw_interval(ax, looks, 1 if stop["metric"] == "points" else 100)
        frame(ax)
        ax.set_xlabel("blocks", loc="left")
        ax.set_title(f"{words[0].upper()}{words[1:]}", loc="left", fontsize=8.5, wrap=True)
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
        ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: minus_sign(f"{y:g}")))
        return chart


def _draw_ratio(ax: Axes, looks: Sequence[Mapping[str, Any]], stop: Mapping[str, Any]) -> None:
    known = [look for look in looks if look["llr"] is not None]
    blocks, ratios = [look["blocks"] for look in known], [look["llr"] for look in known]
    ax.plot(blocks, ratios, "o-", color=COLOURS[0], markersize=3, linewidth=1.4)
    for bound, key in zip(sprt_bounds(stop["alpha"], stop["beta"]), ("d0", "d1"), strict=True):
        ax.axhline(bound, color=COLOURS[1], linewidth=1.2, linestyle="--")
        ax.annotate(
            minus_sign(f"accept {stop[key]:g}"), (0, bound), xycoords=("axes fraction", "data"),
            xytext=(3, 3), textcoords="offset points", fontsize=8, color=SOFT,
        )  # fmt: skip
    ax.set_ylabel("log likelihood ratio")


def _draw_interval(ax: Axes, looks: Sequence[Mapping[str, Any]], scale: float) -> None:
    blocks = [look["blocks"] for look in looks]
    low, value, high = ([scale * look[key] for look in looks] for key in ("low", "value", "high"))
    ax.fill_between(blocks, low, high, color=COLOURS[0], alpha=0.2, linewidth=0)
    ax.plot(blocks, value, "o-", color=COLOURS[0], markersize=3, linewidth=1.4)
    if min(low) <= 0 <= max(high):
        ax.axhline(0, color=SOFT, linewidth=1, linestyle=(0, (3, 2)))
    ax.set_ylabel("points" if scale == 1 else "percentage points")
