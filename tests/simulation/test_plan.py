"""Shards: pieces of nearly equal length that make up the whole."""

from hypothesis import given
from hypothesis import strategies as st

from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.plan import MOST_ROUNDS, Pace, cut, measure_pace
from gofsim.simulation.shards import Job


@given(st.integers(0, 10**9), st.integers(0, 500), st.integers(1, 60))
def test_cut(start, length, most):
    pieces = list(cut(range(start, start + length), most))
    assert [block for piece in pieces for block in piece] == list(range(start, start + length))
    sizes = [len(piece) for piece in pieces]
    assert not sizes or (max(sizes) <= most and max(sizes) - min(sizes) <= 1)


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
