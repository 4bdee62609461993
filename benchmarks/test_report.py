"""The report of runs of up to ten million rounds: seconds, rounds a second, peak memory."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gofsim.analysis.run_folder import read_run
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

MAKE = """
import pathlib, resource, sys, time
start = time.perf_counter()
from gofsim.analysis.report import make_report
make_report(pathlib.Path(sys.argv[1]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(time.perf_counter() - start, time.process_time(), peak)
"""
SIX_ARMS = Path(__file__).parents[1] / "experiments" / "exchange.toml"
TWO_ARMS = """
question = "How fast is the report of two arms of different bots?"
seed = 1
games = 1
[arms.alternate]
seats = ["lowest", "longest", "lowest", "random"]
[arms.clockwise]
seats = ["lowest", "longest", "lowest", "random"]
rules.direction = "clockwise"
"""
MANY_ARMS = """
question = "How fast is the report of a sweep of 104 arms?"
seed = 1
games = 1
[arms.mixed]
seats = ["lowest", "lowest", "longest", "random"]
[arms.lowest]
seats = ["lowest", "lowest", "lowest", "lowest"]
[sweep]
"rules.target" = [50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170]
"rules.next_lead" = ["winner", "loser", "random", "multi-one"]
"""


@pytest.fixture
def report(tmp_path):
    """Plays an experiment, makes its report in a process of its own, prints what that took."""

    def play_and_report(file, games):
        experiment = replace(load_experiment(file), blocks=games)
        folder = run_experiment(experiment, tmp_path / "results")
        rounds = read_run(folder).manifest["timings"]["rounds"]
        command = [sys.executable, "-c", MAKE, str(folder)]
        made = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, processor, peak = map(float, made.stdout.split())
        print(
            {
                "benchmark": "report",
                "arms": len(experiment.arms),
                "rounds": rounds,
                "seconds": round(seconds, 1),
                "cpu_seconds": round(processor, 1),
                "rounds_per_second": round(rounds / seconds),
                "peak_megabytes": round(peak),
            }
        )

    return play_and_report


@pytest.mark.parametrize("games", [10, 1_000, 100_000])
def test_six_arms(report, games):
    report(SIX_ARMS, games)


@pytest.mark.parametrize(("text", "games"), [(TWO_ARMS, 70_000), (MANY_ARMS, 1_500)])
def test_other_runs(report, tmp_path, text, games):
    file = tmp_path / "report.toml"
    file.write_text(text, encoding="utf-8")
    report(file, games)
