"""From a TOML to Parquet files against the engine's own rate, and with two workers."""

import resource

import pytest

from gofsim.commands.bench import PIPELINE, play, seats_of
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

ROUNDS = 1_000_000


@pytest.mark.parametrize(("workers", "backend"), [(1, "threads"), (2, "threads"), (2, "processes")])
def test_run_with_parquet(benchmark, note_rates, tmp_path, workers, backend):
    file = tmp_path / "pipeline.toml"
    file.write_text(PIPELINE.format(rounds=ROUNDS), encoding="utf-8")
    experiment = load_experiment(file)

    def run():
        run_experiment(
            experiment, tmp_path / "results", workers=workers, backend=backend, fresh=True
        )

    run()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    benchmark.pedantic(run, rounds=3)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Worker processes are counted when they end, which these may not yet have: a lower bound.
    benchmark.extra_info["children_seconds"] = round(after.ru_utime - children.ru_utime, 2)
    note_rates(play(seats_of("lowest"), ROUNDS, single_round=True))


def test_engine_alone(benchmark, note_rates):
    seats = seats_of("lowest")
    note_rates(benchmark.pedantic(play, (seats, ROUNDS), {"single_round": True}, rounds=3))
