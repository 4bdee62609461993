"""A long run of four `lowest` on two workers, and its report: pace, memory over time, files.

`python benchmarks/long_run.py [ROUNDS [threads|processes [FOLDER]]]`, 10 million rounds if nothing
is said; the folder, some 15 bytes a round, is removed at the end.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path

from gofsim.run_manifest import NAME, read_manifest
from gofsim.simulation.columns import TABLES
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

EXPERIMENT = """
question = "How long is a long run?"
seed = 1
games = {games}
[arms.lowest]
seats = ["lowest", "lowest", "lowest", "lowest"]
"""
ROUNDS_A_GAME = 15.9
PARTS = 5  # of the run, for which the most memory is told
GOAL = 100_000_000
REPORT = """
import json, pathlib, resource, sys, time
from gofsim.analysis.report import make_report
start = time.perf_counter()
make_report(pathlib.Path(sys.argv[1]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps({"seconds": round(time.perf_counter() - start, 1),
                  "cpu_seconds": round(time.process_time(), 1), "peak_megabytes": peak}))
"""


def play(rounds: int, backend: str, out: Path) -> Path:
    """Play about so many rounds, and print what that took."""
    file = out / "long.toml"
    file.write_text(EXPERIMENT.format(games=round(rounds / ROUNDS_A_GAME)), "utf-8")
    with memory_over_time() as samples:
        folder = run_experiment(load_experiment(file), out, workers=2, backend=backend)
    tell("run", {"backend": backend} | pace(folder) | memory(samples))
    tell("files", files(folder))
    return folder


@contextmanager
def memory_over_time():
    """Collect the megabytes that this process holds, four times a second, where Linux tells."""
    samples, over = [], threading.Event()

    def look() -> None:
        page = os.sysconf("SC_PAGE_SIZE")
        while not over.wait(0.25):
            pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
            samples.append(pages * page >> 20)

    if Path("/proc/self/statm").exists():
        threading.Thread(target=look, daemon=True).start()
    try:
        yield samples
    finally:
        over.set()


def pace(folder: Path) -> Mapping[str, object]:
    """How fast it went, and how steadily it told so."""
    timings = read_manifest(folder)["timings"]
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text("utf-8").splitlines()]
    shards = [line for line in lines if line["event"] == "shard"]
    played = [shard["play_seconds"] for shard in shards]
    return {
        "rounds": timings["rounds"],
        "seconds": round(timings["seconds"], 1),
        "rounds_per_second": round(timings["rounds"] / timings["seconds"]),
        "worker_seconds": round(timings["worker_seconds"], 1),
        "of_it_writing": round(sum(shard["write_seconds"] for shard in shards), 1),
        "longest_shard_seconds": round(max(played), 2),
        "seconds_between_shards": round(timings["seconds"] / len(shards), 2),
    }


def memory(samples: list[int]) -> Mapping[str, object]:
    """The most memory of each part of the run, and of any worker process."""
    size = max(1, -(-len(samples) // PARTS))
    parts = [max(samples[start : start + size]) for start in range(0, len(samples), size)]
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return {"most_megabytes_of_each_fifth": parts, "peak_megabytes_of_a_worker": workers}


def files(folder: Path) -> Mapping[str, object]:
    """How many files there are and how large they are, and what the manifest costs."""
    manifest = read_manifest(folder)
    rounds, shards = manifest["timings"]["rounds"], manifest["shards"]
    sizes = {t: sum(shard["files"][t]["bytes"] for shard in shards) for t in TABLES}
    a_round = {table: round(size / rounds, 2) for table, size in sizes.items()}
    start = time.perf_counter()
    read_manifest(folder)
    return {
        "shards": len(shards),
        "files": len(TABLES) * len(shards),
        "bytes_a_round": round(sum(sizes.values()) / rounds, 2),
        "by_table": a_round,
        "manifest_kilobytes": (folder / NAME).stat().st_size >> 10,
        "manifest_read_seconds": round(time.perf_counter() - start, 3),
    }


def report(folder: Path) -> None:
    """Make the report in a process of its own, and print what that took."""
    command = [sys.executable, "-c", REPORT, str(folder)]
    made = subprocess.run(command, capture_output=True, text=True, check=True)
    tell("report", json.loads(made.stdout))


def extrapolate(folder: Path) -> None:
    """Print what this comes to for the goal."""
    manifest = read_manifest(folder)
    times = GOAL / manifest["timings"]["rounds"]
    size = sum(entry["bytes"] for shard in manifest["shards"] for entry in shard["files"].values())
    tell(
        f"{GOAL:,} rounds, from these",
        {
            "minutes": round(times * manifest["timings"]["seconds"] / 60, 1),
            "gigabytes": round(times * size / 1e9, 2),
        },
    )


def tell(what: str, facts: Mapping[str, object]) -> None:
    """Print one line."""
    print({"benchmark": f"long run: {what}", **facts}, flush=True)


def main(rounds: str = "10_000_000", backend: str = "threads", place: str | None = None) -> None:
    """Play, report, and extrapolate."""
    if place:
        Path(place).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gofsim-long-", dir=place) as out:
        folder = play(int(rounds), backend, Path(out))
        report(folder)
        extrapolate(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
