"""How numbers read in tables, and what the CSV files hold."""

import csv

import pytest

from gofsim.analysis.estimates import Estimate, from_error
from gofsim.analysis.table import (
    Column,
    Table,
    cell_text,
    common_digits,
    figure,
    flat_row,
    interval_text,
    text_row,
    widest,
    write_csv,
)

SHARE = Estimate(0.5117, 0.5071, 0.5163, 1000)
FALL = Estimate(-0.0123, -0.0201, -0.0045, 1000)


@pytest.mark.parametrize(
    ("cell", "kind", "text", "bounds"),
    [
        (SHARE, "share", "51.2%", "50.7% to 51.6%"),
        (FALL, "share_change", "−1.2", "−2.0 to −0.4"),  # noqa: RUF001
        (Estimate(1234.5, 1200.0, 1269.0, 9), "number", "1,234.5", "1,200.0 to 1,269.0"),
        (Estimate(0.999, 0.996, 1.002, 9), "share", "99.9%", "99.6% to 100.0%"),
        (Estimate(0.25, 0.25, 0.25, 9, flag="identical"), "share", "25.0%", "in all blocks"),
        (Estimate(0.3, 0.3, 0.3, 9, flag="identical"), "change", "+0.30", "in all blocks"),
        (Estimate(0.0, 0.0, 0.0, 9, flag="identical"), "change", "0.00", "identical"),
        (Estimate(2.0, None, None, 1, flag="one block"), "number", "2.00", "one block"),
        (Estimate(None, None, None, 0, flag="no data"), "share", "–", ""),  # noqa: RUF001
        (None, "share", "–", ""),  # noqa: RUF001
        (0.0004, "p", "<\N{NO-BREAK SPACE}0.001", ""),
        (0.0412, "p", "0.041", ""),
        (float("inf"), "factor", "∞×", ""),  # noqa: RUF001
        (71_234, "count", "71,234", ""),
        (Estimate(15.5, 15.0, 16.0, 9), "count", "16", "15 to 16"),
        ("control", "text", "control", ""),
    ],
)
def test_cells(cell, kind, text, bounds):
    assert cell_text(cell, kind) == text
    assert interval_text(cell, kind) == bounds


def test_a_column_lines_up_on_its_usual_decimals():
    fine, coarse = Estimate(0.195, 0.193, 0.197, 9), Estimate(0.487, 0.468, 0.506, 9)
    digits = common_digits([coarse, coarse, fine, None], "share")
    assert digits == 1
    assert cell_text(fine, "share", digits) == "19.5%"


def test_a_cell_far_finer_than_its_column_keeps_its_decimals():
    tiny = Estimate(0.00021, 0.00011, 0.00031, 9)
    assert cell_text(tiny, "share", 1) == "0.021%"


def test_a_column_may_fix_its_decimals():
    exact = Column("exact", "Exact", "share", digits=3)
    table = Table("t", "T", (exact,), ({"exact": 0.310271},))
    assert text_row(table, table.rows[0]) == {"Exact": "31.027%"}


def test_an_estimate_becomes_five_columns_of_csv(tmp_path):
    columns = (Column("arm", "Arm"), Column("won", "Won", "share"), Column("p", "p", "p"))
    rows = ({"arm": 'a, "b"', "won": SHARE, "p": None}, {"arm": "c", "won": None, "p": 0.5})
    write_csv(Table("t", "T", columns, rows), tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        first, second = csv.DictReader(file)
    assert first == {
        "arm": 'a, "b"', "won": "0.5117", "won_low": "0.5071", "won_high": "0.5163",
        "won_n": "1000", "won_flag": "", "p": "",
    }  # fmt: skip
    assert (second["won"], second["won_low"], second["p"]) == ("", "", "0.5")


def test_csv_files_hold_rows_and_columns_that_pages_leave_out(tmp_path):
    columns = (Column("size", "Size", on_page=False), Column("n", "N", "count"))
    table = Table("t", "T", columns, ({"size": "4", "n": 1}, {"size": "5", "n": 2}), shown=())
    assert table.page_rows == ()
    assert [column.key for column in table.page_columns] == ["n"]
    write_csv(table, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text("utf-8") == "size,n\n4,1\n5,2\n"


def test_rows_for_a_terminal():
    columns = (Column("figure", "Figure"), Column("d", "Difference", "by row"))
    row = {"figure": "chance", "kind": "share_change", "d": from_error(0.157, 0.008, 300)}
    table = Table("t", "T", columns, (row,))
    assert text_row(table, row) == {"Figure": "chance", "Difference": "+15.7 (+14.1 to +17.3)"}
    assert flat_row(table, row)["d_n"] == 300


@pytest.mark.parametrize("value", [-0.0, -0.0004, 0.0004, 0.0])
def test_what_rounds_to_zero_has_no_sign(value):
    kinds = ("change", "number", "share", "share_change")
    assert [figure(value / 100, kind, 2) for kind in kinds] == ["0.00", "0.00", "0.00%", "0.00"]
    cell = Estimate(value, -0.2, 0.2, 100)
    assert cell_text(cell, "change", 2) == "0.00"
    assert interval_text(Estimate(0.3, value, 0.6, 100), "change", 2) == "0.00 to +0.60"


def test_what_does_not_round_to_zero_keeps_its_sign():
    assert figure(-0.006, "change", 2) == "−0.01"  # noqa: RUF001
    assert figure(0.006, "change", 2) == "+0.01"
    assert figure(-1234.5, "share_change", 0) == "−123,450"  # noqa: RUF001


def test_the_widest_has_the_farthest_bound_and_without_bounds_the_largest_value():
    near, far = from_error(0.5, 0.1, 100), from_error(-0.1, 0.4, 100)
    assert widest([near, far]) is far
    small, large = from_error(0.0, 0.0, 1), from_error(-100.9, 0.0, 1)
    assert widest([small, large, small]) is large
