"""`gofsim card-worth`: the same page on any number of workers, and figures that must add up."""

import csv
import json

import numpy as np
import pytest
from command_line import gofsim
from games import bot
from pages import Page

from gofsim.analysis.estimates import mean_interval
from gofsim.commands.card_worth import make_card_worth, mean_of
from gofsim.errors import BadInputError
from gofsim.rules import Rules
from gofsim.simulation.card_sets import single_cards
from gofsim.simulation.dealt import Dealt
from gofsim.strategies.trials import FIRST, POINTS

USUAL = {
    "rules": [], "players": 4, "rounds": 120, "seed": 4, "workers": 1, "quiet": True
}  # fmt: skip


def test_the_page_and_the_figures_are_the_same_whoever_works(tmp_path):
    one, two = (
        make_card_worth("lowest", **USUAL | {"workers": w}, out=tmp_path / f"{w}.html")
        for w in (1, 2)
    )
    assert one["rows"] == two["rows"]
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()
    rows = [*csv.DictReader((tmp_path / "1.csv").read_text("utf-8").splitlines())]
    assert len(rows) == len(one["rows"]) == 34 + 62 + 16
    given = [row for row in one["rows"] if row["side"] == "giver"]
    assert given[0]["share"] == 1.0
    assert sum(row["share"] for row in given[1:]) == pytest.approx(1.0)
    page = Page((tmp_path / "1.html").read_text("utf-8"))
    assert "gofsim card-worth --bot lowest --players 4 --rounds 120 --seed 4" in page.text


def test_the_worths_of_all_64_cards_add_up_to_nothing():
    """A hand with a card of it exchanged against a random other one is as good a hand as any."""
    sets = single_cards()
    copies = np.array([1 if each.label in ("M1", "GP", "YP", "RD") else 2 for each in sets])
    assert copies.sum() == 64
    table = Dealt(bot("lowest"), Rules(), 11)
    held, without = table.sets([s.group for s in sets], [1] * len(sets), range(3_000))
    for outcome in (POINTS, FIRST):
        sums = ((held - without)[..., outcome] * copies).sum(axis=1)
        assert abs(sums.mean()) < 4 * sums.std() / len(sums) ** 0.5
        assert (held[:, -1, outcome] - without[:, -1, outcome]).mean() != 0


def test_means_from_sums_are_those_of_the_numbers():
    numbers = np.random.default_rng(1).normal(3, 2, 50)
    found = mean_of(float(numbers.sum()), float((numbers**2).sum()), 50)
    wanted = mean_interval(numbers)
    assert (found.value, found.low, found.high) == pytest.approx(
        (wanted.value, wanted.low, wanted.high)
    )
    assert mean_of(0.0, 0.0, 0).flag == "no data"
    assert mean_of(3.0, 9.0, 1).flag == "one block"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"rounds": 1}, "--rounds: must be 2 to 1,000,000,000, not 1"),
        ({"seed": -1}, "--seed: must be 0 to 9223372036854775807, not -1"),
        ({"rules": ["next_lead=loser"]}, "--rule next_lead: decides nothing here"),
        ({"out": "."}, "--out: {here} is a folder; name a file"),
        ({"out": "no/page.html"}, "--out: there is no folder {here}/no"),
        ({"out": "page.csv"},
         "--out: {here}/page.csv would be the page; the figures go beside it, to a .csv"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_before_anything_is_played(tmp_path, changes, line):
    wished = USUAL | {"out": "page.html"} | changes
    wished["out"] = tmp_path / wished["out"]
    with pytest.raises(BadInputError) as error:
        make_card_worth("lowest", **wished)
    assert list(error.value.faults) == [line.format(here=tmp_path)]


def test_the_command(tmp_path):
    code, out, err = gofsim("card-worth", "--rounds", 20, "--bot", "lowest", "--json", "--quiet", cwd=tmp_path)  # noqa: E501  # fmt: skip
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["format"] == "gofsim-card-worth/1"
    assert (tmp_path / "card-worth.html").exists()
    code, out, _ = gofsim("card-worth", "--rounds", 20, "--bot", "lowest", "--quiet", cwd=tmp_path)
    assert out.splitlines()[-1] == (
        "20 deals, seed 1, lowest at all seats; page: card-worth.html, figures: card-worth.csv"
    )
