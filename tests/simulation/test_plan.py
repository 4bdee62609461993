"""Cutting: every block once, in shards as long as they should be, whatever pace comes back."""

import itertools
import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gofsim.run_manifest import read_manifest
from gofsim.simulation import plan
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.ledger import Shard
from gofsim.simulation.plan import (
    FIRST_LOOK,
    LEAST_SHARD_SECONDS,
    LONGEST_SHARD_SECONDS,
    MOST_ROUNDS,
    MOST_SHARDS,
    PATIENCE,
    SHARD_SECONDS,
    STEP_SECONDS,
    Cutter,
)
from gofsim.simulation.run import run_experiment
from gofsim.simulation.shards import Job


class ArmOf:
    """Of an arm, the cutter needs its hash and how many games a block has."""

    def __init__(self, name, seatings=4):
        self.hash, self.seatings = name, seatings


def gap(arm, blocks):
    """All blocks of a gap as one job."""
    return Job(arm, blocks, 1, False, None)


def played(job, seconds_a_block, rounds_a_block, most=None):
    """The shard that a worker makes of a job, or of its first `most` blocks."""
    blocks = job.blocks[:most]
    return Shard(
        arm=job.arm.hash,
        name=job.arm.hash,
        first=blocks[0],
        last=blocks[-1],
        files={},
        games=len(blocks) * job.arm.seatings,
        rounds=len(blocks) * rounds_a_block,
        play_seconds=len(blocks) * seconds_a_block,
    )


def play(cutter, seconds_a_block=1e-3, rounds_a_block=40):
    """Play all of a cutter's shards, one at a time; return their ranges."""
    found = []
    for job in cutter.jobs():
        most = max(1, int(job.seconds / seconds_a_block))
        cutter.add(played(job, seconds_a_block, rounds_a_block, most))
        found.append(job.blocks[:most])
    return found


@settings(max_examples=20)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 100)), min_size=1, max_size=6),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_every_block_is_played_once_whatever_workers_leave_over(lengths, stops, chance):
    arms = [ArmOf(str(number)) for number in range(4)]
    ends, gaps = dict.fromkeys(range(4), 0), []
    for arm, length in lengths:
        gaps.append(gap(arms[arm], range(ends[arm] + 5, ends[arm] + 5 + length)))
        ends[arm] = gaps[-1].blocks.stop
    cutter, under_way, blocks = Cutter(gaps, stops=stops), [], []
    while cutter.waiting:
        for job in cutter.jobs():
            under_way.append(job)
            chance.shuffle(under_way)
            while len(under_way) > 1:
                blocks += finish(cutter, under_way.pop(), chance)
        while under_way:
            blocks += finish(cutter, under_way.pop(), chance)
    wanted = [(each.arm.hash, block) for each in gaps for block in each.blocks]
    assert sorted(blocks) == sorted(wanted)


def finish(cutter, job, chance):
    """Play a part of a job, at any pace; return the blocks that were."""
    most = chance.randint(1, len(job.blocks))
    cutter.add(played(job, 10 ** chance.uniform(-6, 1), 40, most))
    return [(job.arm.hash, block) for block in job.blocks[:most]]


@pytest.mark.parametrize("seconds_a_block", [3e-5, 1e-3, 0.2, 5.0])
def test_shards_take_a_second_from_the_second_on(seconds_a_block):
    blocks = max(3, int(100 / seconds_a_block))
    pieces = play(Cutter([gap(ArmOf("a"), range(blocks))], stops=False), seconds_a_block, 1)
    later = [seconds_a_block * len(piece) for piece in pieces[1:]]
    assert max(later) <= max(1.001 * SHARD_SECONDS, seconds_a_block)
    assert min(later) >= min(0.5 * SHARD_SECONDS, seconds_a_block)


