"""The page of bots: what is on it, common axes, and names that try to be HTML."""

import re
from dataclasses import replace

import pytest
from pages import Page

from gofsim.analysis.estimates import Estimate
from gofsim.analysis.gallery import CHARTS, Portrait, gallery_page
from gofsim.analysis.habits import Habits

HABITS = Habits(
    games=80, rounds=900, games_won=Estimate(0.25, 0.2, 0.3, 20), points=Estimate(-1, -2, 0, 20),
    rounds_won=0.3, gangs_held=50, gangs_laid=0.4, tricks_led=0.26, passed=0.1, seen=400,
    passed_by_cards=(None, *[0.1] * 15), laid_on=(0.1, 0.3, 0.0, 0.0, 0.0, 0.0),
    cards_left=(0.25, *[0.05] * 15), gifts=(1.0, *[0.0] * 11),
)  # fmt: skip
EVIL = "<b>&\"x'</b>.py:B"


def bot(name, won=0.25, **changes):
    habits = replace(HABITS, games_won=Estimate(won, won - 0.05, won + 0.05, 20), **changes)
    setting = {"setting": f"p {name}", "default": "1", "values": "0 to 2", "what it does": name}
    return Portrait(
        name, f"idea of {name}", f"source of {name}", (f"trait of {name}",), [setting], 1e5, 0.25,
        habits,
    )  # fmt: skip


def page(*bots):
    return gallery_page(bots, "lowest", 1, f"gofsim gallery {EVIL}")


@pytest.fixture(scope="module")
def two():
    return Page(page(bot("weak", 0.1), bot(EVIL, 0.5)))


def test_the_strongest_bot_comes_first(two):
    headings = re.findall(r"idea of (\S+)", two.text)
    assert headings == [EVIL, "weak"]
    links = [values["href"] for tag, values in two.tags if tag == "a"]
    ids = [values["id"] for tag, values in two.tags if tag == "section"]
    assert {link[1:] for link in links} <= set(ids)


def test_all_that_a_bot_says_of_itself_is_text(two):
    for words in (EVIL, f"idea of {EVIL}", f"source of {EVIL}", f"trait of {EVIL}", f"p {EVIL}"):
        assert words in two.text
    assert "<b>&" not in page(bot(EVIL))


def test_every_chart_has_its_figures_as_words(two):
    labels = [values["aria-label"] for tag, values in two.tags if values.get("role") == "img"]
    assert len(labels) == 2 * len(CHARTS)
    assert f"{EVIL}: Lays its gangs on, % of the gangs it holds: led: 10.0%" in labels[1]


def test_charts_of_one_kind_have_one_axis():
    many = page(bot("a"), bot("b", laid_on=(0.8, *[0.0] * 5)))
    ends = re.findall(r'<text class="end"[^>]*>(\d+%)</text>', many)
    assert ends == ["10%", "80%", "30%", "100%"] * 2
    assert re.findall(r'<text class="end"[^>]*>(\d+%)</text>', page(bot("a")))[1] == "30%"


def test_the_page_needs_nothing_from_elsewhere(two):
    assert {tag for tag, _ in two.tags}.isdisjoint({"link", "script", "img"})
    assert "url(" not in page(bot("a"))


def test_the_same_portraits_give_the_same_bytes():
    assert page(bot("a"), bot("b")) == page(bot("a"), bot("b"))


def test_costs_are_apart_from_the_rest():
    first, second = bot("a"), replace(bot("a"), rounds_a_second=7.0, microseconds=1234.0)
    pages = [re.sub(r'<span class="cost">.*?</span>', "", page(each)) for each in (first, second)]
    assert pages[0] == pages[1]
    assert '<span class="cost">1,234</span>' in page(second)
