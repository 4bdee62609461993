"""Repairing a results folder: what is whole is kept and listed, the rest will be played again."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gofsim.disk import writing
from gofsim.kernel.cache import kernel_hash
from gofsim.run_manifest import NAME, LostManifestError, Manifest, read_manifest
from gofsim.simulation.found import found_shards
from gofsim.simulation.manifest import damage
from gofsim.simulation.play import RESULTS_VERSION


def repaired(folder: Path, tables: Sequence[str]) -> Manifest | None:
    """Return a manifest that lists only shards that are whole; remove the others, and say so.

    A damaged or missing manifest is put together from the files themselves; then the looks of
    stop rules and the timings are lost. `tables` are those the run has. Returns None where
    nothing was played; raises BadInputError where the files are of another program.
    """
    try:
        manifest = read_manifest(folder)
    except LostManifestError:
        return rebuilt(folder, tables)
    manifest["shards"] = [shard for shard in manifest["shards"] if kept(folder, shard)]
    return manifest


def kept(folder: Path, shard: dict[str, Any]) -> bool:
    """Tell whether a listed shard is as it was; remove its files, and say why, where it is not."""
    faults = [fault for entry in shard["files"].values() if (fault := damage(folder, entry))]
    for fault in faults:
        say(fault.partition(";")[0])
    for entry in shard["files"].values() if faults else ():
        path = folder / entry["name"]
        with writing(path):
            path.unlink(missing_ok=True)
    return not faults


def rebuilt(folder: Path, tables: Sequence[str]) -> Manifest | None:
    """Return a manifest made from the files: what taking over its shards needs."""
    shards = found_shards(folder, tables, [], say)
    if not shards:
        return None
    print(f"repair: {folder / NAME} lists {len(shards)} shards again", file=sys.stderr, flush=True)
    rounds = sum(shard["files"]["rounds"]["rows"] for shard in shards)
    return {
        "results_version": RESULTS_VERSION,
        "kernel_hash": kernel_hash(),
        "experiment": {},
        "timings": {"rounds": rounds, "worker_seconds": 0.0, "seconds": 0.0},
        "shards": shards,
    }


def say(fault: str) -> None:
    """Tell of one file what is wrong, and what comes of it."""
    print(f"repair: {fault}; its blocks are played again", file=sys.stderr, flush=True)
