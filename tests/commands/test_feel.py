"""`gofsim feel`: figures by arm with intervals and paired differences, games and single rounds."""

import json

import numpy as np
import pytest

from gofsim.analysis.block_sums import BlockSums, rate
from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.feel import (
    SHARE,
    feel,
    honest,
    honest_change,
    interval,
    plain,
    scaled,
    table,
)
from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.feeling import COLUMNS, feel_block
from gofsim.simulation.run_replay import seated_arm

TEXT = """
question = "?"
seed = 1
{unit} = 40
[arms.four]
seats = ["lowest", "lowest", "control", "random"]
[arms.final]
seats = ["lowest", "lowest", "control", "random"]
rules.passing = "final"
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A run of games and one of single rounds."""
    path = tmp_path_factory.mktemp("feel")
    found = {}
    for unit in ("games", "rounds"):
        (path / f"{unit}.toml").write_text(TEXT.format(unit=unit), "utf-8")
        found[unit] = run(path / f"{unit}.toml", out=path / "out").folder
    return found


def test_figures_are_ratios_of_sums_over_blocks(folders):
    found = feel(folders["games"], sample=25)
    assert found["blocks"] == 25
    arm = seated_arm(folders["games"], read_manifest(folders["games"]), "final")
    rows = np.array(
        [feel_block(arm, seed=1, block=block, single_round=False) for block in range(25)]
    )
    sums = dict(zip(COLUMNS, rows.T, strict=True))
    told = found["arms"][1]
    assert told["arm"] == "final"
    for name, column, base, times in (
        ("options", "options", "decisions", 1),
        ("forced", "forced", "decisions", 100),
        ("tricks", "tricks", "rounds", 1),
        ("changes", "changes", "games", 1),
    ):
        value = told[name]
        assert value["value"] == pytest.approx(times * sums[column].sum() / sums[base].sum())
        assert value["low"] < value["value"] < value["high"]
        change = told[f"{name}_change"]["value"]
        assert change == pytest.approx(value["value"] - found["arms"][0][name]["value"])
    assert found["arms"][0]["options_change"] is None


def test_who_may_not_come_back_decides_less(folders):
    change = feel(folders["games"], sample=40)["arms"][1]["decisions_change"]
    assert change["high"] < 0


def estimated(column, n=30):
    """The estimate of a share of decisions, the decisions of n blocks being `column`."""
    sums = BlockSums([("a", "forced"), ("a", "decisions")])
    sums.add(np.stack([column, np.full(n, 10.0)], axis=1))
    return sums.estimate(scaled(rate("a", "forced", "decisions"), SHARE))


@pytest.mark.parametrize(("value", "low", "high"), [(0, 0, 11.351), (100, 88.649, 100)])
def test_what_never_or_always_was_has_an_interval_on_blocks(value, low, high):
    found = honest(estimated(np.full(30, value / 10)), SHARE)
    assert (found.value, found.low, found.high) == pytest.approx((value, low, high), abs=0.001)
    assert interval(plain(found)) == f"{value} ({low:.3g} to {high:.3g})"
    change = honest_change(
        estimated(np.zeros(30)), found, estimated(np.full(30, value / 10)), SHARE
    )
    assert (change.value, change.low, change.high) == pytest.approx((0, -11.351, 11.351), abs=0.001)


def test_no_more_is_claimed_of_what_never_varied():
    """A count that was the same in all blocks has no bound, a share inside its range neither."""
    found = honest(estimated(np.full(30, 4.0)), SHARE)
    assert (found.low, found.high) == (None, None)
    assert interval(plain(found)) == "40 in every block"
    none = honest(estimated(np.zeros(30)), 1)
    assert (none.low, none.high) == (None, None)
    assert honest_change(estimated(np.zeros(30)), none, estimated(np.zeros(30)), 1).low is None


def test_what_varied_is_left_as_it_is():
    found = estimated(np.arange(30.0) % 2)
    assert honest(found, SHARE) is found
    assert honest_change(found, found, estimated(np.zeros(30)), SHARE) is found


def test_workers_do_not_matter(folders):
    assert feel(folders["games"], sample=8, workers=1) == feel(folders["games"], sample=8)


