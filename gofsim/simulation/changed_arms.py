"""Arms that were played before as something else: which, by what cause, and what would be right."""

import json
import os
from collections.abc import Collection
from pathlib import Path

from gofsim.run_manifest import Manifest
from gofsim.simulation.arms import Arm
from gofsim.simulation.description import described_arm
from gofsim.simulation.experiment import Experiment
from gofsim.suggest import few, named

FRESH = "--fresh starts over"


def changed_arms(folder: Path, before: Manifest, experiment: Experiment) -> list[str]:
    """Return a line for each cause by which arms are no longer those that were played."""
    known = {shard["name"]: shard["arm"] for shard in before["shards"]}
    changed = [arm for arm in experiment.arms if known.get(arm.name, arm.hash) != arm.hash]
    same = [arm for arm in experiment.arms if known.get(arm.name) == arm.hash]
    sound = {path for arm in same for path in files_of(arm)}
    by_cause: dict[str, list[str]] = {}
    for arm in changed:
        by_cause.setdefault(cause(arm, before, sound), []).append(arm.name)
    return few([line(names, why, folder, experiment) for why, names in by_cause.items()], "arms")


def cause(arm: Arm, before: Manifest, sound: Collection[Path]) -> str:
    """Return what an arm was played with; `sound` are files that are as they were."""
    was = before["experiment"]["arms"].get(arm.name, {})
    now = json.loads(json.dumps(described_arm(arm)))
    if was | {"hash": arm.hash} != now:
        return "other bots, parameters or rules"
    paths = sorted(os.path.relpath(path) for path in files_of(arm) - set(sound))
    return f"another version of {' or '.join(paths)}" if paths else "other versions of its bots"


def files_of(arm: Arm) -> set[Path]:
    """Return the files of a user that decide how the bots of an arm play."""
    return {path for seat in arm.seats for path in seat.sources}


def line(names: list[str], why: str, folder: Path, experiment: Experiment) -> str:
    """Return the line about the arms of one cause."""
    several = len(names) > 1
    arms, were = ("arms", "were") if several else ("arm", "was")
    if experiment.worth or experiment.league or experiment.sweep:  # which name their arms
        advice = f"{FRESH}, or give another --out"
    else:
        advice = f"give {'them other names' if several else 'it another name'}, or {FRESH}"
    return f"{arms} {named(names)} {were} played in {folder} with {why}; {advice}"
