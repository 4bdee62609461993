"""Whole reports of real runs: what is on the page, and that the same files give the same page."""

import re
import shutil

import polars as pl
import pytest
from pages import page_of

from gofsim.analysis.report import make_report
from gofsim.analysis.table import flat_row
from gofsim.run_manifest import read_manifest
from gofsim.simulation.manifest import write_manifest


@pytest.fixture(scope="module", params=["mixed", "exchange", "twins", "single"])
def report(request, report_of):
    """The report of each of the runs."""
    return report_of(request.getfixturevalue(request.param))


@pytest.fixture(scope="module")
def folder(report):
    """The folder of each of the runs, with its report."""
    return report.path.parent


def test_the_same_files_give_the_same_report(folder):
    written = [p for p in folder.rglob("*") if p.suffix in (".html", ".md", ".csv", ".svg", ".png")]
    before = {path: path.read_bytes() for path in written}
    make_report(folder)
    assert len(before) > 20
    assert {path: path.read_bytes() for path in written} == before


def test_the_page_stands_alone(folder):
    page = page_of(folder)
    assert not {tag for tag, _ in page.tags} & {"script", "link", "iframe", "img"}
    for _, attributes in page.tags:
        for key in ("src", "href", "xlink:href"):
            assert attributes.get(key, "#").startswith("#")
    assert "url(http" not in (folder / "report.html").read_text("utf-8")


def test_every_chart_has_words_and_every_file_is_there(folder):
    page = page_of(folder)
    alts = [
        attributes["aria-label"] for _, attributes in page.tags if attributes.get("role") == "img"
    ]
    assert len(alts) >= 4
    assert all(len(alt) > 40 for alt in alts)
    names = {path.stem for path in (folder / "figures").glob("*.svg")}
    assert names == {path.stem for path in (folder / "figures").glob("*.png")}
    assert len(names) == len(alts)


def test_nothing_on_the_page_is_not_a_number(folder):
    assert not re.search(r"\bnan\b|\binf\b|None", page_of(folder).text)
    for table in (folder / "tables").glob("*.csv"):
        assert "nan" not in table.read_text("utf-8").lower()


def test_every_table_opens_in_polars(folder):
    tables = sorted((folder / "tables").glob("*.csv"))
    assert len(tables) > 8
    assert all(pl.read_csv(table, infer_schema_length=None).width > 1 for table in tables)


def test_the_page_says_how_to_repeat_it(folder):
    text = page_of(folder).text
    assert "How to repeat it" in text
    assert "gofsim run experiment --games" in text
    assert "numba 0." in text
    assert "gofsim replay" in text


def test_names_with_html_in_them_are_text(mixed, report_of):
    report_of(mixed)
    html = (mixed / "report.html").read_text("utf-8")
    assert "Who wins, &lt;b&gt;and&lt;/b&gt; does" in html
    assert "<b>and</b>" not in html
    markdown = (mixed / "report.md").read_text("utf-8")
    assert r"# Who wins, \<b\>and\</b\> does" in markdown


def test_markdown_tables_have_equal_rows(folder):
    widths = []
    for line in (folder / "report.md").read_text("utf-8").splitlines():
        if line.startswith("|"):
            widths.append(len(re.findall(r"(?<!\\)\|", line)))
        elif widths:
            assert len(set(widths)) == 1
            assert len(widths) > 2
            widths = []


def test_the_exchange_answers_with_chances_and_an_interval(exchange, report_of):
    report = report_of(exchange)
    assert re.match(
        r"At a table of lowest bots, the exchange raises the last winner's chance of the next round"
        r" from [\d.]+% to [\d.]+%, by [\d.]+ percentage points",
        report.sentence,
    )
    assert "95% interval" in report.sentence
    row = flat_row(report.table, report.table.page_rows[0])
    assert row["won"] == pytest.approx(0.16, abs=0.08)
    assert row["won_n"] == 60
    assert report.path == exchange / "report.html"
    assert report.sentence in page_of(exchange).text
    assert {"exchange_split.csv", "cards_given.csv"} <= {
        path.name for path in (exchange / "tables").iterdir()
    }


def test_the_lead_and_the_cards_are_summed_up(exchange, report_of):
    report_of(exchange)
    text = page_of(exchange).text
    split = pl.read_csv(exchange / "tables" / "exchange_split.csv")
    gains = dict(zip(split["what"], split["winner"], strict=True))
    beyond = gains["both"] - gains["the lead alone"] - gains["the cards alone"]
    assert gains["both, beyond the sum"] == pytest.approx(beyond)
    assert re.search(r"(more|less) than the sum of the two|and the sum of the two was found", text)


def test_the_arms_are_explained_below_the_chart(exchange, report_of):
    report_of(exchange)
    page, text = page_of(exchange).text, (exchange / "report.md").read_text("utf-8")
    assert "cards_only: four lowest; next_lead = random" in page
    assert "neither: four lowest; next_lead = random, exchange = off" in page
    assert page.index("neither: four") < page.index("How to read this")
    assert "- on: four lowest; the default rules\n- off: four lowest; exchange = off" in text


def test_twins_are_identical_and_exactly_so(twins, report_of):
    report = report_of(twins)
    assert "identical" in report.sentence
    bots = pl.read_csv(twins / "tables" / "bots.csv")
    assert bots["games"].to_list() == [0.25, 0.25]
    assert bots["field"].to_list() == [0.0, 0.0]
    assert set(bots["games_flag"]) == {"identical"}
    pairs = pl.read_csv(twins / "tables" / "bot_pairs.csv")
    assert pairs["p_holm"].to_list() == [None]


def test_single_rounds_have_no_games_and_no_last_round(single, report_of):
    report = report_of(single)
    text = page_of(single).text
    assert "points a round less the field" in report.sentence or "does best" in report.sentence
    assert "Share of games" not in text
    assert "last winner" not in text.lower()
    assert not (single / "tables" / "roles.csv").exists()
    assert not (single / "tables" / "game_length.csv").exists()


@pytest.mark.parametrize(("blocks", "words"), [(1, "one block"), (20, "Only 20 blocks")])
def test_few_blocks_are_said_to_be_few(play, blocks, words):
    arms = 'arms.a.seats = ["lowest", "random", "lowest", "lowest"]\narms.b.rules.target = 40'
    arms += '\narms.b.seats = ["lowest", "random", "lowest", "lowest"]'
    found = play(f'question = "Few?"\nseed = 1\ngames = {blocks}\n{arms}')
    make_report(found)
    text = page_of(found).text
    assert words in text
    assert not re.search(r"\bnan\b", text)


def test_a_run_that_was_cut_off_says_so(exchange, tmp_path):
    for name in ("rounds", "games", "gangs"):
        shutil.copytree(exchange / name, tmp_path / name)
    manifest = read_manifest(exchange)
    manifest["experiment"]["blocks"] = 90
    write_manifest(tmp_path, manifest)
    make_report(tmp_path)
    assert "not finished: 60 of 90 blocks" in page_of(tmp_path).text


def test_what_is_beside_the_question_is_a_file_and_not_on_the_page(mixed, report_of):
    report_of(mixed)
    page = page_of(mixed)
    assert (mixed / "tables" / "gangs_published.csv").exists()
    assert "The publisher's table" not in page.text
    assert "gangs_published.csv" in page.text


def test_a_bot_on_several_places_is_described_once(mixed, report_of):
    report_of(mixed)
    html = (mixed / "report.html").read_text("utf-8")
    assert html.count("<td>0, 2</td><td>lowest</td>") == 2
    assert html.count("<td>0</td><td>lowest</td>") == 1
