"""`gofsim bench`: how fast this machine plays, in CPU seconds of this process, checks all on."""

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gofsim.commands.text import table_lines
from gofsim.kernel.jit import kernel
from gofsim.rules import Rules
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.play import Played, play_blocks
from gofsim.simulation.run import run_experiment
from gofsim.strategies.registry import names
from gofsim.strategies.seat import Seat, seat_bot

FORMAT = "gofsim-bench/1"
SEED = 1
REPEATS = 3
_TARGET_SECONDS = 0.5  # of CPU for one measurement
_CALIBRATION_STEPS = 20_000_000

Row = dict[str, Any]

PIPELINE = """\
question = "How fast is the whole pipeline?"
seed = 1
rounds = {rounds}
seating = "fixed"
[arms.lowest]
seats = ["lowest", "lowest", "lowest", "lowest"]
"""


@kernel
def _calibration(steps: Any) -> Any:
    """A loop of dependent integer steps (xorshift): what one core does without the game."""
    x = np.uint64(1)
    for _ in range(steps):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
    return x


def measure() -> dict[str, Any]:
    """Measure every bot, games with the exchange, and the pipeline; returns plain data.

    Every row holds rounds and decisions a CPU second on one core and `ratio`, its rounds a
    million steps of the calibration loop, which compares machines and days.
    """
    steps = calibrate()
    rows = [measure_play(name, name, single_round=True) for name in names()]
    rows.append(measure_play("game with exchange", "lowest", single_round=False))
    rows.append(measure_pipeline())
    for row in rows:
        row["ratio"] = 1e6 * row["rounds_per_second"] / steps
    return {"format": FORMAT, "calibration_steps_per_second": steps, "rows": rows}


def text(result: dict[str, Any]) -> str:
    """The measurements as a table."""
    steps = result["calibration_steps_per_second"]
    note = f"CPU seconds of one core; ratio: rounds in 1 M steps of a loop doing {steps:,.0f}/s"
    rounded = [
        {
            "what": row["what"],
            "rounds/s": round(row["rounds_per_second"]),
            "decisions/s": round(row["decisions_per_second"]),
            "decisions/round": round(row["decisions_per_round"], 1),
            "µs/decision": 1e6 / row["decisions_per_second"],
            "ratio": round(row["ratio"]),
        }
        for row in result["rows"]
    ]
    return "\n".join([*table_lines(rounded), note])


def calibrate() -> float:
    """Steps of the calibration loop a CPU second."""
    _calibration(1)
    return _CALIBRATION_STEPS / median_seconds(lambda: _calibration(_CALIBRATION_STEPS))


def median_seconds(work: Callable[[], object]) -> float:
    """Median CPU seconds of some work over a few repeats."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def seats_of(bot: str) -> tuple[Seat, ...]:
    """Four seats of one bot with its defaults."""
    return tuple(seat_bot(bot, {}, Path(), bot) for _ in range(4))


def play(seats: Sequence[Seat], blocks: int, *, single_round: bool) -> Played:
    """Play distinct blocks at four seats by the default rules."""
    return play_blocks(
        seats,
        Rules(),
        seed=SEED,
        blocks=range(blocks),
        seating="fixed",
        single_round=single_round,
        arm="bench",
    )


def measure_play(what: str, bot: str, *, single_round: bool) -> Row:
    """Rounds and decisions a second of the engine with four of a bot."""
    seats = seats_of(bot)
    blocks = enough_blocks(seats, single_round=single_round)
    seconds = median_seconds(lambda: play(seats, blocks, single_round=single_round))
    return rate_row(what, play(seats, blocks, single_round=single_round), seconds)


def enough_blocks(seats: Sequence[Seat], *, single_round: bool) -> int:
    """Blocks that take about as long as one measurement should."""
    play(seats, 1, single_round=single_round)  # compiles
    start = time.process_time()
    play(seats, 100, single_round=single_round)
    return max(100, round(100 * _TARGET_SECONDS / (time.process_time() - start)))


def rate_row(what: str, played: Played, seconds: float) -> Row:
    """One row of the result."""
    rounds = len(played.rounds["block"])
    decisions = int(played.rounds["plays"].sum()) + int(played.rounds["passes"].sum())
    return {
        "what": what,
        "rounds_per_second": rounds / seconds,
        "decisions_per_second": decisions / seconds,
        "decisions_per_round": decisions / rounds,
    }


def measure_pipeline() -> Row:
    """`gofsim run` of single rounds with `lowest` up to its Parquet files, one worker."""
    seats = seats_of("lowest")
    blocks = 4 * enough_blocks(seats, single_round=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pipeline.toml"
        file.write_text(PIPELINE.format(rounds=blocks), encoding="utf-8")
        experiment = load_experiment(file)
        seconds = median_seconds(
            lambda: run_experiment(experiment, Path(folder) / "results", workers=1, fresh=True)
        )
    return rate_row("pipeline", play(seats, blocks, single_round=True), seconds)