def test_a_long_run_has_few_files_and_shards_that_memory_holds():
    for rounds in (1e8, 1e9):
        blocks = int(rounds / 40)
        pieces = play(Cutter([gap(ArmOf("a"), range(blocks))], stops=False), 40 / 5e5, 40)
        assert 40 * max(map(len, pieces)) <= MOST_ROUNDS
        assert len(pieces) <= 1.1 * max(MOST_SHARDS, rounds / MOST_ROUNDS)
    slow = play(Cutter([gap(ArmOf("a"), range(5_000))], stops=False), 1.0, 40)
    assert 0.9 * MOST_SHARDS < len(slow) < 1.2 * MOST_SHARDS
    slower = play(Cutter([gap(ArmOf("a"), range(20_000))], stops=False), 1.0, 40)
    assert max(map(len, slower)) == LONGEST_SHARD_SECONDS


def test_an_arm_not_measured_yet_is_cut_as_the_latest_one():
    arms = [ArmOf(str(number)) for number in range(300)]
    cutter = Cutter([gap(arm, range(2000)) for arm in arms], stops=False)
    pieces = play(cutter, 1e-4)
    assert len(pieces) <= 310


def test_a_job_says_when_a_shard_is_too_long():
    cutter = Cutter([gap(ArmOf("a"), range(1000))], stops=False)
    job = next(cutter.jobs())
    assert (job.seconds, job.rounds) == (PATIENCE * SHARD_SECONDS, PATIENCE * MOST_ROUNDS)
    cutter.add(played(job, 0.1, 40, most=2))
    after = next(cutter.jobs())
    assert after.blocks.start == 2
    assert 9 <= len(after.blocks) <= 10


def test_with_a_stop_rule_shards_grow_from_the_first_look_and_stay_short():
    arms = [ArmOf(str(number)) for number in range(20)]
    cutter = Cutter([gap(arm, range(20_000)) for arm in arms], stops=True)
    assert cutter.shard_seconds() == STEP_SECONDS / 20
    for piece in play(cutter, 1e-4):
        assert len(piece) <= max(FIRST_LOOK, piece.start / 2)
        assert 1e-4 * len(piece) <= 1.001 * STEP_SECONDS / 20
    few, many = (Cutter([gap(ArmOf(str(a)), range(9)) for a in range(n)], stops=True)
                 for n in (2, 1000))  # fmt: skip
    assert (few.shard_seconds(), many.shard_seconds()) == (SHARD_SECONDS, LEAST_SHARD_SECONDS)


def test_arms_advance_together():
    on, off = ArmOf("on"), ArmOf("off")
    ends = {"on": 10, "off": 0}
    gaps = [gap(on, range(10, 60)), gap(off, range(20)), gap(off, range(30, 60))]
    cutter = Cutter(gaps, stops=False)
    starts = []
    for job in cutter.jobs():
        cutter.add(played(job, 0.2, 40))
        ends[job.arm.hash] = job.blocks.stop
        starts.append(job.blocks.start)
        if starts[-1] > 30:
            assert abs(ends["on"] - ends["off"]) <= 10
    assert starts == sorted(starts)


def test_jobs_are_drawn_in_many_threads():
    cutter = Cutter([gap(ArmOf("a"), range(5000))], stops=False)
    blocks = []

    def work():
        for job in cutter.jobs():
            blocks.append(list(job.blocks))
            cutter.add(played(job, 0.1, 40))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(itertools.chain.from_iterable(blocks)) == list(range(5000))


def test_a_run_whose_shards_are_all_too_long_plays_every_block(write, tmp_path, monkeypatch):
    monkeypatch.setattr(plan, "PATIENCE", 1e-6)  # nothing but the first block ever fits
    experiment = replace(load_experiment(write()), blocks=6)
    folder = run_experiment(experiment, tmp_path / "out", workers=2)
    told = read_manifest(folder)
    assert [shard["first"] == shard["last"] for shard in told["shards"]] == [True] * 12
    assert told["state"] == "done"
