"""Bots alone in fields of others: figures and verdicts, from real leagues."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from gofsim.analysis.duel_words import duel_sentence, fares, lead_of, rounded_up, winner_of
from gofsim.analysis.duels import BETTER, IDENTICAL, SAME, UNDECIDED, WORSE, duels_of, duels_table
from gofsim.analysis.estimates import Estimate, holm
from gofsim.analysis.league import league_of
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.power import blocks_needed
from gofsim.analysis.run_folder import read_run
from gofsim.analysis.table import flat_row
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.open import open_run
from gofsim.simulation.run import run_experiment

LEAGUE = """
question = "Which is better?"
seed = 7
games = 200
[bots.copy]
kind = "lowest"
[bots.nearly]
kind = "random"
pass_weight = 1.02
[league]
bots = {bots}
"""


def league(folder: Path, *bots: str, unit: str = "games"):
    path = folder / "duels.toml"
    text = LEAGUE.replace("{bots}", str(list(bots)).replace("'", '"'))
    path.write_text(text.replace("games", unit), "utf-8")
    run = read_run(run_experiment(load_experiment(path), folder / "results", workers=1))
    return run, duels_of(run.arms, collect_league(league_of(run)).sums)


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    return league(tmp_path_factory.mktemp("three"), "control", "lowest", "copy")


def by_name(duels):
    return {(duel.bot, duel.field): duel for duel in duels}


def test_every_bot_meets_every_other_as_a_field_and_no_bot_itself(three):
    bots = ["control", "lowest", "copy"]
    assert list(by_name(three[1])) == [(a, b) for a in bots for b in bots if a != b]


def test_figures_are_those_of_the_rows(three):
    run, duels = three
    duel = by_name(duels)["control", "lowest"]
    rounds = open_run(run.path).rounds.filter(pl.col("arm") == "control-vs-lowest").collect()
    mine = field = won = 0
    for row in rounds.iter_rows(named=True):
        for seat in range(4):
            if row[f"place_{seat}"] == 0:
                mine += row[f"points_{seat}"]
                won += row["winner"] == seat
            else:
                field += row[f"points_{seat}"] / 3
    assert duel.points.value == pytest.approx((mine - field) / len(rounds))
    assert duel.rounds.value == pytest.approx(won / len(rounds))
    assert duel.edge.value == pytest.approx(duel.games.value - 0.25)
    assert duel.edge.error == pytest.approx(duel.games.error)
    assert (duel.games.n, duel.points.n) == (200, 200)


def test_far_better_and_identical_bots_get_their_verdicts(three):
    duels = by_name(three[1])
    assert duels["control", "lowest"].verdict == BETTER
    assert duels["control", "lowest"].by == "games"
    assert duels["lowest", "control"].verdict == WORSE
    same = duels["lowest", "copy"]
    assert (same.verdict, same.points.value, same.edge.value) == (IDENTICAL, 0.0, 0.0)
    assert (same.games.value, same.rounds.value) == (0.25, 0.25)
    assert same.to_decide is None
    assert (same.p_games, same.p_points) == (None, None)


def test_p_values_are_adjusted_for_all_duels(three):
    duels = three[1]
    assert [d.p_games for d in duels] == holm([d.edge.p for d in duels])
    assert [d.p_points for d in duels] == holm([d.points.p for d in duels])
    both = holm([*(d.edge.p for d in duels), *(d.points.p for d in duels)])
    assert [*(d.joint_games for d in duels), *(d.joint_points for d in duels)] == both
    assert {d.tests for d in duels} == {8}  # six duels on two figures, two of them identical


def test_the_winner_beats_all_others_or_there_is_none(three, tmp_path):
    run, duels = three
    assert winner_of(run, duels) == "control"
    run, duels = league(tmp_path, "lowest", "copy")
    assert winner_of(run, duels) is None


def test_common_deals_save_blocks(three):
    duel = by_name(three[1])["control", "lowest"]
    assert duel.saved > 1


def test_a_close_pair_is_undecided_and_says_how_many_games_it_needs(tmp_path):
    run, duels = league(tmp_path, "random", "nearly")
    first, second = duels
    assert {first.verdict, second.verdict} <= {UNDECIDED, SAME}
    open_one = next(duel for duel in duels if duel.verdict == UNDECIDED)
    needed = [
        blocks_needed(each.value, each.error * each.n**0.5, 0.8, 0.05 / 4)
        for each in (open_one.edge, open_one.points)
    ]
    assert open_one.to_decide == 4 * min(needed)
    assert min(needed) > 200
    assert lead_of(run, first, second) == 0
    assert duel_sentence(run, first, second).startswith("Undecided between random and nearly: ")


def test_the_sentence_names_the_better_bot_and_both_figures(three):
    run, duels = three
    found = by_name(duels)
    told = duel_sentence(run, found["lowest", "control"], found["control", "lowest"])
    assert told.startswith("The better bot is control: alone against three lowest, control wins")
    assert "where an equal share is 25.0%" in told
    assert "alone against three control, lowest wins" in told
    same = duel_sentence(run, found["lowest", "copy"], found["copy", "lowest"])
    assert same == (
        "No difference at all between lowest and copy: they fare identically in all 200 blocks."
    )


def test_single_rounds_are_judged_by_points(tmp_path):
    run, duels = league(tmp_path, "control", "lowest", unit="rounds")
    assert [duel.games for duel in duels] == [None, None]
    assert [duel.by for duel in duels] == ["points", "points"]
    assert winner_of(run, duels) == "control"
    table = duels_table(duels)
    assert "games" not in [column.key for column in table.columns]


def test_the_table_holds_plain_finite_values(three):
    table = duels_table(three[1])
    for row in table.rows:
        flat = flat_row(table, row)
        assert "nan" not in map(str, flat.values())
        assert flat["verdict"] in (BETTER, WORSE, SAME, IDENTICAL, UNDECIDED)


def test_the_same_is_claimed_only_when_it_is_proved(three):
    duel = by_name(three[1])["control", "lowest"]
    close = Estimate(0.01, -0.05, 0.07, 400, error=0.03, p=0.7)
    wide = Estimate(0.01, -0.5, 0.52, 400, error=0.26, p=0.97)

    def judged(points):
        return replace(
            duel, points=points, edge=replace(points, p=0.9), joint_games=1.0, joint_points=1.0
        ).verdict

    assert judged(close) == SAME
    assert judged(wide) == UNDECIDED


def test_what_decides_is_told_first_and_with_its_interval(three):
    duel = by_name(three[1])["control", "lowest"]
    close = Estimate(0.257, 0.249, 0.265, 2000, error=0.004)
    edge = Estimate(0.007, -0.001, 0.015, 2000, error=0.004, p=0.08)
    points = Estimate(-0.09, -0.13, -0.05, 2000, error=0.02, p=1e-5)
    by_points = replace(duel, games=close, edge=edge, points=points, joint_games=0.2)
    assert by_points.by == "points"
    assert fares(by_points) == (
        "alone against three lowest, control takes 0.09 points a round less than its field (95%"
        " interval 0.05 to 0.13), and wins 25.7% (95% interval 24.9% to 26.5%) of games, where an"
        " equal share is 25.0%"
    )
    none = replace(points, value=-0.001, low=-0.2, high=0.2)
    assert "about as many points a round as its field" in fares(replace(duel, points=none))


@pytest.mark.parametrize(
    ("number", "up"), [(1, 1), (9.2, 10), (11, 11), (101, 110), (3439, 3500), (20_712, 21_000)]
)
def test_forecasts_have_two_figures(number, up):
    assert rounded_up(number) == up


@pytest.mark.parametrize(
    ("of", "d0", "d1", "decision", "better"),
    [
        (["control", "lowest"], 0.0, -2.0, "d1", "control"),
        (["control", "lowest"], -2.0, 0.0, "d0", "control"),
        (["lowest", "control"], 0.0, 2.0, "d1", "control"),
        (["control", "lowest"], 0.0, 2.0, "d1", None),  # the figures say the contrary
        (["lowest", "copy"], 0.0, -0.1, "d1", "lowest"),
        (["lowest", "copy"], 0.1, -0.1, "d1", None),  # nearer to -0.1 than to 0.1 may be 0
        (["lowest", "copy"], -0.3, -0.1, "d1", None),  # so may be nearer to -0.1 than to -0.3
        (["lowest", "copy"], 0.0, -0.1, "d0", None),
    ],
)
def test_a_sequential_test_decides_only_what_its_values_prove(three, of, d0, d1, decision, better):
    run, duels = three
    stop = {"rule": "sprt", "metric": "points", "of": of, "d0": d0, "d1": d1}
    looked = replace(
        run,
        manifest={
            **run.manifest,
            "experiment": {**run.experiment, "stop": stop},
            "looks": [{"decision": decision}],
        },
    )
    found = by_name(duels)
    first, second = found[of[0], of[1]], found[of[1], of[0]]
    lead = lead_of(looked, first, second)
    assert {1: of[0], -1: of[1], 0: None}[lead] == better
    assert lead_of(looked, second, first) == -lead


def test_an_effect_too_small_for_any_number_of_games_has_none(three):
    duel = by_name(three[1])["control", "lowest"]
    tiny = Estimate(1e-6, -0.2, 0.2, 1000, error=0.1, p=0.99)
    open_one = replace(duel, points=tiny, edge=tiny, joint_games=1.0, joint_points=1.0)
    assert (open_one.verdict, open_one.to_decide) == (UNDECIDED, None)
