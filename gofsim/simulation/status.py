"""How a run stands, from its folder alone: also while another process plays it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gofsim.run_manifest import NAME, Manifest, read_manifest
from gofsim.simulation.locks import held
from gofsim.simulation.manifest import shard_files

FORMAT = "gofsim-status/1"
GONE = "its process ended without a word: killed, or the machine went down"


def status(folder: Path) -> dict[str, Any]:
    """Return the status of a run, ready for JSON; None where something is not known.

    `state` is "playing", "stopped", "done" or "failed", `why` what is known about it. Rates are
    of the last command that played. Raises BadInputError where there are no results.
    """
    manifest = read_manifest(folder)
    state, why = state_of(manifest, held(folder))
    rounds = sum(shard["files"]["rounds"]["rows"] for shard in manifest["shards"])
    size = sum(entry["bytes"] for entry in shard_files(manifest))
    timings = manifest["timings"]
    return {
        "format": FORMAT,
        "run": str(folder),
        "question": manifest["experiment"]["question"],
        "state": state,
        "why": why,
        "command": manifest["command"],
        "updated": modified(folder / NAME),
        "arms": arms_of(manifest),
        "rounds": rounds,
        "games_a_second": a_second(timings, "games"),
        "rounds_a_second": a_second(timings, "rounds"),
        "seconds_left": seconds_left(timings) if state == "playing" else None,
        "seconds_played": timings["seconds"],
        "workers": timings.get("session_workers"),
        "shards": len(manifest["shards"]),
        "files": sum(1 for _ in shard_files(manifest)),
        "bytes": size,
        "bytes_a_round": size / rounds if rounds else None,
    }


def state_of(manifest: Manifest, busy: bool | None) -> tuple[str, str]:
    """Return the state and why; `busy` says whether a process holds the folder, None: unknown."""
    said, failure = manifest["state"], manifest.get("failure")
    if busy:
        return "playing", ""
    if said == "running":
        return ("stopped", GONE) if busy is False else ("playing", "or killed: no lock tells here")
    if failure:
        return "failed", failure
    blocks, most = (manifest["experiment"][key] for key in ("blocks", "most_blocks"))
    if said == "done":
        return "done", f"by its stop rule, of at most {most:,} blocks" if blocks < most else ""
    return said, ""


def arms_of(manifest: Manifest) -> list[dict[str, Any]]:
    """Return every arm with its blocks: those that count, and how many of them are there."""
    experiment = manifest["experiment"]
    done = dict.fromkeys((arm["hash"] for arm in experiment["arms"].values()), 0)
    for shard in manifest["shards"]:
        if shard["arm"] in done:
            end = min(shard["last"] + 1, experiment["blocks"])
            done[shard["arm"]] += max(0, end - shard["first"])
    return [
        {"arm": name, "done": done[arm["hash"]], "blocks": experiment["blocks"]}
        for name, arm in experiment["arms"].items()
    ]


def a_second(timings: Mapping[str, float], what: str) -> float | None:
    """Return how many games or rounds are played a second, once a shard is there."""
    count, seconds = timings.get(f"session_{what}"), timings.get("session_seconds")
    return count / seconds if count and seconds else None


def seconds_left(timings: Mapping[str, float]) -> float | None:
    """Return about how long it will take to play the rest, at the pace so far."""
    rate = a_second(timings, "games")
    wanted = timings.get("session_games_to_play", 0)
    return (wanted - timings["session_games"]) / rate if rate else None


def modified(path: Path) -> str:
    """Return when a file was last written, in UTC."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
