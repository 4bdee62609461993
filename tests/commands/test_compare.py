"""`gofsim compare`: a league without a file, and when it stops."""

import json
from itertools import permutations

import pytest
from command_line import gofsim

from gofsim.commands.compare import compare, stop_of
from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """Two bots compared: where, and the document that came out."""
    cwd = tmp_path_factory.mktemp("two")
    code, out, err = gofsim(
        "compare", "control", "lowest", "--games", 120, "--json", "--quiet", cwd=cwd
    )
    assert (code, err) == (0, "")
    return cwd, json.loads(out)


def test_the_document_names_the_winner_and_holds_all_figures(two):
    _, found = two
    assert found["format"] == "gofsim-compare/1"
    assert (found["winner"], found["blocks"]) == ("control", 120)
    assert "the better bot is control" in found["sentence"].lower()
    assert [(row["bot"], row["field"]) for row in found["table"]] == [
        ("control", "lowest"), ("lowest", "control")
    ]  # fmt: skip
    row = found["table"][0]
    assert row["games_low"] < row["games"] < row["games_high"]
    assert row["points_low"] < row["points"] < row["points_high"] < 0
    assert (row["games_n"], row["verdict"], row["by"]) == (120, "better", "games")
    assert row["saved"] > 0
    assert set(found["tables"]) >= {"duels", "league_ratings", "league_invasion"}


def test_the_run_is_a_league_with_residents(two):
    cwd, found = two
    experiment = read_manifest(cwd / found["run"])["experiment"]
    assert experiment["league"] == {"bots": ["control", "lowest"], "design": "one-vs-field"}
    assert (experiment["seed"], experiment["stop"]) == (1, None)


def test_the_same_comparison_again_plays_nothing_and_says_the_same(two):
    cwd, found = two
    code, out, err = gofsim("compare", "control", "lowest", "--games", 120, "--json", cwd=cwd)
    again = json.loads(out)
    assert code == 0
    assert "playing" not in err
    assert again == found


def test_other_bots_have_a_report_of_their_own(two):
    cwd, found = two
    before = (cwd / found["report"]).read_bytes()
    three = ("compare", "lowest", "control", "random", "--games", 60)
    code, out, _ = gofsim(*three, cwd=cwd)
    assert code == 0
    assert out.splitlines()[0] == "Which is the better bot, lowest, control or random?"
    last = out.splitlines()[-1]
    assert last.startswith("60 blocks, seed 1; report: results/compare-control-lowest-random-")
    code, out, _ = gofsim(*three, "--json", cwd=cwd)
    pairs = {(row["bot"], row["field"]) for row in json.loads(out)["table"]}
    assert pairs == set(permutations(["lowest", "control", "random"], 2))
    assert (cwd / found["report"]).read_bytes() == before


def test_the_order_of_the_bots_plays_nothing_anew(two):
    cwd, found = two
    code, out, err = gofsim("compare", "lowest", "control", "--games", 120, "--json", cwd=cwd)
    again = json.loads(out)
    assert (code, again["run"], again["winner"]) == (0, found["run"], "control")
    assert "playing" not in err


def test_it_stops_when_the_interval_is_narrow_enough(tmp_path):
    code, out, _ = gofsim(
        "compare", "control", "random", "--until", "width=1.0", "--json", "--quiet", cwd=tmp_path
    )
    found = json.loads(out)
    assert code == 0
    looks = found["tables"]["looks"]
    assert looks[-1]["decision"] == "precise enough"
    assert looks[-1]["high"] - looks[-1]["low"] <= 1.0
    assert found["blocks"] == looks[-1]["blocks"] == 100 + 50 * (len(looks) - 1)
    assert "is no wider than 1 point" in found["sentence"]
    row = found["table"][0]  # the duel that the rule is about shows the interval it asked for
    assert (row["points_low"], row["points_high"]) == (looks[-1]["low"], looks[-1]["high"])
    other = found["table"][1]
    assert other["points_high"] - other["points_low"] > 1.0


def test_a_sequential_test_decides_the_winner(tmp_path):
    code, out, _ = gofsim(
        "compare", "random", "control", "--until", "sprt=0,3", "--json", "--quiet", cwd=tmp_path
    )
    found = json.loads(out)
    assert (code, found["winner"]) == (0, "control")
    told = "of the two values 3 points and 0 points the sequential test finds the first nearer"
    assert told in found["sentence"]


def test_three_players(tmp_path):
    code, out, _ = gofsim(
        "compare", "control", "random", "--players", 3, "--games", 60, "--json", "--quiet",
        cwd=tmp_path,
    )  # fmt: skip
    found = json.loads(out)
    assert (code, found["winner"]) == (0, "control")
    assert read_manifest(tmp_path / found["run"])["experiment"]["rules"]["players"] == 3


@pytest.mark.parametrize(
    ("bots", "options", "line"),
    [
        (["control"], {}, "one bot, control: name at least two to compare"),
        (["control", "control"], {}, "control: named more than once; name each bot once"),
        (["control", "lowest"], {"alpha": 0.01}, "--alpha, --beta: decide nothing without"),
        (["control", "none.py:BOT"], {}, "none.py"),
        (["control", "lowest"], {"players": 5}, "--players: must be 3 or 4, not 5"),
        (["control", "lowest"], {"games": 0}, "--games: must be 1 to 1000000000000, not 0"),
        (["control", "lowest"], {"seed": -1}, "--seed: must be 0 to"),
        (["control", "lowest"], {"until": "soon"}, "--until: must be like width=0.1"),
        (["control", "lowest"], {"until": "width=0"}, "width"),
        (["control", "lowest"], {"until": "sprt=1,1"}, "[stop] d1: must differ from d0"),
        (["control", "lowest"], {"until": "sprt=0,1", "alpha": 2.0}, "alpha"),
        (["control", "lowest"], {"until": "width=.1", "games": 50}, "at least 100 with [stop]"),
    ],
)
def test_bad_input_is_one_fault(tmp_path, monkeypatch, bots, options, line):
    monkeypatch.chdir(tmp_path)
    usual = {"players": 4, "seed": 1, "games": None, "until": None, "alpha": 0.05, "beta": 0.05}
    with pytest.raises(BadInputError) as error:
        compare(bots, **usual | options, out=tmp_path / "results", quiet=True)
    assert line in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_it_in_one_line_with_code_2(tmp_path):
    code, out, err = gofsim("compare", "control", "lowst", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err == '[league] bots: unknown bot "lowst"; did you mean `lowest`?\n'


@pytest.mark.parametrize(
    ("until", "stop"),
    [
        ("width=0.1", {"rule": "width", "width": 0.1}),
        ("anytime=.25", {"rule": "anytime", "width": 0.25}),
        ("sprt=0,-0.25", {"rule": "sprt", "d0": 0.0, "d1": -0.25, "alpha": 0.01, "beta": 0.02}),
        ("sprt=1e-1,+2", {"rule": "sprt", "d0": 0.1, "d1": 2.0, "alpha": 0.01, "beta": 0.02}),
    ],
)
def test_until_is_the_stop_table_of_a_file(until, stop):
    assert stop_of(until, 0.01, 0.02) == stop


@pytest.mark.parametrize("until", ["width", "width=", "width=a", "sprt=1", "sprt=1,2,3", "1..2"])
def test_an_unclear_until_is_refused(until):
    with pytest.raises(BadInputError, match="--until: must be like"):
        stop_of(until, 0.05, 0.05)
