"""Numbers in sentences."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor, log10

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.table import (
    MINUS,
    MOST_DIGITS,
    PERCENT,
    Kind,
    cell_text,
    digits_of,
    figure,
    interval_words,
    most,
)

FIGURES = 3  # decimals of a number between 1 and 10 in a sentence


def digits_in_words(cell: Estimate, kind: Kind) -> int:
    """Decimals that a sentence shows: the first figure of the interval's half width."""
    if cell.low is None or cell.high is None or cell.high == cell.low:
        return digits_of(cell, kind)
    half = (cell.high - cell.low) / 2 * (PERCENT if kind.startswith("share") else 1)
    return min(MOST_DIGITS, max(1 if half < PERCENT else 0, -floor(log10(half))))


def value_of(cell: Estimate, kind: Kind) -> str:
    """Only the value: ``51.2%``."""
    return cell_text(cell, kind)


def with_interval(cell: Estimate, kind: Kind) -> str:
    """``51.2% (95% interval 50.9% to 51.5%)``; without an interval the words say why."""
    if cell.low is None or cell.high is None:
        return f"{cell_text(cell, kind)} (no interval: {cell.flag})"
    if cell.flag == "identical":
        return f"{cell_text(cell, kind)} (the same in all blocks)"
    value = figure(cell.value or 0.0, kind, digits_in_words(cell, kind))
    return f"{value} ({interval(cell, kind)})"


def interval(cell: Estimate, kind: Kind) -> str:
    """``95% interval 50.9% to 51.5%``."""
    if cell.low is None or cell.high is None:
        return f"no interval: {cell.flag}"
    return f"95% interval {interval_words(cell.low, cell.high, kind, digits_in_words(cell, kind))}"


def size_interval(cell: Estimate, kind: Kind) -> str:
    """The interval of a change's size, for sentences that say its direction in words."""
    if cell.low is None or cell.high is None or (cell.value or 0) >= 0:
        return interval(cell, kind).replace("+", "")
    return interval(replace(cell, low=-cell.high, high=-cell.low), kind).replace("+", "")


def size_of(cell: Estimate, kind: Kind) -> str:
    """A change without its sign: ``19.4``."""
    if cell.value is None:
        return cell_text(cell, kind)
    return figure(cell.value, kind, digits_in_words(cell, kind)).lstrip(f"+{MINUS}")


def from_to(old: Estimate, new: Estimate, change: Estimate, kind: Kind) -> str:
    """``from 29.86% to 41.93%``: as many decimals as the change, one more where they do not add up.

    ``kind`` is that of the values; ``change`` is their difference, shown by `size_of`.
    """
    scale = PERCENT if kind == "share" else 1
    before, after, shift = (scale * (cell.value or 0.0) for cell in (old, new, change))
    figures = FIGURES - floor(log10(max(abs(before), abs(after), 1.0)))
    digits = min(digits_in_words(change, kind), figures)
    if round(round(after, digits) - round(before, digits), digits) != round(shift, digits):
        digits += 1
    texts = (figure(cell.value or 0.0, kind, digits) for cell in (old, new))
    return "from {} to {}".format(*texts)


def at_most(cell: Estimate, kind: Kind) -> str:
    """The largest change the interval allows, rounded up and unsigned: ``0.12``."""
    digits = digits_in_words(cell, kind)
    unit = (PERCENT if kind.startswith("share") else 1) * 10**digits
    return figure(ceil(most(cell) * unit) / unit, kind, digits).lstrip(f"+{MINUS}")


def limit(cell: Estimate, kind: Kind, unit: str) -> str:
    """How large a change that was not found can be: ``0.12 points at most``."""
    if cell.low is None:
        return f"{size_of(cell, kind)} {unit} (no interval: {cell.flag})"
    return f"{at_most(cell, kind)} {unit} at most"


def counted(number: int, one: str) -> str:
    """``1 block``, ``2,000 blocks``."""
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last


def joined(parts: Sequence[str]) -> str:
    """One sentence of several parts."""
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
