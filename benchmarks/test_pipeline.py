"""From a TOML to Parquet files against the engine's own rate, and with two workers."""

import resource

import pytest

from gofsim.commands.bench import PIPELINE, play, seats_of
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

ROUNDS = 1_000_000


@pytest.fixture
def run(tmp_path):
    """A run of a million rounds, played anew at each call."""
    file = tmp_path / "pipeline.toml"
    file.write_text(PIPELINE.format(rounds=ROUNDS), encoding="utf-8")
    experiment = load_experiment(file)

    def play_anew(**options):
        run_experiment(experiment, tmp_path / "results", fresh=True, **options)

    play_anew()  # compiles
    return play_anew


@pytest.mark.parametrize("workers", [1, 2])
def test_run_with_parquet(benchmark, note_rates, run, workers):
    benchmark.pedantic(run, kwargs={"workers": workers}, rounds=3)
    note_rates(play(seats_of("lowest"), ROUNDS, single_round=True))


def test_run_in_two_processes(run):
    """Their CPU seconds, starting included; they have ended when the run has."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(workers=2, backend="processes")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print({"benchmark": "two processes", "rounds_per_second": round(ROUNDS / seconds)})


def test_engine_alone(benchmark, note_rates):
    seats = seats_of("lowest")
    note_rates(benchmark.pedantic(play, (seats, ROUNDS), {"single_round": True}, rounds=3))
