"""Stop rules: the same looks and the same blocks whatever the workers, cuts and longer runs."""

import json

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gofsim.errors import PlayError
from gofsim.run_manifest import read_manifest
from gofsim.simulation import plan
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.open import Run, open_run
from gofsim.simulation.progress import Silent
from gofsim.simulation.run import run_experiment
from gofsim.simulation.stopping import CommonBlocks

STOP = '[stop]\nrule = "width"\nof = ["on", "off"]\nwidth = 0.1\n'
# The mean length of the first 200 games of the run below is under it, that of 250 above.
BOUND = 11.825


class LongGames:
    """Stops at the first multiple of 50 from 150 on at which games are long enough on average."""

    def __init__(self, bound=BOUND):
        self.looks = []
        self.bound = bound

    def reached(self, folder, manifest, blocks):
        games = Run(folder, manifest).games.collect()
        for end in range(50 * len(self.looks) + 50, blocks + 1, 50):
            mean = games.filter(pl.col("block") < end)["rounds"].mean()
            stops = end >= 150 and mean > self.bound
            decision = "long enough" if stops else "go on"
            look = {"blocks": end, "value": mean, "error": None, "decision": decision}
            self.looks.append(look)
            if stops:
                return end
        return None


class Interrupt(Silent):
    """Presses Ctrl-C after some shards."""

    def __init__(self, shards):
        self.left = shards

    def advance(self, games):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    """Shards of some twenty blocks."""
    monkeypatch.setattr(plan, "MOST_ROUNDS", 1000)


@pytest.fixture
def experiment(write):
    """Two arms and a stop rule, 400 blocks at most."""
    return load_experiment(
        write(("games = 60", "games = 400"), ("[bots.cautious]", f"{STOP}[bots.cautious]"))
    )


@pytest.fixture
def stopped(experiment, tmp_path):
    """A run of it that was stopped, in one thread."""
    return run_experiment(experiment, tmp_path / "one", workers=1, stopper=LongGames())


def rows(folder):
    """All rows of a run that count."""
    run = open_run(folder)
    return {name: run.table(name).collect() for name in ("rounds", "games", "gangs")}


def assert_same(left, right):
    """Two runs saw the same and stopped at the same block, with the same rows."""
    told, other = read_manifest(left), read_manifest(right)
    assert told["looks"] == other["looks"]
    assert told["experiment"] == other["experiment"]
    for name, table in rows(left).items():
        assert table.equals(rows(right)[name])


def played(folder):
    """Blocks of each shard, by arm: also those that do not count."""
    return [(s["name"], s["first"], s["last"]) for s in read_manifest(folder)["shards"]]


def test_a_run_stops_where_the_rule_says(stopped):
    told = read_manifest(stopped)
    assert told["state"] == "done"
    assert (told["experiment"]["blocks"], told["experiment"]["most_blocks"]) == (250, 400)
    assert [look["blocks"] for look in told["looks"]] == [50, 100, 150, 200, 250]
    games = rows(stopped)["games"]
    assert games["block"].max() == 249
    assert games["rounds"].mean() == told["looks"][-1]["value"]
    assert max(last for _, _, last in played(stopped)) < 330


@pytest.mark.parametrize(("workers", "backend"), [(2, "threads"), (2, "processes")])
def test_workers_do_not_matter(experiment, stopped, tmp_path, workers, backend):
    other = run_experiment(
        experiment, tmp_path / "two", workers=workers, backend=backend, stopper=LongGames()
    )
    assert_same(stopped, other)


@pytest.mark.parametrize("shards", [1, 5, 12])
def test_a_run_that_was_cut_off_stops_at_the_same_block(experiment, stopped, tmp_path, shards):
    def run(**options):
        return run_experiment(
            experiment, tmp_path / "cut", workers=1, stopper=LongGames(), **options
        )

    with pytest.raises(KeyboardInterrupt):
        run(progress=Interrupt(shards))
    told = read_manifest(tmp_path / "cut" / experiment.run_name)
    assert (told["state"], told["experiment"]["blocks"]) == ("stopped", 400)
    assert_same(stopped, run())


def test_a_repeated_command_finds_the_stop_without_playing(experiment, stopped, tmp_path):
    before, files = read_manifest(stopped), set(stopped.rglob("*.parquet"))
    stopper = LongGames()
    assert run_experiment(experiment, tmp_path / "one", workers=1, stopper=stopper) == stopped
    assert read_manifest(stopped) == before
    assert set(stopped.rglob("*.parquet")) == files
    assert stopper.looks == before["looks"]


def test_a_run_without_the_rule_goes_on_from_what_was_played(experiment, stopped, tmp_path):
    before = played(stopped)
    run_experiment(experiment, tmp_path / "one", workers=1)
    told = read_manifest(stopped)
    assert played(stopped)[: len(before)] == before
    assert told["looks"] == []
    assert told["experiment"]["blocks"] == 400
    whole = run_experiment(experiment, tmp_path / "whole", workers=1)
    assert_same(stopped, whole)


def test_a_rule_looks_at_no_more_blocks_than_asked_for(write, experiment, tmp_path):
    out = tmp_path / "out"
    folder = run_experiment(experiment, out, workers=1)
    fewer = load_experiment(write(("games = 60", "games = 220")))
    assert run_experiment(fewer, out, workers=1, stopper=LongGames()) == folder
    told = read_manifest(folder)
    assert [look["blocks"] for look in told["looks"]] == [50, 100, 150, 200]
    assert told["experiment"]["blocks"] == 220


def test_a_rule_that_is_never_content_plays_all(experiment, tmp_path):
    folder = run_experiment(experiment, tmp_path / "out", workers=2, stopper=LongGames(99))
    told = read_manifest(folder)
    assert (told["state"], told["experiment"]["blocks"], len(told["looks"])) == ("done", 400, 8)


def test_a_bot_that_breaks_the_rules_before_the_stop_ends_the_run(write, cheat, tmp_path):
    experiment = load_experiment(write(*cheat))
    with pytest.raises(PlayError, match="block 40"):
        run_experiment(experiment, tmp_path, workers=1, stopper=LongGames(0))


def test_a_look_takes_one_line_of_the_manifest(stopped):
    lines = (stopped / "manifest.json").read_text("utf-8").splitlines()
    looks = read_manifest(stopped)["looks"]
    start = lines.index('"looks": [') + 1
    assert [json.loads(line.rstrip(",")) for line in lines[start : start + 5]] == looks


@given(
    st.lists(st.lists(st.integers(1, 5), max_size=6), min_size=1, max_size=3),
    st.randoms(use_true_random=False),
)
def test_common_blocks_are_counted_whatever_the_order(arms, chance):
    common = CommonBlocks(map(str, range(len(arms))))
    shards = []
    for arm, lengths in enumerate(arms):
        ends = [sum(lengths[: k + 1]) for k in range(len(lengths))]
        shards += [(str(arm), end - n, end - 1) for n, end in zip(lengths, ends, strict=True)]
    chance.shuffle(shards)
    blocks = {arm: set() for arm in common.ends}
    for arm, first, last in [*shards, ("an arm since removed", 0, 9)]:
        common.add(arm, first, last)
        blocks.get(arm, set()).update(range(first, last + 1))
        whole = next(b for b in range(100) if any(b not in own for own in blocks.values()))
        assert common.count == whole
