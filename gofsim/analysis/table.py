"""Tables of a report: typed columns, cells that may be estimates, and how they are written."""

import csv
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor, inf, isinf, log10
from pathlib import Path
from typing import Any, Literal

from gofsim.analysis.estimates import Estimate

Kind = Literal[
    "text", "count", "share", "share_change", "number", "change", "p", "factor", "by row"
]
PERCENT = 100
NOTHING = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"
MOST_DIGITS = 4
SMALLEST_P = 0.001
FORMULA_SIGNS = ("=", "+", "-", "@", "'", "\t", "\r")


@dataclass(frozen=True)
class Column:
    """A column: its key in the rows and CSV, its heading, and how its cells read.

    ``share`` cells are 0..1 and read as per cent, ``share_change`` as percentage points;
    ``change`` and ``share_change`` carry their sign; ``by row`` looks into the row's "kind".
    """

    key: str
    label: str
    kind: Kind = "text"
    on_page: bool = True  # whether pages show it too, not only the CSV file
    digits: int | None = None  # decimals of its cells, where they are not to follow from intervals


@dataclass(frozen=True)
class Table:
    """Rows of cells by column key; ``name`` is the CSV file, ``shown`` the rows a page shows.

    A row may name under "strong" the keys of cells to print in bold.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Mapping[str, Any], ...]
    note: str = ""
    shown: tuple[Mapping[str, Any], ...] | None = None

    @cached_property
    def estimated(self) -> frozenset[str]:
        """The keys of the columns that hold estimates."""
        keys = (column.key for column in self.columns)
        return frozenset(k for k in keys if any(isinstance(r[k], Estimate) for r in self.rows))

    @property
    def page_columns(self) -> tuple[Column, ...]:
        """The columns a page shows."""
        return tuple(column for column in self.columns if column.on_page)

    @property
    def grouped(self) -> bool:
        """Whether rows share the text of the first column of the page."""
        first = [row[self.page_columns[0].key] for row in self.page_rows]
        return len(set(first)) < len(first)

    @property
    def page_rows(self) -> tuple[Mapping[str, Any], ...]:
        """The rows a page shows; the CSV file has all of them."""
        return self.rows if self.shown is None else self.shown


def without(table: Table, names: Collection[str]) -> Table:
    """The table whose page leaves out the rows and columns of these arms; its file has them."""
    columns = tuple(
        replace(column, on_page=column.on_page and column.key not in {f"arm {n}" for n in names})
        for column in table.columns
    )
    shown = tuple(row for row in table.page_rows if row.get("arm") not in names)
    return replace(table, columns=columns, shown=shown)


def kind_in(column: Column, row: Mapping[str, Any]) -> Kind:
    """How the cell of this column and row reads."""
    kind: Kind = row["kind"] if column.kind == "by row" else column.kind
    return kind


def write_csv(table: Table, path: Path) -> None:
    """Write every row; an estimate takes the columns x, x_low, x_high, x_n and x_flag."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(no_formula, flat_keys(table)))
        writer.writerows(map(no_formula, flat_row(table, row).values()) for row in table.rows)


