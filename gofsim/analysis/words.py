"""Numbers in sentences."""

from collections.abc import Sequence
from dataclasses import replace

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.table import MINUS, Kind, cell_text, digits_of, figure, interval_words, most


def value_of(cell: Estimate, kind: Kind) -> str:
    """Only the value: ``51.2%``."""
    return cell_text(cell, kind)


def with_interval(cell: Estimate, kind: Kind) -> str:
    """``51.2% (95% interval 50.9% to 51.5%)``; without an interval the words say why."""
    if cell.low is None or cell.high is None:
        return f"{cell_text(cell, kind)} (no interval: {cell.flag})"
    if cell.flag == "identical":
        return f"{cell_text(cell, kind)} (the same in all blocks)"
    return f"{cell_text(cell, kind)} ({interval(cell, kind)})"


def interval(cell: Estimate, kind: Kind) -> str:
    """``95% interval 50.9% to 51.5%``."""
    if cell.low is None or cell.high is None:
        return f"no interval: {cell.flag}"
    return f"95% interval {interval_words(cell.low, cell.high, kind, digits_of(cell, kind))}"


def size_interval(cell: Estimate, kind: Kind) -> str:
    """The interval of a change's size, for sentences that say its direction in words."""
    if cell.low is None or cell.high is None or (cell.value or 0) >= 0:
        return interval(cell, kind).replace("+", "")
    return interval(replace(cell, low=-cell.high, high=-cell.low), kind).replace("+", "")


def size_of(cell: Estimate, kind: Kind) -> str:
    """A change without its sign: ``19.4``."""
    return cell_text(cell, kind).lstrip(f"+{MINUS}")


def at_most(cell: Estimate, kind: Kind) -> str:
    """The largest change the interval allows, unsigned: ``0.12``."""
    return figure(most(cell), kind, digits_of(cell, kind)).lstrip(f"+{MINUS}")


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last
