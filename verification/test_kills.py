"""Runs that are killed two hundred times hold what an uninterrupted run holds."""

import itertools
import random
import sys
from collections import Counter

import pytest

if sys.platform != "linux":
    pytest.skip("asks /proc which processes are left", allow_module_level=True)

from clusters import cluster
from killing import (
    BACKENDS,
    MOMENTS,
    MOST_SECONDS,
    SHORT_SHARDS,
    Target,
    assert_tidy,
    contents,
    same,
)

from gofsim.leaving import KEPT
from verification.record import record

ITEM = "9 Kills"
KILLS = 100  # by each backend
KILLS_A_RUN = 10
INTERRUPTS = 50
# Ctrl-C reaches the command when it does the n-th of what ends a shard: three moves, listing it.
INTERRUPT = """
import itertools, os, signal, time
from gofsim.simulation import ledger
count = itertools.count()
def at_the_moment(what):
    def done(*arguments):
        if next(count) == {moment}:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep({pause})
        return what(*arguments)
    return done
ledger.move = at_the_moment(ledger.move)
ledger.write_manifest = at_the_moment(ledger.write_manifest)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """What an uninterrupted run holds."""
    target = Target(tmp_path_factory.mktemp("whole"), "threads", 0)
    target.finish()
    return contents(target.folder)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a cluster of two workers, whose own deaths another file proves."""
    with cluster(tmp_path_factory.mktemp("cluster") / "cluster") as there:
        there.join(2)
        yield there.address


@pytest.mark.parametrize("backend", [*BACKENDS, "dask"])
def test_killed_at_random_moments(whole, tmp_path, backend, request):
    strikes, runs, different = [], 0, 0
    where = request.getfixturevalue("scheduler") if backend == "dask" else ""
    while len(strikes) < KILLS:
        target = Target(tmp_path / str(runs), backend, seed=runs, scheduler=where)
        for _ in range(KILLS_A_RUN):
            target.strike()
        target.finish()
        different += not same(contents(target.folder), whole)
        strikes += target.strikes
        runs += 1
    of_signals = Counter(f"{strike.sent} to {strike.victim}" for strike in strikes)
    of_moments = Counter(strike.moment for strike in strikes)
    record(ITEM, f"`{backend}`: kills at random moments, runs that went on until they were done",
           f"{len(strikes)} kills of {runs} runs ({listed(of_signals)}); {different} different",
           "0 different from an uninterrupted run")  # fmt: skip
    record(ITEM, f"`{backend}`: kills by the moment that was waited for",
           listed({moment: of_moments[moment] for moment in MOMENTS}), "reported")  # fmt: skip
    heard = [strike.seconds for strike in strikes if strike.sent != "SIGKILL"]
    record(ITEM, f"`{backend}`: from Ctrl-C or SIGTERM to the end, the slowest of {len(heard)}",
           f"{max(heard):.2f} s", f"at most {MOST_SECONDS:g} s")  # fmt: skip
    gone = [strike.all_seconds for strike in strikes if strike.sent == "SIGKILL"]
    record(ITEM, f"`{backend}`: from SIGKILL to the end of all processes, the slowest",
           f"{max(gone):.2f} s", "reported")  # fmt: skip
    assert different == 0
    assert max(heard) <= MOST_SECONDS


def listed(counts):
    """Counts as text."""
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def test_interrupted_at_the_very_moment_a_shard_ends(whole, tmp_path):
    chance, runs, interrupts, different = random.Random(1), itertools.count(), 0, 0
    while interrupts < INTERRUPTS:
        target = Target(tmp_path / str(next(runs)), "threads", seed=0)
        code = 130
        while code == 130 and interrupts < INTERRUPTS:
            moment, pause = chance.randrange(2, 10), chance.choice([0, 0, 0.001, 0.01, 0.1])
            process = target.begin(SHORT_SHARDS + INTERRUPT.format(moment=moment, pause=pause))
            _, err = process.communicate(timeout=120)
            code = process.returncode
            if code == 130:
                interrupts += 1
                assert err == f"{KEPT}\n"
                target.check_rest(process.pid)
                assert_tidy(target.folder)
        target.finish()
        different += not same(contents(target.folder), whole)
    record(ITEM, "interrupts while a shard is moved to its place and listed",
           f"{interrupts}; {different} runs different", "0 different")  # fmt: skip
    assert different == 0
