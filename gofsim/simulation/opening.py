"""Opening a run's results folder: a new one, a fresh one, or one to continue."""

import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from gofsim.errors import BadInputError
from gofsim.kernel.cache import kernel_hash
from gofsim.links import refuse_links
from gofsim.simulation.columns import TABLES
from gofsim.simulation.description import new_manifest
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.ledger import PARTIAL, Ledger
from gofsim.simulation.manifest import (
    NAME,
    Manifest,
    check_files,
    read_manifest,
    shard_files,
    write_manifest,
)
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.simulation.results import renamed, write_parquet, writing
from gofsim.simulation.strange import check_tables

FRESH = "--fresh starts over"


def open_ledger(experiment: Experiment, folder: Path, *, fresh: bool, command: str) -> Ledger:
    """Return the ledger of the experiment's results folder, with what was played there before.

    Raises BadInputError when the folder's results cannot be continued, StorageError when the
    folder cannot be made or written.
    """
    refuse_links(folder)
    if fresh:
        clear(folder)
    before = read_manifest(folder) if (folder / NAME).exists() else None
    manifest = new_manifest(experiment, command)
    if before is not None:
        refuse_others(folder, before, experiment)
        take_over(manifest, before, folder)
        check_files(folder, manifest)
        check_tables(folder, manifest)
    make_folders(folder, experiment)
    remove_unlisted(folder, manifest)
    rename_arms(folder, manifest, experiment)
    ledger = Ledger(folder, manifest)
    ledger.save()
    return ledger


def refuse_others(folder: Path, before: Manifest, experiment: Experiment) -> None:
    """Refuse results that this program, or these arms, would not have made."""
    if before["results_version"] != RESULTS_VERSION or before["kernel_hash"] != kernel_hash():
        raise BadInputError(
            f"{folder}: made by another engine (results version {before['results_version']}, "
            f"kernel {before['kernel_hash']}; here {RESULTS_VERSION}, {kernel_hash()}); {FRESH}"
        )
    known = {shard["name"]: shard["arm"] for shard in before["shards"]}
    faults = [
        f"arm `{arm.name}` was played in {folder} with other bots, parameters or rules; "
        f"give it another name, or {FRESH}"
        for arm in experiment.arms
        if known.get(arm.name, arm.hash) != arm.hash
    ]
    if faults:
        raise BadInputError(*faults)


def take_over(manifest: Manifest, before: Manifest, folder: Path) -> None:
    """Put the shards of earlier runs into a new manifest, without those whose files are gone."""
    manifest["timings"] = before["timings"]
    manifest["earlier_looks"] = earlier_looks(before, manifest["experiment"]["stop"])
    manifest["shards"] = [
        shard
        for shard in before["shards"]
        if all((folder / entry["name"]).exists() for entry in shard["files"].values())
    ]


def earlier_looks(before: Manifest, stop: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return the stop rules other than `stop` that have looked at these blocks, the first first."""
    found: list[dict[str, Any]] = before.get("earlier_looks", [])
    looks, last = before.get("looks", []), before["experiment"].get("stop")
    if not looks or last == stop:
        return found
    past = {"stop": last, "looks": len(looks), "blocks": looks[-1]["blocks"]}
    return [*(each for each in found if each["stop"] != last), past]


def make_folders(folder: Path, experiment: Experiment) -> None:
    """Make the run's folder and those of its tables; games need none in a run of rounds."""
    tables = [t for t in TABLES if t != "games" or not experiment.single_round]
    for path in [folder / name for name in (PARTIAL, *tables)]:
        with writing(path):
            path.mkdir(parents=True, exist_ok=True)


def remove_unlisted(folder: Path, manifest: Manifest) -> None:
    """Remove Parquet files that the manifest does not list: a run was stopped at that moment."""
    listed = {entry["name"] for entry in shard_files(manifest)}
    for table in TABLES:
        for path in (folder / table).glob("*.parquet"):
            if f"{table}/{path.name}" not in listed:
                remove(path)
    for path in (folder / PARTIAL).glob("*"):
        remove(path)


def remove(path: Path) -> None:
    """Remove one file or folder, if it is there."""
    with writing(path):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Remove everything a run writes from its folder, the manifest first; keep other files."""
    for name in (NAME, *TABLES, PARTIAL, "tables", "figures", "report.html", "report.md"):
        remove(folder / name)


def rename_arms(folder: Path, manifest: Manifest, experiment: Experiment) -> None:
    """Write the present names into the files of arms that were played under other names.

    Meanwhile the manifest on the disk does not list these files: a crash here means to play again.
    """
    names = {arm.hash: arm.name for arm in experiment.arms}
    stale = [s for s in manifest["shards"] if s["name"] != names.get(s["arm"], s["name"])]
    if not stale:
        return
    manifest["shards"] = [shard for shard in manifest["shards"] if shard not in stale]
    write_manifest(folder, manifest)
    for shard in stale:
        shard["name"] = names[shard["arm"]]
        for entry in shard["files"].values():
            rename_in_file(folder, entry, shard["name"])
        manifest["shards"].append(shard)


def rename_in_file(folder: Path, entry: dict[str, Any], arm: str) -> None:
    """Replace the arm's name in one Parquet file, and bring its entry up to date."""
    path = folder / entry["name"]
    draft = folder / PARTIAL / path.name
    entry |= write_parquet(renamed(pq.read_table(path), arm), draft)
    with writing(path):
        draft.replace(path)
