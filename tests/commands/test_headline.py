"""The headline's table on a terminal."""

import pytest

from gofsim.commands.headline import table_text

ROWS = [
    {"Arm": "on", "Chance": "+17.2 (+16.7 to +17.7)"},
    {"Arm": "[bold]off[/bold]", "Chance": "none"},
]


def test_columns_are_aligned_and_markup_stays_text():
    assert table_text(ROWS) == [
        "Arm                               Chance",
        "on                +17.2 (+16.7 to +17.7)",
        "[bold]off[/bold]                    none",
    ]


@pytest.mark.parametrize("width", [30, 50])
def test_it_is_no_wider_than_the_terminal(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    assert max(map(len, table_text(ROWS))) <= width


def test_no_rows_make_no_table():
    assert table_text([]) == []
