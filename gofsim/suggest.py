"""The nearest valid name, for error messages."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    """Return ``; did you mean `x`?`` for the nearest of `valid`, or an empty string."""
    if len(name) > LONGEST:
        return ""
    by_lower = {known.lower(): known for known in islice(valid, MOST_COMPARED)}
    near = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return f"; did you mean `{by_lower[near[0]]}`?" if near else ""


def listed(values: Iterable[object]) -> str:
    """Return the values as they are written in TOML: ``"a", "b" or 3``."""
    words = [written(value) for value in values]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def few(faults: Sequence[str], place: str) -> list[str]:
    """Return the first few of one place's faults, and how many more there are."""
    more = len(faults) - MOST_FAULTS
    return [*faults] if more <= 1 else [*faults[:MOST_FAULTS], f"{place}: and {more:,} more"]


def cut(lines: Sequence[str], what: str) -> list[str]:
    """Return the first lines of one each, and how many more of `what` there are."""
    more = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], *([f"and {more:,} more {what}"] if more > 0 else [])]


def named(names: Sequence[str]) -> str:
    """Return the first few names, and how many more there are: ```a`, `b`, `c` and 9 more``."""
    first = [f"`{shown(name)}`" for name in names[:MOST_FAULTS]]
    more = len(names) - len(first)
    rest = f"{more:,} more" if more else first.pop()
    return " and ".join([", ".join(first), rest] if first else [rest])


def written(value: object) -> str:
    """Return a value roughly as TOML writes it, cut when long; line ends come out escaped."""
    if value is None:
        return "null"  # of JSON alone: TOML has none
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def shown(key: str) -> str:
    """Return a key as it may stand in a line."""
    return key if key.isprintable() and len(key) <= LONGEST else written(key)


LONGEST = 80
MOST_COMPARED = 500  # names: a file of thousands of unknown ones would take minutes
MOST_FAULTS = 3
MOST_LINES = 40
