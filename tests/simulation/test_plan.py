"""Shards: pieces of nearly equal length that make up the whole."""

from hypothesis import given
from hypothesis import strategies as st

from gofsim.simulation import plan
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.plan import (
    LEAST_SHARD_SECONDS,
    MOST_ROUNDS,
    SHARD_SECONDS,
    STEP_SECONDS,
    Pace,
    cut,
    cut_growing,
    measure_pace,
    shard_seconds,
)
from gofsim.simulation.shards import Job


@given(st.integers(0, 10**9), st.integers(0, 500), st.integers(1, 60))
def test_cut(start, length, most):
    pieces = list(cut(range(start, start + length), most))
    assert [block for piece in pieces for block in piece] == list(range(start, start + length))
    sizes = [len(piece) for piece in pieces]
    assert not sizes or (max(sizes) <= most and max(sizes) - min(sizes) <= 1)


@given(st.integers(0, 10_000), st.integers(0, 20_000), st.integers(60, 10_000))
def test_cut_growing(start, length, most):
    pieces = list(cut_growing(range(start, start + length), most))
    assert [block for piece in pieces for block in piece] == list(range(start, start + length))
    for piece in pieces:
        assert 0 < len(piece) <= min(most, max(100, piece.start / 2))
    assert len(pieces) <= 25 + length / most


def test_a_shard_is_a_second_long_at_most_what_memory_holds_and_never_empty():
    assert Pace(500, 40).shard_blocks(1.0) == 500
    assert Pace(500, 40).shard_blocks(0.1) == 50
    assert Pace(1e9, 40).shard_blocks(1.0) == MOST_ROUNDS / 40
    assert Pace(0.01, 40).shard_blocks(1.0) == 1


def test_pace_is_measured(write, tmp_path):
    experiment = load_experiment(write())
    job = Job(experiment.arms[0], range(60), experiment.seed, False, tmp_path)
    pace = measure_pace(job)
    assert pace.blocks_per_second > 10
    assert 4 <= pace.rounds_per_block < 400


def test_shards_are_short_only_where_a_rule_may_stop_many_arms():
    assert shard_seconds(144, stops=False) == shard_seconds(2, stops=True) == SHARD_SECONDS
    assert shard_seconds(20, stops=True) == STEP_SECONDS / 20
    assert shard_seconds(1000, stops=True) == LEAST_SHARD_SECONDS


def test_arms_advance_together(write, tmp_path, monkeypatch):
    monkeypatch.setattr(plan, "MOST_ROUNDS", 500)
    experiment = load_experiment(write())
    on, off = experiment.arms
    gaps = [
        Job(arm, blocks, experiment.seed, False, tmp_path)
        for arm, blocks in [(on, range(10, 60)), (off, range(20)), (off, range(30, 60))]
    ]
    ends = {on.name: 10, off.name: 0}
    jobs = list(plan.in_step(gaps, stops=False))
    longest = max(len(job.blocks) for job in jobs)
    assert longest < 20
    for job in jobs:
        ends[job.arm.name] = job.blocks.stop
        assert abs(ends["on"] - ends["off"]) <= 10 + longest
    assert [j.blocks.start for j in jobs] == sorted(j.blocks.start for j in jobs)
    assert sum(len(job.blocks) for job in jobs) == 100
