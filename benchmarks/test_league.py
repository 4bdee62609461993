"""A league of eight bots, each alone against a field of each: to play it, and its statistics."""

import resource
import time

import numpy as np

from gofsim.analysis.league import league_of
from gofsim.analysis.league_evidence import collect_league
from gofsim.analysis.ratings import fit
from gofsim.analysis.report import make_report
from gofsim.analysis.run_folder import read_run
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

BLOCKS = 2_000
LEAGUE = f"""
question = "How long does a league take?"
seed = 1
games = {BLOCKS}
[bots.bold]
kind = "control"
gang = 1.0
[bots.thrifty]
kind = "control"
dragon = 3.0
[league]
bots = [
  "control", "bold", "thrifty", "lowest", "longest", "min-turns", "random-nopass", "random",
]
"""


def test_league_of_eight(tmp_path):
    file = tmp_path / "league.toml"
    file.write_text(LEAGUE, encoding="utf-8")
    experiment = load_experiment(file)
    start = time.perf_counter()
    folder = run_experiment(experiment, tmp_path / "results")
    played = time.perf_counter()
    make_report(folder)
    told = time.perf_counter()
    run = read_run(folder)
    print(
        {
            "benchmark": "league of eight",
            "arms": len(run.arms),
            "blocks": BLOCKS,
            "rounds": run.manifest["timings"]["rounds"],
            "seconds_to_play": round(played - start, 1),
            "seconds_to_report": round(told - played, 1),
            "peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
    )
    evidence = collect_league(league_of(run))
    start = time.perf_counter()
    strengths = fit(evidence.choices, evidence.resampled)
    seconds = time.perf_counter() - start
    assert np.isfinite(strengths).all()
    print({"benchmark": "ratings", "resamples": len(strengths), "seconds": round(seconds, 3)})
