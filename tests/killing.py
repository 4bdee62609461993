"""Killing runs: a real `gofsim run`, struck at moments drawn from a seed, goes on until it is done.

After every strike the folder must be in order, and at the end hold what an uninterrupted run holds.
"""

import fcntl
import os
import random
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

import polars as pl
from command_line import start

from gofsim.leaving import KEPT
from gofsim.run_manifest import read_manifest
from gofsim.simulation.columns import TABLES
from gofsim.simulation.manifest import check_files
from gofsim.simulation.open import open_run

EXPERIMENT = """
question = "What is left of a run that was killed?"
seed = 20261130
games = 2_000
[arms.on]
seats = ["random", "lowest", "control", "longest"]
[arms.off]
seats = ["random", "lowest", "control", "longest"]
rules.exchange = "off"
"""
# Short shards: many moments at which one is written, moved or listed.
SHORT_SHARDS = """
from gofsim.leaving import heed_signals
heed_signals()
from gofsim.simulation import plan
plan.MOST_ROUNDS = 3_000
"""
BACKENDS = ("threads", "processes")  # and "dask", where there is a scheduler
CODES = {signal.SIGKILL: -9, signal.SIGINT: 130, signal.SIGTERM: 143}
# How long after its first sign a moment lasts, in seconds.
MOMENTS = {
    "start": 1.5,
    "play": 1.5,
    "writing": 0.01,
    "listing": 0.01,
    "finishing": 0.02,
    "report": 2.5,
}
LINES = ("stopped", KEPT, "stopped; everything is played, `gofsim report ")
WORKER_LINE = "a worker process ended before its time"
MOST_SECONDS = 2.0  # from Ctrl-C or SIGTERM to the end
ORPHAN_SECONDS = 10.0  # until the workers of a killed run have ended as well


@dataclass(frozen=True)
class Strike:
    """One kill: what was sent to whom and when; seconds to the command's end, and to all ends."""

    sent: str
    victim: str
    backend: str
    moment: str
    seconds: float
    all_seconds: float


@dataclass
class Target:
    """An experiment in a folder `cwd`, run by one command again and again."""

    cwd: Path
    backend: str
    seed: int
    games: int = 2_000
    scheduler: str = ""  # for dask
    strikes: list[Strike] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Write the experiment; nothing is played yet."""
        self.chance = random.Random(self.seed)
        self.cwd.mkdir(parents=True, exist_ok=True)
        (self.cwd / "e.toml").write_text(EXPERIMENT, "utf-8")

    @property
    def folder(self) -> Path:
        """The folder of results, or one that does not exist."""
        return next(self.cwd.glob("results/e-*"), self.cwd / "none")

    def begin(self, before: str = SHORT_SHARDS, *options: object) -> "Popen[str]":
        """Start the command in a session of its own, by which all its processes are found."""
        how = (
            "--quiet",
            "--workers",
            2,
            "--games",
            self.games,
            "--backend",
            self.backend,
            *options,
        )
        if self.scheduler:
            how += ("--scheduler", self.scheduler)
        return start("run", "e.toml", *how, cwd=self.cwd, before=before, start_new_session=True)

    def finish(self, before: str = SHORT_SHARDS, *options: object) -> None:
        """Let the command run to its end, and see that nothing is left over."""
        process = self.begin(before, *options)
        _, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        assert in_order(self.folder)["state"] == "done"
        assert_tidy(self.folder)

    def strike(self, moments: Sequence[str] = tuple(MOMENTS)) -> None:
        """Start the command and strike it once, where it does not end before."""
        moment, sent = self.chance.choice(moments), self.chance.choice(list(CODES))
        delay = self.chance.uniform(0, MOMENTS[moment])
        before, process = stamp(self.folder), self.begin()
        if comes(sign(moment, self.folder, self.cwd), process):
            time.sleep(delay)
            victim, at = self.send(process, sent)
            process.wait(timeout=60)
            seconds = time.monotonic() - at
            out, err = process.communicate(timeout=60)  # once the workers are gone as well
            if process.returncode != 0:
                check_end(process.returncode, out, err, sent, victim)
                self.check_rest(process.pid)
                # Sooner than that, what an earlier kill has left is still there.
                if victim == "worker" or (sent != signal.SIGKILL and stamp(self.folder) != before):
                    assert_tidy(self.folder)
                gone = time.monotonic() - at
                self.strikes.append(Strike(sent.name, victim, self.backend, moment, seconds, gone))
                return
        process.communicate(timeout=60)

    def send(self, process: "Popen[str]", sent: signal.Signals) -> tuple[str, float]:
        """Send it to the command, to all its processes or to a worker; return to whom, and when."""
        workers = [pid for pid in session(process.pid) if is_worker(pid)]
        victims = ["all"] if sent == signal.SIGINT else ["all", "command"]
        if sent == signal.SIGKILL and workers:
            victims.append("worker")
        victim = self.chance.choice(victims)
        at = time.monotonic()
        if process.poll() is None:
            if victim == "all":
                os.killpg(process.pid, sent)
            else:
                os.kill(process.pid if victim == "command" else self.chance.choice(workers), sent)
        return victim, at

    def check_rest(self, pid: int) -> None:
        """See that no process is left, the lock is free and the folder in order."""
        end = time.monotonic() + ORPHAN_SECONDS
        while left := session(pid):
            assert time.monotonic() < end, [command(each) for each in left]
            time.sleep(0.01)
        if (self.folder / "manifest.json").exists():
            in_order(self.folder)


def check_end(code: int, out: str, err: str, sent: signal.Signals, victim: str) -> None:
    """See that a command ended as it should, with the line that says how to go on."""
    if victim == "worker":
        assert (code, out) == (1, "")
        assert_line(err, WORKER_LINE)
    else:
        assert code == CODES[sent], err
        assert out == ""
        if sent != signal.SIGKILL:
            assert_line(err, LINES)


def assert_line(text: str, beginnings: str | tuple[str, ...]) -> None:
    """See that a text is one line, and how it begins."""
    assert text.startswith(beginnings), text
    assert text.count("\n") == 1, text


def in_order(folder: Path) -> dict[str, object]:
    """Return the manifest of a folder that nobody holds and whose listed files are all right."""
    handle = os.open(folder, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(handle)
    told = read_manifest(folder)
    check_files(folder, told)
    ends: dict[str, int] = {}
    for shard in sorted(told["shards"], key=lambda shard: shard["first"]):
        assert ends.get(shard["arm"], -1) < shard["first"] <= shard["last"]
        ends[shard["arm"]] = shard["last"]
    return told


def assert_tidy(folder: Path) -> None:
    """See that a run that could tidy up has done so."""
    told, left = read_manifest(folder), leftovers(folder)
    assert told["state"] in ("stopped", "done"), told["state"]
    assert left == [], left


def leftovers(folder: Path) -> list[str]:
    """Return what a run should not leave in its folder: drafts, and files that are not listed."""
    told = read_manifest(folder)
    listed = {entry["name"] for shard in told["shards"] for entry in shard["files"].values()}
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    drafts = {name for name in files if name.startswith("partial") or name.endswith(".new")}
    return sorted(drafts | {name for name in files - listed if name.endswith(".parquet")})


def contents(folder: Path) -> dict[str, pl.DataFrame | bytes]:
    """Return all that a finished run says: the rows of its tables, and its report's numbers."""
    run = open_run(folder)
    pages = {path.name: path.read_bytes() for path in sorted(folder.glob("tables/*.csv"))}
    return {table: run.table(table).collect() for table in TABLES} | pages


