"""`gofsim luck`: the cells of a league by hand, and what it says of a real one."""

import json

import numpy as np
import pytest

from gofsim.analysis.league import league_of
from gofsim.analysis.luck_cells import cells_of
from gofsim.analysis.run_folder import read_run
from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.luck import luck
from gofsim.errors import BadInputError

TEXT = """
question = "?"
seed = 1
{unit} = 80
{more}
[league]
bots = ["lowest", "random", "control"]
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A league of single rounds, one of games, and one that was not played in rotations."""
    path = tmp_path_factory.mktemp("luck")
    found = {}
    for name, unit, more in (("rounds", "rounds", ""), ("games", "games", ""),
                             ("fixed", "rounds", 'seating = "fixed"')):  # fmt: skip
        (path / f"{name}.toml").write_text(TEXT.format(unit=unit, more=more), "utf-8")
        found[name] = run(path / f"{name}.toml", out=path / "out").folder
    return found


def test_cells_are_what_the_rows_say(folders):
    league = league_of(read_run(folders["rounds"]))
    cells = cells_of(league, "control", "lowest")
    rows = read_run(folders["rounds"]).rows("rounds", league.alone["control", "lowest"], range(80))
    for row in rows.sample(40, seed=1).iter_rows(named=True):
        seat = next(s for s in range(4) if row[f"place_{s}"] == 0)
        points = [row[f"points_{s}"] for s in range(4)]
        value = points[seat] - (sum(points) - points[seat]) / 3
        assert cells.first[row["block"], seat] == pytest.approx(value)
        steps = 1 if row["clockwise"] else -1
        assert (row["leader"] + steps * cells.places[row["block"], seat]) % 4 == seat
    assert np.allclose(cells.second.sum(axis=1), 0)


def test_shares_of_games(folders):
    league = league_of(read_run(folders["games"]))
    cells = cells_of(league, "control", "lowest")
    assert np.allclose(cells.second.sum(axis=1), 1)
    rows = read_run(folders["games"]).rows("games", league.alone["control", "lowest"], range(80))
    for row in rows.sample(40, seed=1).iter_rows(named=True):
        seat = next(s for s in range(4) if row[f"place_{s}"] == 0)
        share = (row["winners"] >> seat & 1) / row["winners"].bit_count()
        assert cells.first[row["block"], seat] == pytest.approx(share)
    assert cells.first.mean() > 0.4  # control beats lowest


def test_the_better_the_bot_the_more_is_skill(folders):
    found = {(p["alone"], p["field"]): p for p in luck(folders["rounds"], ())["pairs"]}
    assert len(found) == 6
    shares = luck(folders["rounds"], ("control", "random"))["pairs"][0]
    assert shares == found["control", "random"]
    for name in ("lead", "deal", "rest"):
        assert 0 <= shares[name]["value"] <= 1
    assert shares["until_sure"] < 100


def test_the_command(folders, capsys):
    assert exit_code(["luck", str(folders["games"]), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["unit"]) == ("gofsim-luck/1", "games")
    assert exit_code(["luck", str(folders["rounds"]), "control", "lowest"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split()[:2] == ["alone", "field"]
    assert len(told) == 2


@pytest.mark.parametrize(
    ("name", "bots", "line"),
    [
        ("rounds", ("contrl", "lowest"), "no bot contrl; did you mean `control`"),
        ("rounds", ("control",), "name two different bots"),
        ("rounds", ("control", "control"), "name two different bots"),
        ("fixed", (), 'seating = "rotations"'),
    ],
)
def test_what_cannot_be_studied(folders, name, bots, line):
    with pytest.raises(BadInputError, match=line):
        luck(folders[name], bots)
