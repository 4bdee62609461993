"""Tables as plain text, the same on a terminal and in a pipe."""

from collections.abc import Mapping, Sequence
from typing import Any


def table_lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return rows (all with the same keys) as aligned lines under their keys.

    Columns of numbers stand to the right; columns in which nothing stands are left out.
    """
    keys = [key for key in (rows[0] if rows else ()) if any(row[key] is not None for row in rows)]
    columns = [column_cells(key, [row[key] for row in rows]) for key in keys]
    return ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]


def column_cells(key: str, values: Sequence[object]) -> list[str]:
    """Return a column's heading and cells, all of one width."""
    number = any(isinstance(value, int | float) for value in values)
    cells = [key, *map(cell_text, values)]
    width = max(map(len, cells))
    return [cell.rjust(width) if number else cell.ljust(width) for cell in cells]


def cell_text(value: object) -> str:
    """Return one value as text: thousands separated, fractions to four digits."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
