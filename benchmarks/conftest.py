"""Benchmarks count CPU seconds of this process, and print rates beside pytest-benchmark's table."""

import pytest

from gofsim.commands.bench import calibrate


@pytest.fixture(scope="session")
def calibration():
    """Steps of a plain loop a CPU second: ratios to it compare machines and days."""
    return calibrate()


def pytest_configure(config):
    config.option.benchmark_timer = "time.process_time"


@pytest.fixture
def note_rates(benchmark, calibration):
    """Add rounds and decisions a second, and the ratio to the calibration loop, to the result."""

    def note(played):
        rounds = len(played.rounds["block"])
        decisions = int(played.rounds["plays"].sum() + played.rounds["passes"].sum())
        seconds = benchmark.stats.stats.median
        benchmark.extra_info["rounds_per_second"] = round(rounds / seconds)
        benchmark.extra_info["decisions_per_second"] = round(decisions / seconds)
        benchmark.extra_info["rounds_a_million_steps"] = round(1e6 * rounds / seconds / calibration)
        print({"benchmark": benchmark.name, **benchmark.extra_info})

    return note
