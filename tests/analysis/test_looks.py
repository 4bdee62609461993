"""Looking at a run while it is played: what is seen, and where it stops."""

from itertools import pairwise
from math import sqrt

import numpy as np
import polars as pl
import pytest
from scipy import stats

from gofsim.analysis.looks import GO_ON, PRECISE, Looks
from gofsim.analysis.sequential import confidence_sequence_reach, sprt_bounds, tuning
from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.description import described
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.open import open_run
from gofsim.simulation.run import run_experiment

LEAGUE = """
question = "Which is better?"
seed = 7
games = 230
[league]
bots = ["control", "lowest"]
"""
ARMS = """
question = "Does the target matter?"
seed = 7
games = 150
[arms.on]
seats = ["lowest", "random", "random", "random"]
[arms.off]
seats = ["lowest", "random", "random", "random"]
rules.exchange = "off"
[arms.plain_on]
seats = ["lowest", "lowest", "lowest", "lowest"]
[arms.plain_off]
seats = ["lowest", "lowest", "lowest", "lowest"]
rules.exchange = "off"
"""


TABLES = """
question = "Who wins among all?"
seed = 7
games = 100
[rules]
players = 3
[league]
design = "tables"
bots = ["control", "lowest", "random", "longest"]
"""


def played(text, folder):
    path = folder / "looked.toml"
    path.write_text(text, "utf-8")
    experiment = load_experiment(path)
    return experiment, run_experiment(experiment, folder / "results", workers=1)


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    return played(LEAGUE, tmp_path_factory.mktemp("league"))


@pytest.fixture(scope="module")
def arms(tmp_path_factory):
    return played(ARMS, tmp_path_factory.mktemp("arms"))


def looking(run, **stop):
    """All looks of a rule at a run that was played to its end, and where the rule stops."""
    experiment, folder = run
    usual = {"of": ["control", "lowest"], "metric": "points", "first": 100, "every": 50}
    description = described(experiment) | {"stop": usual | stop}
    looks = Looks(description)
    return looks, looks.reached(folder, read_manifest(folder), experiment.blocks)


def block_values(folder, arm):
    """Rounds and points less the field of place 0 in each block, worked out row by row."""
    rounds = open_run(folder).rounds.filter(pl.col("arm") == arm).collect()
    sums = {}
    for row in rounds.iter_rows(named=True):
        points = [row[f"points_{seat}"] for seat in range(4)]
        mine = next(points[seat] for seat in range(4) if row[f"place_{seat}"] == 0)
        count, total = sums.get(row["block"], (0, 0.0))
        sums[row["block"]] = (count + 1, total + mine - (sum(points) - mine) / 3)
    return np.array([sums[block] for block in sorted(sums)])


def ratio(values):
    """Ratio of sums and its standard error over blocks."""
    count, total = values.T
    value = total.sum() / count.sum()
    spread = (total - value * count) ** 2
    return value, sqrt(spread.sum() * len(values) / (len(values) - 1)) / count.sum()


def test_what_is_seen_is_what_the_blocks_up_to_the_look_say(league):
    looks, stop = looking(league, rule="width", width=1e-9)
    assert stop is None
    assert [look["blocks"] for look in looks.looks] == [100, 150, 200, 230]
    values = block_values(league[1], "control-vs-lowest")
    for look in looks.looks:
        value, error = ratio(values[: look["blocks"]])
        assert look["value"] == pytest.approx(value, rel=1e-12)
        assert look["error"] == pytest.approx(error, rel=1e-12)
        reach = stats.t.ppf(0.975, look["blocks"] - 1) * error
        assert (look["low"], look["high"]) == pytest.approx((value - reach, value + reach))
        assert look["decision"] == GO_ON


def test_a_width_rule_stops_at_the_first_look_that_is_precise_enough(league):
    every, _ = looking(league, rule="width", width=1e-9)
    widths = [look["high"] - look["low"] for look in every.looks]
    looks, stop = looking(league, rule="width", width=(widths[1] + widths[2]) / 2)
    first = next(k for k, width in enumerate(widths) if width <= (widths[1] + widths[2]) / 2)
    assert stop == every.looks[first]["blocks"]
    assert [look["decision"] for look in looks.looks] == [GO_ON] * first + [PRECISE]


def test_an_anytime_rule_looks_at_the_confidence_sequence(league):
    looks, _ = looking(league, rule="anytime", width=1e-9)
    r = tuning(100)
    for look in looks.looks:
        reach = confidence_sequence_reach(look["error"], look["blocks"], r)
        assert look["high"] - look["value"] == pytest.approx(reach)


@pytest.mark.parametrize(
    ("d0", "d1", "decision"), [(0.0, -2.5, "d1"), (-2.5, 0.0, "d0"), (5.0, -2.5, "d1")]
)
def test_the_sequential_test_accepts_the_nearer_of_two_values(league, d0, d1, decision):
    looks, stop = looking(league, rule="sprt", d0=d0, d1=d1, alpha=0.05, beta=0.05)
    assert stop == 100
    (look,) = looks.looks
    assert look["decision"] == decision
    variance = 100 * look["error"] ** 2
    llr = 100 * (d1 - d0) * (look["value"] - (d0 + d1) / 2) / variance
    assert look["llr"] == pytest.approx(llr)
    low, high = sprt_bounds(0.05, 0.05)
    assert look["llr"] >= high if decision == "d1" else look["llr"] <= low


