"""Whole reports of real leagues: what is on the page, and that nothing on it is not a number."""

import re

import polars as pl
import pytest
from leagues import league_text
from pages import page_of

from gofsim.analysis.report import make_report
from gofsim.analysis.table import flat_row

COPIES = {"copy": "lowest", "other": "lowest"}
TEXTS = {
    "two": league_text(["lowest", "control"]),
    "three": league_text(["random", "lowest", "control"]),
    "copies": league_text(["lowest", "random", "copy", "control"], **COPIES),
    "alike": league_text(["lowest", "copy", "other"], **COPIES),
    "tables": league_text(
        ["random", "lowest", "copy", "longest", "control"], 12, "tables", **COPIES
    ),
    "rounds": league_text(["random", "lowest", "control"], 60, unit="rounds", players=3),
    "three players": league_text(["random", "lowest", "control"], 12, "tables", players=3),
    "one block": league_text(["control", "random", "random-nopass"], 1, seed=1),
    "two blocks": league_text(["control", "random", "random-nopass"], 2, seed=1),
    "three blocks": league_text(["lowest", "copy", "random"], 3, **COPIES),
    "one table": league_text(["lowest", "random", "control", "copy"], 1, "tables", **COPIES),
}
SECTIONS = {
    "two": ["fields", "ratings"],
    "three": ["ratings", "fields", "cycles", "dynamics"],
    "alike": ["ratings", "fields"],
    "tables": ["ratings", "pairs"],
    "rounds": ["ratings", "fields", "cycles", "dynamics"],
}


@pytest.fixture(scope="module")
def report(play, report_of):
    """The report of one of the leagues."""
    return lambda name: report_of(play(TEXTS[name]))


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_not_a_number(report, name):
    made = report(name)
    folder = made.path.parent
    assert not re.search(r"\b(nan|inf|None)\b", page_of(folder).text)
    assert not re.search(r"\b(nan|inf|None)\b", (folder / "report.md").read_text("utf-8"))
    tables = list((folder / "tables").glob("*.csv"))
    assert len(tables) >= 3
    for table in tables:
        assert not re.search(r"\b(nan|inf)\b", table.read_text("utf-8").lower())
        assert pl.read_csv(table, infer_schema_length=None).width > 1
    every = [
        value
        for table in made.tables.values()
        for row in table.rows
        for value in flat_row(table, row).values()
    ]
    assert all(abs(value) < 1e6 for value in every if isinstance(value, float))


@pytest.mark.parametrize("name", SECTIONS)
def test_sections_are_those_that_have_data(report, name):
    page = page_of(report(name).path.parent)
    found = [attributes["id"] for tag, attributes in page.tags if tag == "section"]
    assert found == ["reading", *SECTIONS[name], "see", "experiment", "again"]


@pytest.mark.parametrize("name", TEXTS)
def test_every_chart_has_words_and_every_file_is_there(report, name):
    folder = report(name).path.parent
    alts = [a["aria-label"] for _, a in page_of(folder).tags if a.get("role") == "img"]
    assert all(len(alt) > 30 for alt in alts)
    names = {path.stem for path in (folder / "figures").glob("*.svg")}
    assert names == {path.stem for path in (folder / "figures").glob("*.png")}
    assert len(names) == len(alts) >= 1


@pytest.mark.parametrize("name", ["three", "tables"])
def test_the_same_files_give_the_same_report(report, name):
    folder = report(name).path.parent
    written = [p for p in folder.rglob("*") if p.suffix in (".html", ".md", ".csv", ".svg", ".png")]
    before = {path: path.read_bytes() for path in written}
    make_report(folder)
    assert {path: path.read_bytes() for path in written} == before


def test_bots_are_listed_and_not_arms(report):
    page = page_of(report("copies").path.parent).text
    assert "The bots" in page
    assert "The arms" not in page
    assert "copy: lowest. Leads the largest combination" in page
    assert "control: Plans the fewest plays" in page
    assert "Every bot sits alone against three of each other bot (12 tables)" in page
    assert "four of each bot among themselves (4 tables)" in page
    assert "lowest-vs-control" not in page
    text = (report("copies").path.parent / "report.md").read_text("utf-8")
    assert "lowest-vs-control" not in text
    assert "- copy: lowest. Leads" in text


def test_tables_of_different_bots_are_described(report):
    page = page_of(report("tables").path.parent).text
    assert "Every set of four different bots makes a table (5 tables)." in page
    assert "each table played in 4 seatings" in page


def test_rules_stand_there_once(report):
    html = report("copies").path.read_text("utf-8")
    assert html.count("<code>tie_break</code>") == 1
    assert "All tables</th></tr>" in html


def test_question_and_names_are_text(report):
    html = report("three").path.read_text("utf-8")
    assert "Who is &lt;b&gt;best&lt;/b&gt;?" in html
    assert "<b>best</b>" not in html


def test_the_answer_follows_from_the_numbers(report):
    made = report("three")
    match = re.match(
        r"The strongest of the 3 bots is (\S+): the rating is \+([\d.]+) \(", made.sentence
    )
    best = made.table.rows[0]
    assert match[1] == best["bot"] == made.winner == "control"
    assert float(match[2]) == pytest.approx(best["rating"].value, abs=0.06)
    assert "control wins more than an equal share of games in the field of every" in made.sentence
    assert made.table.name == "league_ratings"
    assert made.sentence in page_of(made.path.parent).text


def test_two_bots_are_a_duel(report):
    made = report("two")
    assert "better bot" in made.sentence
    assert made.table.name == "duels"
    assert {row["bot"] for row in made.table.rows} == {"lowest", "control"}


def test_bots_that_are_alike_are_said_to_be(report):
    assert report("alike").sentence == "All of the 3 bots fare identically."
    assert report("one block").sentence.startswith("The ratings of the strongest of the 3 bots")


def test_few_blocks_are_said_to_be_few(report):
    assert "Only 3 blocks: intervals" in page_of(report("three blocks").path.parent).text
    one = report("one block").path.parent
    assert "Only 1 block: there are no intervals." in page_of(one).text
    assert "one block cannot tell how much of that is chance" in page_of(one).text


@pytest.mark.parametrize("name", ["one block", "one table", "two"])
def test_one_is_not_many(report, name):
    folder = report(name).path.parent
    for text in (page_of(folder).text, (folder / "report.md").read_text("utf-8")):
        assert not re.search(r"(?<![\d.,/-])1 (blocks|tables|pairs|arms|games|looks|times)\b", text)


def test_files_hold_every_cell_with_its_interval(report):
    folder = report("copies").path.parent
    cells = pl.read_csv(folder / "tables" / "league_invasion_cells.csv")
    assert cells.height == 12
    assert {
        "bot",
        "field",
        "value",
        "value_low",
        "value_high",
        "value_n",
        "p_holm",
        "saved",
    } <= set(cells.columns)
    duels = pl.read_csv(folder / "tables" / "duels.csv")
    assert duels.height == 12
    assert {"games", "points_low", "p_games", "p_points", "saved"} <= set(duels.columns)
    same = cells.filter((pl.col("bot") == "copy") & (pl.col("field") == "lowest"))
    assert same["value"].to_list() == [0.0]
    assert same["value_flag"].to_list() == ["identical"]


def test_markdown_tables_have_equal_rows(report):
    for name in ("copies", "tables"):
        widths = []
        for line in (report(name).path.parent / "report.md").read_text("utf-8").splitlines():
            if line.startswith("|"):
                widths.append(len(re.findall(r"(?<!\\)\|", line)))
            elif widths:
                assert len(set(widths)) == 1
                widths = []
