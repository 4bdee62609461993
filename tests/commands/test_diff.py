"""`gofsim diff` and `gofsim verify`: two versions of a bot on the same deals, and exit codes."""

import json

import numpy as np
import polars as pl
import pytest
from command_line import gofsim

from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.diff import diff, read_condition
from gofsim.errors import BadInputError
from gofsim.simulation.open import open_run

TEXT = """
question = "?"
seed = {seed}
games = {games}
[bots.mine]
kind = "lowest"
gang_when_opponent_at_most = {at_most}
[arms.field]
seats = ["mine", "lowest", "random-nopass", "longest"]
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of a bot: as it was, with another setting, of another seed."""
    folder = tmp_path_factory.mktemp("diff")
    wanted = {"old": (1, 120, 5), "new": (1, 100, 16), "other": (2, 60, 5)}
    found = {}
    for name, (seed, games, at_most) in wanted.items():
        path = folder / f"{name}.toml"
        path.write_text(TEXT.format(seed=seed, games=games, at_most=at_most), "utf-8")
        found[name] = run(path, out=folder / "out").folder
    return found


def points(folder, blocks):
    """Points a round of `mine` less the field's mean, by block: (sums, rounds)."""
    rows = open_run(folder).seats().filter(pl.col("block") < blocks).collect()
    mine = pl.when(pl.col("bot") == "mine").then(pl.col("points")).otherwise(-pl.col("points") / 3)
    by_block = rows.group_by("block").agg(mine.sum().alias("sum"), (pl.len() / 4).alias("rounds"))
    by_block = by_block.sort("block")
    return by_block["sum"].to_numpy(), by_block["rounds"].to_numpy()


def test_the_change_is_the_difference_on_common_blocks(runs):
    document, failures = diff(runs["old"], runs["new"], bot=None, fail_if=())
    assert failures == []
    changes = {each["measure"]: each for each in document["changes"]}
    assert set(changes) == {"points", "games", "rounds"}
    parts = [points(runs[name], 100) for name in ("old", "new")]
    before, after = (sums.sum() / rounds.sum() for sums, rounds in parts)
    found = changes["points"]
    assert found["blocks"] == 100
    assert found["before"] == pytest.approx(before)
    assert found["after"] == pytest.approx(after)
    assert found["change"] == pytest.approx(after - before)
    deviations = [
        (sums - sums.sum() / rounds.sum() * rounds) / rounds.mean() for sums, rounds in parts
    ]
    error = (deviations[1] - deviations[0]).std(ddof=1) / np.sqrt(100)
    assert found["change_high"] - found["change"] == pytest.approx(1.984 * error, rel=1e-3)


def test_of_a_league_the_arms_with_a_field(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert exit_code(["compare", "lowest", "longest", "--games", "4", "--quiet"]) == 0
    (folder,) = (tmp_path / "results").iterdir()
    document, _ = diff(folder, folder, bot=None, fail_if=())
    assert {(each["arm"], each["bot"]) for each in document["changes"]} == {
        ("lowest-vs-longest", "lowest"),
        ("longest-vs-lowest", "longest"),
    }


def test_a_run_against_itself_is_identical(runs):
    document, _ = diff(runs["old"], runs["old"], bot="mine", fail_if=())
    assert all(each["change"] == 0 for each in document["changes"])
    assert document["text"].count("identical") == 3


def test_conditions_hold_where_the_whole_interval_does(runs):
    document, _ = diff(runs["old"], runs["new"], bot=None, fail_if=())
    found = next(each for each in document["changes"] if each["measure"] == "points")
    low, high = found["change_low"], found["change_high"]
    for condition, fails in (
        (f"points > {low - 0.01:.3f}", True),
        (f"points > {low + 0.01:.3f}", False),
        (f"points < {high + 0.01:.3f}", True),
        (f"points < {high - 0.01:.3f}", False),
    ):
        _, failures = diff(runs["old"], runs["new"], bot=None, fail_if=[condition])
        assert len(failures) == fails
        assert all(line.startswith("arm field: mine's points changed by") for line in failures)


def test_other_deals_are_refused(runs):
    with pytest.raises(BadInputError, match=r"seed 2, but .* has 1: the deals differ"):
        diff(runs["old"], runs["other"], bot=None, fail_if=())


@pytest.mark.parametrize("text", ["points", "pints > 1", "points > x", "points >= 1"])
def test_a_condition_that_is_none(text):
    with pytest.raises(BadInputError, match=r'--fail-if: must look like "points > 0.1"'):
        read_condition(text)


def test_an_unknown_bot_is_named(runs):
    with pytest.raises(BadInputError, match="--bot: no bot `mien` in arm `field`; did you mean"):
        diff(runs["old"], runs["new"], bot="mien", fail_if=())


def test_exit_codes_and_json(runs, capsys):
    both = [str(runs["old"]), str(runs["new"])]
    assert exit_code(["diff", *both, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "gofsim-diff/1"
    assert exit_code(["diff", *both, "--fail-if", "points > -100"]) == 1
    told = capsys.readouterr()
    assert "surely > -100" in told.err
    assert "points a round less the field" in told.out
    assert exit_code(["diff", *both, "--fail-if", "nothing"]) == 2


def test_verify_says_what_it_looked_at(runs, capsys):
    assert exit_code(["verify", str(runs["old"]), "--sample", "5"]) == 0
    assert "5 of 120 blocks played again: every row the same" in capsys.readouterr().out
    assert exit_code(["verify", str(runs["old"]), "--sample", "0"]) == 0
    assert capsys.readouterr().out.endswith("0 of 120 blocks played again\n")
    assert exit_code(["verify", str(runs["old"]), "--sample", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["replayed"] == 2


def test_verify_of_less_than_nothing(runs, capsys):
    assert exit_code(["verify", str(runs["old"]), "--sample", "-1"]) == 2
    assert "--sample: must be 0 or more blocks, not -1" in capsys.readouterr().err


def test_verify_of_what_is_no_run(tmp_path):
    code, out, err = gofsim("verify", tmp_path, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert "no results of gofsim here" in err
