"""The plan's words."""

import pytest

from gofsim.commands.check import MOST_LINES, duration, megabytes, plan_text
from gofsim.errors import BadInputError
from gofsim.playing import play_experiment
from gofsim.simulation.experiment import load_experiment

SWEEP = """
question = "?"
seed = 3
games = 400
[arms.on]
seats = ["lowest", "random", "lowest", "random"]
[arms.off]
seats = ["lowest", "lowest", "lowest", "lowest"]
[sweep]
"rules.target" = [50, 100]
"bots.lowest.give" = ["lowest", "highest", "min-turns"]
[stop]
rule = "sprt"
of = ["on target=50 give=lowest", "off target=50 give=lowest"]
d0 = 0
d1 = -0.25
every = 150
"""
LEAGUE = """
question = "?"
seed = 3
games = 400
[league]
bots = ["lowest", "random", "control", "longest", "min-turns", "random-nopass", "a", "b"]
[bots.a]
kind = "lowest"
forget = 0.1
[bots.b]
kind = "lowest"
forget = 0.2
"""


@pytest.fixture
def plan(tmp_path):
    """The lines of the plan of an experiment."""

    def lines(text):
        (tmp_path / "e.toml").write_text(text, "utf-8")
        return plan_text(str(tmp_path / "e.toml")).splitlines()

    return lines


def test_a_sweep_and_a_stop_rule_are_named(plan):
    lines = plan(SWEEP)
    assert "sweep: 2 arms x 2 of rules.target x 3 of bots.lowest.give: 12 arms" in lines
    assert (
        "stop: rule sprt (d0 0, d1 -0.25, alpha 0.05, beta 0.05) on points of "
        "on target=50 give=lowest and off target=50 give=lowest, "
        "looks from 150 blocks on, every 150"
    ) in lines
    assert "blocks: at most 400, each in every arm and seating; seed 3" in lines
    assert any(line.startswith("to play: at most 12,000 games, about ") for line in lines)


def test_a_league_is_named_and_long_tables_are_cut(plan):
    lines = plan(LEAGUE)
    assert "league: 8 bots, each alone against a field of each: 64 arms" in lines
    assert f"and {64 - MOST_LINES} more arms" in lines
    assert sum("-vs-" in line and "  " in line for line in lines) == MOST_LINES
    assert "blocks: 400, each in every arm and seating; seed 3" in lines


def test_a_remark_names_some_arms_of_many(plan):
    arms = "".join(
        f"[arms.a{k}]\nseats = ['lowest', 'lowest', 'lowest', 'lowest']\n" for k in range(9)
    )
    lines = plan(f'question = "?"\nseed = 3\ngames = 400\n{arms}')
    assert any(
        line.startswith("arms a0, a1, a2, a3, a4, a5 and 3 more: the same") for line in lines
    )


def test_all_tables(plan):
    lines = plan(LEAGUE.replace("[league]", '[league]\ndesign = "tables"'))
    assert "league: 8 bots, at every table of different bots: 70 arms" in lines


@pytest.mark.parametrize("seats", ["lowest", "random"])
def test_what_a_stop_rule_cannot_compare_is_refused_as_by_a_run(plan, tmp_path, seats):
    arms = "".join(f"[arms.{name}]\nseats = {[seats] * 4}\n" for name in "ab")
    stop = '[stop]\nrule = "width"\nmetric = "games"\nof = ["a", "b"]\nwidth = 0.1\n'
    with pytest.raises(BadInputError, match="no share of games can differ") as told:
        plan(f'question = "?"\nseed = 3\ngames = 400\n{arms}{stop}')
    with pytest.raises(BadInputError) as told_by_run:
        play_experiment(load_experiment(tmp_path / "e.toml"), tmp_path / "out")
    assert told.value.faults == told_by_run.value.faults


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.01, "1 s"), (90, "90 s"), (150, "2 minutes"), (3600, "60 minutes"), (9000, "2 hours")],
)
def test_duration(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("size", "text"), [(10, "0.1 MB"), (15_000_000, "15.0 MB"), (2_500_000_000, "2.5 GB")]
)
def test_size(size, text):
    assert megabytes(size) == text


def test_arms_about_cards_are_counted_not_listed():
    lines = plan_text("card_worth").splitlines()
    assert (
        "worth: of cards, numbers and exchange, to linear at all seats: 143 arms, each the deals of"
        " a block changed in one thing"
    ) in lines
    assert "and 139 more arms" in lines


def test_the_time_of_bots_of_any_speed_is_not_guessed(plan, tmp_path):
    (tmp_path / "slow.py").write_text(PLAIN, "utf-8")
    usual = SWEEP.partition("[sweep]")[0]
    assert any(line.startswith("time: about") for line in plan(usual))
    slow = usual.replace('"random"', '"slow.py:SLOW"')
    why = "time: not known, as slow.py:SLOW is plain Python; `gofsim plan` finds out by a pilot"
    assert why in plan(slow)
    search = usual.replace('"random"', '"pimc"')
    assert why.replace("slow.py:SLOW is plain Python", "pimc searches") in plan(search)
    asks = search.replace('"pimc"', '"a"') + '[bots.a]\nkind = "pimc"\nrollout = "slow.py:SLOW"\n'
    assert why.replace("slow.py:SLOW", "pimc") in plan(asks)


PLAIN = """
from gofsim.strategies.plain import plain_bot

def choose(seen):
    "Lays its first play."
    return seen.plays[0] if seen.plays else None

SLOW = plain_bot(choose)
"""