def test_the_share_of_games_counts_from_an_equal_share(league):
    looks, _ = looking(league, rule="width", width=1e-9, metric="games")
    games = open_run(league[1]).games.filter(pl.col("arm") == "control-vs-lowest").collect()
    won = 0.0
    for row in games.filter(pl.col("block") < 100).iter_rows(named=True):
        winners = [seat for seat in range(4) if row["winners"] >> seat & 1]
        won += sum(row[f"place_{seat}"] == 0 for seat in winners) / len(winners)
    assert looks.looks[0]["value"] == pytest.approx(won / 400 - 0.25)


def test_looks_do_not_depend_on_the_portions_in_which_blocks_come(league):
    _, folder = league
    at_once, _ = looking(league, rule="anytime", width=1e-9)
    experiment = described(league[0]) | {
        "stop": {"rule": "anytime", "width": 1e-9, "of": ["control", "lowest"],
                 "metric": "points", "first": 100, "every": 50}
    }  # fmt: skip
    looks = Looks(experiment)
    for reached in (7, 99, 100, 163, 229, 230):
        looks.reached(folder, read_manifest(folder), reached)
    assert looks.looks == at_once.looks


def test_looks_are_at_the_first_then_regular_and_at_the_end(league):
    looks, _ = looking(league, rule="width", width=1e-9, first=120, every=60)
    assert [look["blocks"] for look in looks.looks] == [120, 180, 230]
    assert all(a["blocks"] < b["blocks"] for a, b in pairwise(looks.looks))


def test_two_arms_are_compared_block_by_block(arms):
    looks, _ = looking(arms, rule="width", width=1e-9, of=["on", "off"])
    on, off = (block_values(arms[1], arm)[:100] for arm in ("on", "off"))
    assert looks.looks[0]["value"] == pytest.approx(ratio(on)[0] - ratio(off)[0])


def test_arms_of_one_bot_compare_what_a_player_scores(arms):
    looks, _ = looking(arms, rule="width", width=1e-9, of=["plain_on", "plain_off"])
    rounds = open_run(arms[1]).rounds.filter(pl.col("block") < 100).collect()
    scores = [
        rounds.filter(pl.col("arm") == arm)
        .select(pl.sum_horizontal(f"points_{seat}" for seat in range(4)).mean())
        .item()
        / 4
        for arm in ("plain_on", "plain_off")
    ]
    assert looks.looks[0]["value"] == pytest.approx(scores[0] - scores[1])


@pytest.mark.parametrize("metric", ["points", "games"])
def test_bots_of_a_league_of_tables_are_compared_where_both_sit(tmp_path, metric):
    run = played(TABLES, tmp_path)
    looks, _ = looking(run, rule="width", width=1e-9, of=["control", "random"], metric=metric)
    result = open_run(run[1])
    rows = (result.rounds if metric == "points" else result.games).filter(pl.col("block") < 100)
    differences = []
    for table in ("control+random+longest", "control+lowest+random"):
        places = [table.split("+").index(bot) for bot in ("control", "random")]
        scores = [[], []]
        for row in rows.filter(pl.col("arm") == table).collect().iter_rows(named=True):
            for seat in range(3):
                if row[f"place_{seat}"] in places:
                    bot = places.index(row[f"place_{seat}"])
                    scores[bot].append(score(row, seat, metric))
        differences.append(np.mean(scores[0]) - np.mean(scores[1]))
    assert looks.looks[0]["value"] == pytest.approx(np.mean(differences))


def score(row, seat, metric):
    """A seat's points of a round, or its share of a game."""
    if metric == "points":
        return row[f"points_{seat}"]
    return ((row["winners"] >> seat) & 1) / row["winners"].bit_count()


def test_shares_of_games_that_cannot_differ_are_refused(arms):
    with pytest.raises(BadInputError, match="plain_on and plain_off share no bot that meets"):
        looking(arms, rule="width", width=0.1, of=["plain_on", "plain_off"], metric="games")


def test_bots_that_are_the_same_are_precise_at_the_first_look(tmp_path):
    text = LEAGUE.replace('"control"', '"copy"') + '[bots.copy]\nkind = "lowest"\n'
    looks, stop = looking(played(text, tmp_path), rule="width", width=0.1, of=["copy", "lowest"])
    assert stop == 100
    assert looks.looks[0] == {
        "blocks": 100, "value": 0.0, "error": 0.0, "low": 0.0, "high": 0.0, "decision": PRECISE
    }  # fmt: skip
    looks, _ = looking(
        played(text, tmp_path), rule="sprt", d0=0.0, d1=-0.25, alpha=0.05, beta=0.05,
        of=["lowest", "copy"],
    )  # fmt: skip
    assert (looks.looks[0]["llr"], looks.looks[0]["decision"]) == (None, "d0")
