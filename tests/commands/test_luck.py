"""`gofsim luck`: the cells of a league by hand, and what it says of a real one."""

import json

import polars as pl
import pytest

from gofsim.analysis.league import league_of
from gofsim.analysis.luck_cells import cells_of
from gofsim.analysis.run_folder import read_run
from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.luck import luck, until
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
    """A league of single rounds, one of games, and one with fixed seats, one with all seatings."""
    path = tmp_path_factory.mktemp("luck")
    found = {}
    for name, unit, more in (
        ("rounds", "rounds", ""),
        ("games", "games", ""),
        ("fixed", "rounds", 'seating = "fixed"'),
        ("all", "rounds", 'seating = "all"'),
    ):
        (path / f"{name}.toml").write_text(TEXT.format(unit=unit, more=more), "utf-8")
        found[name] = run(path / f"{name}.toml", out=path / "out").folder
    return found


def own_values(rows, games):
    """(block, seating, seat of place 0, what it took) of each row."""
    for row in rows.iter_rows(named=True):
        seat = next(s for s in range(4) if row[f"place_{s}"] == 0)
        if games:
            value = (row["winners"] >> seat & 1) / row["winners"].bit_count()
        else:
            points = [row[f"points_{s}"] for s in range(4)]
            value = points[seat] - (sum(points) - points[seat]) / 3
        yield row["block"], row["seating"], seat, value


@pytest.mark.parametrize(("name", "times"), [("rounds", 1), ("games", 1), ("all", 6)])
def test_cells_are_what_the_rows_say(folders, name, times):
    found = read_run(folders[name])
    league, unit = league_of(found), "games" if name == "games" else "rounds"
    cells = cells_of(league, "control", "random")
    assert cells.first.shape == (80, 4, times)
    assert cells.second.shape == (80, 4, 3 * times)
    for bot, values in (("control", cells.first), ("random", cells.second)):
        rows = found.rows(unit, league.alone["control", "random"], range(80))
        expected = {}
        for block, seating, seat, value in own_values(rows, name == "games"):
            expected.setdefault((block, seat), {})[seating] = value
        if bot == "random":  # among its own kind, in all seatings in which `control` sits elsewhere
            rows = found.rows(unit, league.own_kind["random"], range(80))
            expected = {
                key: {r["seating"]: share(r, key[1], name) for r in of_block
                      if r["seating"] not in own}
                for key, own in expected.items()
                for of_block in [rows.filter(rows["block"] == key[0]).to_dicts()]
            }  # fmt: skip
        for (block, seat), by_seating in expected.items():
            assert values[block, seat] == pytest.approx(list(by_seating.values()))


def share(row, seat, name):
    """What a seat took, whoever sits there."""
    placed = row | {f"place_{s}": int(s != seat) for s in range(4)}
    return next(own_values(pl.DataFrame([placed]), name == "games"))[3]


def test_places_are_steps_from_the_leader(folders):
    league = league_of(read_run(folders["rounds"]))
    places = cells_of(league, "control", "lowest").places
    rows = read_run(folders["rounds"]).rows("rounds", league.alone["control", "lowest"], range(80))
    for row in rows.iter_rows(named=True):
        steps = places[row["block"]] * (1 if row["clockwise"] else -1)
        assert [(row["leader"] + step) % 4 for step in steps] == [0, 1, 2, 3]
    games = league_of(read_run(folders["games"]))
    assert cells_of(games, "control", "lowest").places is None


@pytest.mark.parametrize(("unit", "more"), [("rounds", 'seating = "all"'), ("games", "")])
def test_a_bot_under_two_names_is_a_pair_like_others(tmp_path, unit, more):
    """`lowest` draws nothing: with its copy it was played in one seating, with `random` in all."""
    text = TEXT.format(unit=unit, more=more).replace("80", "50").replace('"control"', '"mine"')
    (tmp_path / "e.toml").write_text(f'{text}[bots.mine]\nkind = "lowest"\n', "utf-8")
    found = luck(run(tmp_path / "e.toml", out=tmp_path / "out").folder, ())
    assert len(found["pairs"]) == 6
    for bots in (("lowest", "mine"), ("mine", "lowest")):
        pair = shares_of_pair(found, *bots)
        for part in ("bot", "interplay", "chance"):
            assert pair[part]["value"] == pytest.approx(0, abs=1e-12)
        assert sum(pair[p]["value"] for p in ("seat", "deal")) <= 1 + 1e-9
        assert pair["until_sure"] == {"value": None, "low": None, "high": None}
        assert pair["adjusted"]["value"] == pytest.approx(0, abs=1e-12)
    assert found["text"].count("never: they are alike") == 2
    copied, own = (shares_of_pair(found, "random", bot) for bot in ("mine", "lowest"))
    assert own["bot"]["value"] == copied["bot"]["value"] > 0


def shares_of_pair(document, *bots):
    return next(p for p in document["pairs"] if (p["alone"], p["field"]) == bots)


def test_bots_that_draw_nothing_leave_nothing_to_chance(folders):
    pair = shares_of_pair(luck(folders["rounds"], ()), "control", "lowest")
    assert pair["chance"] == {"value": 0, "low": 0, "high": 0}
    assert pair["interplay_and_chance"] is None
    names = ("bot", "seat", "lead", "deal", "interplay", "chance")
    assert sum(pair[name]["value"] for name in names) == pytest.approx(1)


def test_chance_is_told_apart_where_there_are_replicates(folders):
    once = luck(folders["rounds"], ("control", "random"))
    often = luck(folders["all"], ("control", "random"))
    pair, apart = once["pairs"][0], often["pairs"][0]
    assert pair["interplay"] is pair["chance"] is apart["interplay_and_chance"] is None
    assert apart["chance"]["value"] > apart["chance"]["high"] - apart["chance"]["value"] > 0
    both = apart["interplay"]["value"] + apart["chance"]["value"]
    assert pair["interplay_and_chance"]["value"] == pytest.approx(both, abs=0.15)
    assert 'seating = "all"' in once["text"]
    assert 'seating = "all"' not in often["text"]


def test_the_command(folders, capsys):
    assert exit_code(["luck", str(folders["games"]), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["unit"]) == ("gofsim-luck/1", "games")
    assert len(document["pairs"]) == 6
    assert exit_code(["luck", str(folders["rounds"]), "control", "lowest"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split()[:2] == ["alone", "field"]
    assert len(told) == 2
    assert exit_code(["luck", str(folders["games"])]) == 0
    assert "lead" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ((24, 20, 30), "24 (20 to 30)"),
        ((4, 4, 4), "4"),
        ((1824, 900, None), "1,824 (900 or more, or never)"),
        ((None, 900, None), "at least 900"),
        ((None, None, None), "never: they are alike"),
    ],
)
def test_open_ends_are_said_in_words(found, told):
    assert until(dict(zip(("value", "low", "high"), found, strict=True))) == told


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
