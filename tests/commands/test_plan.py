"""`gofsim plan`: blocks and minutes for effects, from a pilot that leaves nothing behind."""

import json
from math import sqrt

import pytest
from command_line import gofsim

from gofsim.analysis.power import power
from gofsim.commands.plan import plan
from gofsim.errors import BadInputError

LEAGUE = """
question = "Which is better?"
seed = 7
games = 20_000
[league]
bots = ["control", "lowest"]
"""
TABLE = """
question = "Who wins?"
seed = 7
games = 20_000
[arms.all]
seats = ["control", "lowest", "lowest", "lowest"]
"""
RULES = """
question = "Does the target matter?"
seed = 7
games = 20_000
[arms.long]
seats = ["control", "lowest", "lowest", "lowest"]
[arms.short]
seats = ["control", "lowest", "lowest", "lowest"]
rules.target = 50
"""


def planned(folder, text, **how):
    path = folder / "planned.toml"
    path.write_text(text, "utf-8")
    return plan(str(path), pilot=100, workers=1, **how)


def test_the_blocks_are_the_fewest_that_reach_the_power(tmp_path):
    rows = planned(tmp_path, LEAGUE)["table"]
    assert {row["what"] for row in rows} == {"control-vs-lowest", "lowest-vs-control"}
    for row in rows:
        for wanted in (0.8, 0.95):
            blocks = row[f"blocks_{wanted:g}"]
            assert power(row["effect"], row["sd"], blocks) >= wanted
            assert power(row["effect"], row["sd"], blocks - 1) < wanted


def test_smaller_effects_need_more_blocks_and_minutes(tmp_path):
    found = planned(tmp_path, TABLE)
    rows = [row for row in found["table"] if row["figure"] == "Points a round"]
    blocks = [row["blocks_0.8"] for row in rows]
    assert blocks == sorted(blocks, reverse=True)
    assert blocks[0] / blocks[1] == pytest.approx(4, rel=0.05)  # half the effect, 4 times as many
    for row in rows:
        minutes = row["blocks_0.8"] * found["seconds_a_block"] / 60
        assert row["minutes_0.8"] == pytest.approx(minutes)


def test_arms_are_planned_by_the_figures_their_rules_bear_on(tmp_path):
    rows = planned(tmp_path, RULES)["table"]
    assert {row["what"] for row in rows} == {"short less long"}
    assert rows[0]["figure"] == "Games won by control"


def test_shares_are_planned_in_percentage_points(tmp_path):
    rows = planned(tmp_path, LEAGUE)["table"]
    share = next(row for row in rows if row["figure"] == "Share of games")
    assert 5 < share["sd"] < 50  # of the share of four games, in points of a hundred
    assert share["sd"] * sqrt(1 / share["blocks_0.8"]) < share["effect"]


def test_a_league_of_tables_is_planned_by_its_pairs(tmp_path):
    text = LEAGUE.replace(
        'bots = ["control", "lowest"]',
        'design = "tables"\nbots = ["control", "lowest", "random"]\n[rules]\nplayers = 3',
    )
    rows = planned(tmp_path, text)["table"]
    pairs = ["control less lowest", "control less random", "lowest less random"]
    assert list(dict.fromkeys(row["what"] for row in rows)) == pairs


def test_where_all_is_identical_there_is_nothing_to_plan(tmp_path):
    text = LEAGUE.replace('"control"', '"copy"') + '[bots.copy]\nkind = "lowest"\n'
    found = planned(tmp_path, text)
    assert found["table"] == []
    assert "identical in the pilot: there is nothing to plan" in found["text"]


def test_a_stop_rule_does_not_stop_the_pilot(tmp_path):
    stop = '[stop]\nrule = "width"\nof = ["control", "lowest"]\nwidth = 10\n'
    path = tmp_path / "planned.toml"
    path.write_text(LEAGUE + stop, "utf-8")
    assert plan(str(path), pilot=40, workers=1)["pilot"] == 40


def test_nothing_is_left_of_the_pilot(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    planned(tmp_path, LEAGUE)
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not (tmp_path / "results").exists()


def test_a_pilot_that_says_nothing_is_refused(tmp_path):
    path = tmp_path / "planned.toml"
    path.write_text(LEAGUE, "utf-8")
    with pytest.raises(BadInputError, match="--pilot: must be at least 30 blocks, not 3"):
        plan(str(path), pilot=3, workers=1)


def test_the_command_prints_a_table_or_one_document(tmp_path):
    (tmp_path / "planned.toml").write_text(LEAGUE, "utf-8")
    code, out, err = gofsim("plan", "planned.toml", "--pilot", 50, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "pilot of 50 blocks" in out
    assert "finds an effect of this size" in out
    code, out, _ = gofsim("plan", "planned.toml", "--pilot", 50, "--json", cwd=tmp_path)
    document = json.loads(out)
    assert (code, document["format"], document["pilot"]) == (0, "gofsim-plan/1", 50)
    assert len(document["table"]) == 16
