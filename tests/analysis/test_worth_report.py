"""The report of a run with `[worth]`: its four pictures and their tables, and little else."""

import csv

import pytest
from pages import page_of

from gofsim.analysis.planning import differences
from gofsim.analysis.report import make_report
from gofsim.analysis.run_diff import compare_runs
from gofsim.analysis.run_folder import read_run
from gofsim.errors import BadInputError

ALL = """
question = "What is each card worth to a <b>bot</b>?"
seed = 4
rounds = 30

[worth]
bot = "lowest"
"""


@pytest.fixture(scope="module")
def folder(play):
    return play(ALL)


@pytest.fixture(scope="module")
def made(folder):
    return make_report(folder)


def test_it_holds_the_four_pictures_their_tables_and_no_others(folder, made):
    names = {"card_worth", "few_worth", "gang_worth", "exchange_worth"}
    files = {path.stem for path in (folder / "figures").iterdir()}
    assert files == names
    tables = {path.stem for path in (folder / "tables").iterdir()}
    assert tables == {*made.tables} == {"card_worth", "number_worth", "exchange_worth"}
    rows = [*csv.DictReader((folder / "tables" / "card_worth.csv").read_text("utf-8").splitlines())]
    assert len(rows) == 34
    assert all(float(row["points_low"]) <= float(row["points_high"]) for row in rows)


def test_the_page_is_about_cards_and_small(folder, made):
    page = page_of(folder)
    sections = [attrs["id"] for tag, attrs in page.tags if tag == "section"]
    assert sections == [
        "reading", "worth_of_cards", "worth_of_numbers", "worth_of_exchange", "experiment", "again"
    ]  # fmt: skip
    assert page.text.count("All arms") == 2  # bots, rules
    assert "Holm" not in page.text
    assert "four lowest" in page.text
    assert (folder / "report.html").stat().st_size < 1_000_000
    assert "<b>bot</b>" not in (folder / "report.html").read_text("utf-8")
    text = (folder / "report.md").read_text("utf-8")
    assert all(f"figures/{name}.svg" in text for name in ("card_worth", "gang_worth"))


def test_the_headline_is_the_table_of_cards(made):
    assert made.table.name == "card_worth"
    assert made.sentence.startswith("In the hands of lowest, ")


def test_plans_are_about_the_least_certain_of_each_part(folder):
    found = [each.what.partition(":")[0] for each in differences(read_run(folder))]
    assert found == ["cards", "numbers", "exchange, giver", "exchange, receiver"]


def test_there_is_no_bot_among_others_to_compare(folder):
    run = read_run(folder)
    with pytest.raises(
        BadInputError, match=r"cannot compare runs with \[worth\].*; compare the tables"
    ):
        compare_runs(run, run)
