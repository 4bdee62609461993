"""Names that are code elsewhere stay names in every page, picture and table of a report."""

import csv
import re
import xml.etree.ElementTree as ET

import pytest
from pages import page_of

from gofsim.commands.headline import report
from gofsim.simulation.experiment import experiment_from
from gofsim.simulation.run import run_experiment

BOTS = ['=HYPERLINK("http://evil")', "<img src=x onerror=alert(1)>", "--!><svg onload=alert(2)>"]
ARMS = [
    "=cmd|' /C calc'!A0",
    '" onmouseover="alert(3)" x="',
    "</title></style></svg>-->|x|<a href=1>",
]
QUESTION = "<script>alert(1)</script> --> ]]> **b** `c` ![x](y) {{ 7*7 }} {% raw %} \"'&amp;"


def names(hostile):
    """A document, and with `hostile` the same of other names."""
    bots, arms = (BOTS, ARMS) if hostile else (["b0", "b1", "b2"], ["a0", "a1", "a2"])
    kinds = ("lowest", "random", "longest")
    seats = [*bots, "lowest"]
    rules = [{}, {"exchange": "off"}, {"direction": "clockwise"}]
    return {
        "question": QUESTION if hostile else "Why?",
        "seed": 7,
        "games": 4,
        "headline": "arms",
        "bots": {bot: {"kind": kind} for bot, kind in zip(bots, kinds, strict=True)},
        "arms": {a: {"seats": seats, "rules": r} for a, r in zip(arms, rules, strict=True)},
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folders and the terminal texts of a run with tame names, and one with hostile ones."""
    found = []
    for hostile in (False, True):
        base = tmp_path_factory.mktemp("run")
        folder = run_experiment(
            experiment_from(names(hostile), base / "e.toml"), base, workers=1, command="x"
        )
        found.append((folder, report(folder)["text"]))
    return found


def skeleton(folder):
    """The elements of the page with the names of their attributes, pictures left out."""
    kept, inside = [], False
    for tag, attributes in page_of(folder).tags:
        inside = tag in ("svg", "defs", "g", "path", "use", "clippath", "rect", "style")
        if not inside:
            kept.append((tag, sorted(attributes)))
    return kept


def test_the_page_has_no_other_elements_or_attributes(made):
    (tame, _), (hostile, _) = made
    assert skeleton(hostile) == skeleton(tame)
    page = page_of(hostile)
    assert {tag for tag, _ in page.tags} == {tag for tag, _ in page_of(tame).tags}
    attributes = {name for _, found in page.tags for name in found}
    assert attributes == {name for _, found in page_of(tame).tags for name in found}
    assert not [name for name in attributes if name.startswith("on")]
    assert QUESTION in page.text
    assert all(name in page.text for name in BOTS + ARMS)


def test_pictures_have_the_same_elements(made):
    (tame, _), (hostile, _) = made
    paths = sorted((tame / "figures").glob("*.svg"))
    assert paths
    for path in paths:
        twin = hostile / "figures" / path.name
        tags = [{e.tag for e in ET.parse(each).iter()} for each in (path, twin)]
        assert tags[1] <= tags[0]


def test_tables_hold_no_formula(made):
    paths = list((made[1][0] / "tables").glob("*.csv"))
    cells = [
        cell
        for path in paths
        for row in csv.reader(path.read_text("utf-8").splitlines())
        for cell in row
    ]
    assert f"'{ARMS[0]}" in cells
    assert f"'{BOTS[0]}" in cells
    for cell in cells:
        assert not cell.startswith(("=", "+", "@")), cell
        assert not cell.startswith("-") or float(cell) <= 0


def test_markdown_has_no_marks_of_theirs(made):
    text = (made[1][0] / "report.md").read_text("utf-8")
    prose = re.sub(r"(?m)^ {6}gofsim replay .*$", "", text)  # code blocks: nothing works in them
    assert not re.search(r"(?<!\\)<", prose)
    assert text.startswith("# \\<script\\>alert(1)\\</script\\> --\\> \\]\\]\\> \\*\\*b\\*\\* ")
    assert "7*7" not in text
    lines = (made[0][0] / "report.md").read_text("utf-8").splitlines()
    assert len(text.splitlines()) == len(lines)


def test_the_terminal_gets_them_as_they_are(made):
    assert QUESTION in made[1][1]
    assert made[1][1].replace("\n", "").isprintable()