def no_formula(cell: object) -> object:
    """A cell as it is, but text that a spreadsheet would compute begins with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS) else cell


def flat_keys(table: Table) -> list[str]:
    """Column names of the CSV file."""
    return list(flat_row(table, table.rows[0]) if table.rows else [c.key for c in table.columns])


def flat_row(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """One row with every estimate spread out; None where there is nothing, or no end."""
    flat: dict[str, Any] = {}
    for column in table.columns:
        cell = row[column.key]
        if column.key not in table.estimated:
            flat[column.key] = None if isinstance(cell, float) and isinf(cell) else cell
            continue
        known = (
            cell if isinstance(cell, Estimate) else Estimate(None, None, None, 0, flag="no data")
        )
        flat[column.key] = known.value
        for part in ("low", "high", "n", "flag"):
            flat[f"{column.key}_{part}"] = getattr(known, part)
    return flat


def text_row(table: Table, row: Mapping[str, Any]) -> dict[str, str]:
    """One row of a page as texts by column heading, intervals in brackets."""
    texts = {}
    for column in table.page_columns:
        kind, digits = kind_in(column, row), column_digits(table, column, row)
        bounds = interval_text(row[column.key], kind, digits)
        text = cell_text(row[column.key], kind, digits)
        texts[column.label] = f"{text} ({bounds})" if bounds else text
    return texts


def cell_text(cell: object, kind: Kind, common: int | None = None) -> str:
    """A cell without its interval; ``common`` are the decimals usual around it."""
    if cell is None or (isinstance(cell, Estimate) and cell.value is None):
        return NOTHING
    if isinstance(cell, Estimate):
        return figure(cell.value or 0.0, kind, near_digits(cell, kind, common))
    if isinstance(cell, int | float) and kind != "text":
        return figure(cell, kind, plain_digits(kind) if common is None else common)
    return str(cell)


def interval_text(cell: object, kind: Kind, common: int | None = None) -> str:
    """The interval of an estimate as ``low to high``, or why there is none; empty for the rest."""
    if not isinstance(cell, Estimate) or cell.value is None:
        return ""
    if cell.low is None or cell.high is None:
        return cell.flag
    if cell.flag == "identical":
        changes = kind in ("change", "share_change")
        return cell.flag if changes and cell.value == 0 else "in all blocks"
    digits = near_digits(cell, kind, common)
    return interval_words(cell.low, cell.high, kind, digits)


def digits_of(cell: Estimate, kind: Kind) -> int:
    """Decimals that show one or two figures of the interval's half width, no more than four."""
    if kind == "count" or cell.low is None or cell.high is None or cell.high == cell.low:
        return plain_digits(kind)
    half = (cell.high - cell.low) / 2 * (PERCENT if kind.startswith("share") else 1)
    return min(MOST_DIGITS, max(0 if half > PERCENT else 1, -floor(log10(half / 3))))


def interval_words(low: float, high: float, kind: Kind, digits: int) -> str:
    """``low to high``; a share's interval ends where shares end."""
    if kind == "share":
        low, high = max(0.0, low), min(1.0, high)
    return f"{figure(low, kind, digits)} to {figure(high, kind, digits)}"


def near_digits(cell: Estimate, kind: Kind, common: int | None) -> int:
    """The usual decimals where the cell's own are at most one away, so that columns line up."""
    own = digits_of(cell, kind)
    return common if common is not None and abs(own - common) <= 1 else own


def common_digits(cells: Iterable[object], kind: Kind) -> int | None:
    """The decimals most estimates among the cells have; None where there is none."""
    digits = Counter(
        digits_of(cell, kind)
        for cell in cells
        if isinstance(cell, Estimate) and cell.low != cell.high
    )
    return min(digits, key=lambda count: (-digits[count], count)) if digits else None


def column_digits(table: Table, column: Column, row: Mapping[str, Any]) -> int | None:
    """The usual decimals around a cell: down its column, or along its row where kinds go by row."""
    if column.digits is not None:
        return column.digits
    if column.kind == "by row":
        return common_digits(row.values(), row["kind"])
    return common_digits((other[column.key] for other in table.page_rows), column.kind)


def plain_digits(kind: Kind) -> int:
    """Decimals of numbers that come without an interval."""
    return {"count": 0, "number": 2, "change": 2, "factor": 1}.get(kind, 1)


def figure(value: float, kind: Kind, digits: int) -> str:
    """A number as a reader expects it: true minus sign, per cent sign, thousands apart."""
    match kind:
        case "p":
            return f"<\N{NO-BREAK SPACE}{SMALLEST_P}" if value < SMALLEST_P else f"{value:.3f}"
        case "factor":
            return f"∞{TIMES}" if isinf(value) else f"{value:,.{digits}f}{TIMES}"
        case "share":
            return f"{_plain(PERCENT * value, digits)}%"
        case "share_change":
            return signed(PERCENT * value, digits)
        case "change":
            return signed(value, digits)
    return _plain(value, digits)


def signed(value: float, digits: int) -> str:
    """A change with its sign; what rounds to zero has none."""
    text = _plain(value, digits)
    return f"+{text}" if round(value, digits) > 0 else text


def _plain(value: float, digits: int) -> str:
    # z: what rounds to zero has no minus sign.
    return f"{value:z,.{digits}f}".replace("-", MINUS)


def most(cell: Estimate) -> float:
    """The largest change the interval allows, either way."""
    if cell.low is None or cell.high is None:
        return inf
    return max(abs(cell.low), abs(cell.high))


def widest(cells: Iterable[Estimate]) -> Estimate:
    """The change that may be the largest; of those without intervals the largest as found."""
    return max(cells, key=lambda cell: (most(cell), abs(cell.value or 0.0)))