def same(one: dict[str, pl.DataFrame | bytes], other: dict[str, pl.DataFrame | bytes]) -> bool:
    """Tell whether two runs say the same: the same rows, types and order; the same bytes."""
    return one.keys() == other.keys() and all(
        value.equals(other[name]) and value.schema == other[name].schema
        if isinstance(value, pl.DataFrame)
        else value == other[name]
        for name, value in one.items()
    )


def comes(sign: Callable[[], bool], process: "Popen[str]") -> bool:
    """Wait for a sign; false where the command ends before it."""
    while process.poll() is None:
        with suppress(FileNotFoundError):  # folders come and go while one looks
            if heeding(process.pid) and sign():
                return True
        time.sleep(0.0005)
    return False


def sign(moment: str, folder: Path, cwd: Path) -> Callable[[], bool]:
    """Return what tells from outside that a moment of a run begins."""
    before, shards, seen = stamp(folder), len(list(folder.glob("rounds/*"))), set[bool]()

    def there(pattern: str) -> list[Path]:
        return list(cwd.glob(f"results/e-*/{pattern}"))

    def finishing() -> bool:
        seen.add(partial := bool(there("partial")))
        return True in seen and not partial

    return {
        "start": lambda: True,
        "play": lambda: bool(there("partial")),
        "writing": lambda: bool(there("partial/*/*")),
        "listing": lambda: len(there("rounds/*")) > shards,
        "finishing": finishing,
        "report": lambda: stamp(folder) != before and done(there("manifest.json")),
    }[moment]


def stamp(folder: Path) -> int:
    """Return when the manifest was written, 0 before there is one."""
    path = folder / "manifest.json"
    return path.stat().st_mtime_ns if path.exists() else 0


def done(manifests: Sequence[Path]) -> bool:
    """Tell whether everything is played."""
    return bool(manifests) and '"state": "done"' in manifests[0].read_text("utf-8")


def heeding(pid: int) -> bool:
    """Tell whether a process catches SIGTERM yet."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    except OSError:
        return False
    caught = next((line for line in lines if line.startswith("SigCgt")), "SigCgt: 0")
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)


def session(leader: int) -> list[int]:
    """Return the living processes of a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, number = path.read_text("utf-8").rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(number) == leader and state not in "ZX":
            found.append(int(path.parent.name))
    return found


def command(pid: int) -> str:
    """Return the command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8").replace("\0", " ")
    except OSError:
        return ""


def is_worker(pid: int) -> bool:
    """Tell whether a process is one of joblib's workers, and not a helper of theirs."""
    return "popen_loky" in command(pid)
