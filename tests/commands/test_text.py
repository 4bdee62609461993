"""Tables as plain text."""

from gofsim.commands.text import table_lines


def test_columns_are_aligned_numbers_to_the_right():
    rows = [
        {"arm": "on", "games": 20_000, "share": 0.123456},
        {"arm": "cards_only", "games": 5, "share": 12.0},
    ]
    assert table_lines(rows) == [
        "arm          games   share",
        "on          20,000  0.1235",
        "cards_only       5      12",
    ]


def test_what_is_not_there_is_empty_and_empty_columns_are_left_out():
    rows = [{"a": None, "b": None, "c": "x"}, {"a": 1, "b": None, "c": "y"}]
    assert table_lines(rows) == ["a  c", "   x", "1  y"]


def test_no_rows():
    assert table_lines([]) == []
