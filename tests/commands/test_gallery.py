"""`gofsim gallery`: one page from games, the same on any number of workers."""

import re
from pathlib import Path

import pytest
from command_line import gofsim
from pages import Page

from gofsim.commands.gallery import jobs_of, make_gallery, seated
from gofsim.errors import BadInputError

USUAL = {"games": 3, "seed": 4, "workers": 1, "quiet": True}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def without_costs(file):
    return re.sub(r'<span class="cost">.*?</span>', "", file.read_text("utf-8"))


def test_the_page_is_the_same_whoever_works(here):
    bots = ["random", "control"]
    line = make_gallery(bots, **USUAL, out=here / "one.html")
    make_gallery(bots, **USUAL | {"workers": 2}, out=here / "two.html")
    assert line == f"2 bots, seed 4; gallery: {here / 'one.html'}"
    assert without_costs(here / "one.html") == without_costs(here / "two.html")
    page = Page((here / "one.html").read_text("utf-8"))
    assert page.text.count("from 12 games, ") == 2
    assert "gofsim gallery --games 3 --seed 4 random control" in page.text


def test_bots_that_search_play_a_tenth_and_a_twentieth_is_looked_at():
    jobs = jobs_of(seated(["lowest", "oracle"]), 1_200)

    halves = jobs[: len(jobs) // 2], jobs[len(jobs) // 2 :]
    assert {job.bot for job in halves[0]} == {job.bot for job in halves[1]} == {0, 1}

    def blocks(bot, observed):
        own = [job.blocks for job in jobs if (job.bot, job.observed) == (bot, observed)]
        return [block for part in own for block in part]

    assert blocks(0, False) == list(range(1_200))
    assert blocks(0, True) == list(range(60))
    assert blocks(1, False) == list(range(120))
    assert blocks(1, True) == list(range(6))


@pytest.mark.parametrize(
    ("bots", "changes", "line"),
    [
        (["lowst"], {}, 'BOT: unknown bot "lowst"; did you mean `lowest`?'),
        (["none.py:BOT"], {}, 'BOT: "none.py:BOT": there is no file'),
        (["lowest", "lowest"], {}, "lowest: named more than once; name each bot once"),
        (["lowest"], {"games": 0}, "--games: must be 1 to 1,000,000, not 0"),
        (["lowest"], {"seed": -1}, "--seed: must be 0 to 9223372036854775807, not -1"),
        (["lowest"], {"workers": 0}, "--workers: must be at least 1, not 0"),
        (["lowest"], {"out": "."}, "--out: . is a folder; name a file"),
        (["lowest"], {"out": "no/x.html"}, "--out: there is no folder no"),
    ],
)
def test_bad_input_is_one_line_before_anything_is_played(here, bots, changes, line):
    options = USUAL | {"out": "g.html"} | changes
    with pytest.raises(BadInputError) as error:
        make_gallery(bots, **options | {"out": Path(options["out"])})
    assert str(error.value).startswith(line)
    assert "\n" not in str(error.value)
    assert list(here.iterdir()) == []


def test_the_command_writes_where_it_is_told(here):
    code, out, err = gofsim(
        "gallery", "lowest", "--games", 1, "--out", "my.html", "--quiet", cwd=here
    )
    assert (code, out, err) == (0, "1 bot, seed 1; gallery: my.html\n", "")
    assert [file.name for file in here.iterdir()] == ["my.html"]
