"""The headline's table on a terminal, and what it leaves out."""

import pytest

from gofsim.commands.headline import left_out, table_text

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


def test_long_names_are_not_cut(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    names = [f"a-quite-long-name-of-{kind}-{'x' * 20}" for kind in ("lowest", "longest")]
    lines = table_text([{"Bot": name, "Chance": "+17.2 (+16.7 to +17.7)"} for name in names])
    assert max(map(len, lines)) <= 40
    assert all(name in "".join(line.split(" ")[0] for line in lines) for name in names)


def test_no_rows_make_no_table():
    assert table_text([]) == []


@pytest.mark.parametrize(
    ("asked", "of_report", "stop", "kept"),
    [(200, 200, None, "1,000"), (200, 200, {}, "1,000"), (1000, 1000, None, ""),
     (2000, 700, None, ""), (200, 200, {"rule": "width"}, "")],
)  # fmt: skip
def test_blocks_that_are_kept_but_were_not_asked_for_are_told(asked, of_report, stop, kept):
    shards = [("a", 0, 699), ("a", 700, 999), ("b", 0, 1199)]
    manifest = {
        "experiment": {"blocks": asked, "stop": stop, "arms": {"a": {}, "b": {}}},
        "shards": [{"name": name, "first": first, "last": last} for name, first, last in shards],
    }
    lines = left_out(manifest, of_report)
    assert [line.partition("first ")[2].partition(" blocks")[0] for line in lines] == (
        [f"{of_report} of {kept}"] if kept else []
    )
