"""`gofsim feel`: figures by arm with intervals and paired differences, games and single rounds."""

import json

import numpy as np
import pytest

from gofsim.analysis.block_sums import BlockSums, rate
from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.feel import SHARE, feel, honest, honest_change, interval, plain, scaled
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
    with pytest.raises(BadInputError, match="--sample: must be at least 2 blocks, not 1"):
        feel(folders["games"], sample=1)
