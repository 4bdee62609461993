"""Races: intervals that hold at every look, choices that drop out, and when it is enough."""

import numpy as np
import pytest

from gofsim.analysis.race import EQUAL_LOOK, FIRST_LOOK, Race

GRAIN = np.zeros(4)


def batches(rng, count, means, spread=1.0):
    """Outcomes of choices in common worlds: float64[batches, choices, 1]."""
    world = rng.normal(0, 3, (count, 1, 1))
    own = rng.normal(0, spread, (count, len(means), 1))
    return world + own + np.reshape(means, (1, len(means), 1))


def test_values_are_means_with_an_interval():
    race, rng = Race(2, 0, 1, GRAIN), np.random.default_rng(1)
    seen = batches(rng, 40, [0.0, 0.1])
    race.add(seen)
    value = race.value(1, 0)
    assert value.mean == pytest.approx(seen[:, 1, 0].mean())
    error = seen[:, 1, 0].std(ddof=1) / np.sqrt(40)
    assert value.high - value.mean == pytest.approx(value.mean - value.low)
    assert value.high - value.mean > 1.96 * error


def test_no_interval_before_the_first_look():
    race = Race(2, 0, 1, GRAIN)
    race.add(batches(np.random.default_rng(1), FIRST_LOOK - 1, [0.0, 50.0]))
    assert race.running == [0, 1]
    assert race.value(0, 0).high == np.inf
    assert not race.is_clear


@pytest.mark.parametrize(("better", "best"), [(1, 2), (-1, 0)])
def test_what_is_behind_drops_out_and_the_best_is_clear(better, best):
    race = Race(3, 0, better, GRAIN)
    race.add(batches(np.random.default_rng(2), 100, [-2.0, 0.0, 2.0]))
    assert (race.best, race.running, race.is_clear) == (best, [best], True)
    assert race.behind(2 - best).mean == pytest.approx(4, abs=0.5)
    assert race.behind(2 - best).low > 0


def test_who_has_dropped_out_keeps_what_it_showed():
    race, rng = Race(3, 0, 1, GRAIN), np.random.default_rng(3)
    race.add(batches(rng, 50, [0.0, 0.05, -9.0]))
    assert race.running == [0, 1]
    before = race.value(2, 0)
    race.add(batches(rng, 50, [0.0, 0.05]))
    assert race.value(2, 0) == before
    assert (race.batches(2), race.batches(0)) == (50, 100)


def test_choices_that_come_to_the_same_are_clear_together():
    race = Race(2, 0, 1, GRAIN)
    seen = batches(np.random.default_rng(4), EQUAL_LOOK, [0.0])
    both = np.concatenate([seen, seen], axis=1)
    race.add(both[:-1])
    assert not race.is_clear  # a rare world may still tell them apart
    race.add(both[-1:])
    assert race.is_clear
    assert race.alike(0, 1)
    assert race.best == 0


def test_near_equals_differ_at_most_by_a_margin():
    race = Race(2, 0, 1, GRAIN)
    race.add(batches(np.random.default_rng(5), 2000, [0.0, 0.01], spread=0.2))
    assert race.differ_at_most(0.05)
    assert not race.differ_at_most(0.005)


def test_equal_choices_seldom_drop_out_however_often_one_looks():
    """At most one of twenty may; without the allowance for looks it would be one of three."""
    rng, lost = np.random.default_rng(6), 0
    for _ in range(200):
        race = Race(2, 0, 1, GRAIN)
        for _ in range(40):
            race.add(batches(rng, 10, [0.0] * len(race.running)))
            if len(race.running) == 1:
                lost += 1
                break
    assert lost <= 10


def test_a_rare_world_to_come_is_allowed_for():
    """A loss in one world of 300 outweighs a small gain in all; and a rare event as a value."""
    rng, wrong, missed = np.random.default_rng(7), 0, 0
    for _ in range(100):
        race = Race(2, 0, 1, np.array([1 / 20]))
        while len(race.running) > 1 and race.batches(0) < 300:
            rare = (rng.random((10, 20)) < 1 / 300).mean(axis=1)
            race.add(np.stack([0 * rare, 0.001 - 0.9 * rare], axis=1)[:, :, None])
            value = race.value(1, 0)
        wrong += race.running == [1]
        missed += not value.low <= 0.001 - 0.9 / 300 <= value.high
    assert wrong <= 5
    assert missed <= 5