def test_single_rounds_have_no_course(folders):
    told = feel(folders["rounds"], sample=40)["arms"][0]
    assert "changes" not in told
    assert told["decisions"]["value"] > 10


def test_the_command(folders, capsys):
    assert exit_code(["feel", str(folders["games"]), "--sample", "5"]) == 0
    told = capsys.readouterr().out
    assert "changes of the lead a game" in told
    assert "5 of 40 blocks an arm, played again" in told
    assert exit_code(["feel", str(folders["games"]), "--sample", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "gofsim-feel/1"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"sample": 1}, "--sample: must be at least 2 blocks, not 1"),
        ({"sample": -3}, "--sample: must be at least 2 blocks, not -3"),
        ({"workers": 0}, "--workers: must be at least 1, not 0"),
        ({"workers": -2}, "--workers: must be at least 1, not -2"),
        ({"arms": ["finl"]}, "--arm: no arm `finl` in .*; did you mean `final`"),
    ],
)
def test_what_cannot_be_asked(folders, options, line):
    with pytest.raises(BadInputError, match=line):
        feel(folders["games"], **{"sample": 2, **options})


def test_a_run_of_one_block_is_told_so(tmp_path):
    (tmp_path / "e.toml").write_text(TEXT.format(unit="games").replace("40", "1"), "utf-8")
    folder = run(tmp_path / "e.toml", out=tmp_path / "out").folder
    with pytest.raises(BadInputError) as caught:
        feel(folder, sample=200)
    assert str(caught.value) == f"{folder}: the run has 1 block, but needs 2 or more"


def test_few_blocks_are_warned_of_and_shares_stay_shares(folders):
    found = feel(folders["games"], sample=2)
    (warning,) = found["warnings"]
    assert warning.startswith("Only 2 blocks: intervals from fewer than 30")
    assert found["text"].endswith(f"Note: {warning}")
    lows, highs = [], []
    for arm in found["arms"]:
        shares = [arm[name] for name in ("undecided", "comebacks", "forced", "turns")]
        assert all(0 <= e["low"] <= e["value"] <= e["high"] <= 100 for e in shares)
        lows += [e["low"] for e in shares]
        highs += [e["high"] for e in shares]
    assert 0 in lows
    assert 100 in highs
    changes = [found["arms"][1][f"{name}_change"] for name in ("undecided", "turns")]
    assert all(-100 <= e["low"] <= e["high"] <= 100 for e in changes)
    assert "e+" not in found["text"]
    assert feel(folders["games"], sample=30)["warnings"] == []


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ((1234.5, 1094.5, 1374.5), "1230 ± 140"),
        ((33.333, 0, 100), "33.3 (0 to 100)"),
        ((0.00004, 0.00001, 0.00007), "0.00004 ± 0.00003"),
        ((6.0, 2.7, 9.3), "6 ± 3.3"),
        ((None, None, None), ""),
    ],
)
def test_numbers_are_plain(value, told):
    assert interval(dict(zip(("value", "low", "high"), value, strict=True))) == told


def test_arms_can_be_picked(folders, capsys):
    assert exit_code(["feel", str(folders["games"]), "--sample", "3", "--arm", "final"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["final"]
    whole = feel(folders["games"], sample=3)["arms"]
    turned = feel(folders["games"], sample=3, arms=["final", "four", "final"])["arms"]
    assert [each["arm"] for each in turned] == ["final", "four"]
    assert turned[0]["turns"] == whole[1]["turns"]
    change, back = whole[1]["options_change"]["value"], turned[1]["options_change"]["value"]
    assert change == pytest.approx(-back)


def test_a_table_shows_the_first_arms_and_names_the_way_to_others():
    rows = [{"arm": f"a{n}", "turns": {"value": 1.0, "low": 0.5, "high": 1.5}} for n in range(11)]
    lines = table(rows, {"turns": ("turned",)})
    assert lines[0].split() == [f"a{n}" for n in range(8)]
    assert lines[-1] == "and 3 more arms: --arm NAME (may be repeated) or --json shows them"
    assert len(table(rows[:8], {"turns": ("turned",)})) == 2
