"""Equal bots that draw: how often chance alone is taken for a difference."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from gofsim.analysis.bot_blocks import bot_columns
from gofsim.analysis.looks import ACCEPTED, GO_ON, judged
from gofsim.rules import Rules
from verification.record import record
from verification.twins import ARM, comparison, estimates, run_of_twins

RUNS, BLOCKS, ALPHA = 2000, 1000, 0.05
PEEKS = range(10, BLOCKS + 1, 10)  # a hundred looks at the fixed interval
LOOKS = range(100, BLOCKS + 1, 50)  # those of a stop rule
MOST_WRONG = ALPHA + 3 * sqrt(ALPHA * (1 - ALPHA) / RUNS)
A_A = f"{RUNS:,} runs of `random` twins, one against a field of three"
COLUMNS = bot_columns(ARM, games=False)
D1 = -0.3  # points a round: most runs decide within their blocks


@pytest.fixture(scope="module")
def runs():
    """Sums by run and block of single rounds."""
    return run_of_twins(range(RUNS), BLOCKS, Rules(), games=False)


@pytest.fixture(scope="module")
def seen(runs):
    """By run and look, one twin's points a round less the field's."""
    compared = comparison("points")
    return [
        dict(zip(LOOKS, estimates(run, LOOKS, compared, games=False), strict=True)) for run in runs
    ]


def false_positives(p_values, what):
    """How often a run of fixed size finds a difference."""
    share = np.mean(np.array(p_values) < ALPHA)
    record("3 A/A", f"{what}: false positives", f"{share:.1%}", "3.5-6.5%")
    assert 0.035 <= share <= 0.065


def uniform(p_values, what):
    """Whether each tenth of the p-values is met equally often."""
    deciles = np.bincount(np.minimum(9, (10 * np.array(p_values)).astype(int)), minlength=10)
    fit = stats.chisquare(deciles).pvalue
    record("3 A/A", f"{what}: p-values uniform, chi-square on deciles", f"p = {fit:.3f}",
           "p > 0.001")  # fmt: skip
    assert fit > 0.001


@pytest.mark.parametrize("blocks", [100, 1000])
def test_points_of_a_fixed_size(seen, blocks):
    p_values, what = [run[blocks].p for run in seen], f"{A_A}; points, {blocks:,} blocks"
    false_positives(p_values, what)
    uniform(p_values, what)


def test_shares_of_games_of_a_fixed_size():
    """Counts of won games take few values, so only points can have uniform p-values."""
    size, compared = 60, comparison("games")
    runs = run_of_twins(range(RUNS), size, Rules(target=30), games=True)
    p_values = [next(estimates(run, [size], compared, games=True)).p for run in runs]
    false_positives(p_values, f"{A_A}; share of games, {size} blocks")


def test_looking_at_a_fixed_interval_finds_what_is_not_there(runs, seen):
    """The negative control: this must go wrong.

    By the plain formula, which is held against the estimates of the reports where both look.
    """
    points, own = (runs[..., COLUMNS.index(name)] for name in ("points", "points_0"))
    values, looks = (4 * own - points) / 12, np.array(PEEKS)
    sums, squares = (np.cumsum(values**power, axis=1)[:, looks - 1] for power in (1, 2))
    means, errors = sums / looks, np.sqrt((squares - sums**2 / looks) / (looks - 1) / looks)
    beyond = abs(means) > errors * stats.t.isf(ALPHA / 2, looks - 1)
    both = [PEEKS.index(look) for look in LOOKS]
    assert (beyond[:, both] == [[look.decided for look in run.values()] for run in seen]).all()
    fooled = beyond.any(axis=1).mean()
    record("3 A/A", f"negative control: the same runs, {len(PEEKS)} looks at the fixed interval, at"
           " least one of them without zero", f"{fooled:.1%}", "over 15%: looking must be seen to"
           " fail")  # fmt: skip
    assert fooled > 0.15


def test_the_confidence_sequence_holds_at_every_look(seen):
    stop = {"rule": "anytime", "first": LOOKS[0], "width": 0.0}
    wrong = np.mean([any(_without_zero(run[look], stop) for look in LOOKS) for run in seen])
    record("3 A/A", f"confidence sequence: zero left out at any of {len(LOOKS)} looks",
           f"{wrong:.1%}", f"at most {MOST_WRONG:.1%} (5% + 3 standard errors)")  # fmt: skip
    assert wrong <= MOST_WRONG


def _without_zero(look, stop):
    found = judged(look, stop)
    return found["low"] > 0 or found["high"] < 0


@pytest.mark.parametrize("truth", ACCEPTED)
def test_the_sequential_test_keeps_its_risks(seen, truth):
    """When d1 is true, the runs are those of the twins with d1 added to their differences."""
    stop = {"rule": "sprt", "d0": 0.0, "d1": D1, "alpha": ALPHA, "beta": ALPHA}
    shift = D1 if truth == "d1" else 0.0
    ends = [_decision(run, stop, shift) for run in seen]
    wrong = np.mean([end not in (truth, GO_ON) for end in ends])
    open_ = np.mean([end == GO_ON for end in ends])
    record("3 A/A", f"sequential test of 0 against {D1} points a round, alpha = beta = 5%, {truth}"
           " true: the other one accepted", f"{wrong:.1%} ({open_:.1%} still open at {BLOCKS:,})",
           f"at most {MOST_WRONG:.1%} (5% + 3 standard errors), under 10% open")  # fmt: skip
    assert wrong <= MOST_WRONG
    assert open_ < 0.1


def _decision(run, stop, shift):
    for look in LOOKS:
        moved = replace(run[look], value=run[look].value + shift)
        decision = judged(moved, stop)["decision"]
        if decision != GO_ON:
            return decision
    return GO_ON
