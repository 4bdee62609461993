"""Opening a run's results folder: a new one, a fresh one, or one to continue."""

import shutil
from pathlib import Path
from typing import Any

from gofsim.disk import DRAFT, writing
from gofsim.errors import BadInputError
from gofsim.kernel.cache import kernel_hash
from gofsim.links import refuse_links
from gofsim.logs import NAME as LOG
from gofsim.run_manifest import NAME, RELIST, Manifest, read_manifest
from gofsim.simulation.changed_arms import FRESH, changed_arms
from gofsim.simulation.columns import TABLES
from gofsim.simulation.description import new_manifest
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.found import found_shards
from gofsim.simulation.ledger import PARTIAL, Ledger
from gofsim.simulation.manifest import check_files, shard_files
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.simulation.repair import repaired
from gofsim.simulation.strange import check_tables


def open_ledger(
    experiment: Experiment, folder: Path, *, fresh: bool, repair: bool, command: str
) -> Ledger:
    """Return the ledger of the experiment's results folder, with what was played there before.

    Whole shards that a killed run had not listed yet are listed, what else it left is removed.
    The manifest on the disk is still the old one. Raises BadInputError when the folder's results
    cannot be continued, StorageError when the folder cannot be made or written.
    """
    refuse_links(folder, new=True)
    if fresh:
        clear(folder)
    before = repaired(folder, tables_of(experiment)) if repair else earlier(folder)
    manifest = new_manifest(experiment, command)
    if before is not None:
        refuse_others(folder, before, experiment)
        take_over(manifest, before, folder)
        manifest["shards"] += found_shards(
            folder, tables_of(experiment), manifest["shards"], tell=lambda _: None
        )
        check_files(folder, manifest, contents=not repair)
        check_tables(folder, manifest)
    ledger = Ledger(folder, manifest)
    make_folders(ledger, experiment)
    remove_unlisted(ledger)
    return ledger


def earlier(folder: Path) -> Manifest | None:
    """Return the manifest of what was played here before, if anything was."""
    if (folder / NAME).exists():
        return read_manifest(folder)
    if any(folder.glob("rounds/*.parquet")):
        raise BadInputError(f"{folder}: {NAME} is missing; {RELIST}, {FRESH}")
    return None


def refuse_others(folder: Path, before: Manifest, experiment: Experiment) -> None:
    """Refuse results that this program, or these arms, would not have made."""
    if before["results_version"] != RESULTS_VERSION or before["kernel_hash"] != kernel_hash():
        raise BadInputError(
            f"{folder}: made by another engine (results version {before['results_version']}, "
            f"kernel {before['kernel_hash']}; here {RESULTS_VERSION}, {kernel_hash()}); {FRESH}"
        )
    if faults := changed_arms(folder, before, experiment):
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


def tables_of(experiment: Experiment) -> list[str]:
    """Return the names of the run's tables; there are no games in a run of rounds."""
    return [table for table in TABLES if table != "games" or not experiment.single_round]


def make_folders(ledger: Ledger, experiment: Experiment) -> None:
    """Make the run's folder, those of its tables, and the place for unfinished shards."""
    for path in [*(ledger.folder / table for table in tables_of(experiment)), ledger.partial]:
        with writing(path):
            path.mkdir(parents=True, exist_ok=True)


def remove_unlisted(ledger: Ledger) -> None:
    """Remove what a run left that was killed: files not listed, unfinished shards, drafts."""
    folder = ledger.folder
    listed = {entry["name"] for entry in shard_files(ledger.manifest)}
    for table in TABLES:
        for path in (folder / table).glob("*.parquet"):
            if f"{table}/{path.name}" not in listed:
                remove(path)
    for path in [*(folder / PARTIAL).glob("*"), *folder.glob(f"*{DRAFT}")]:
        if path != ledger.partial:
            remove(path)


def remove(path: Path) -> None:
    """Remove one file or folder, if it is there."""
    with writing(path):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Remove everything a run writes from its folder, the manifest last; keep other files.

    Where that is cut short, the manifest still says what the files are that are left.
    """
    for name in (*TABLES, PARTIAL, LOG, "tables", "figures", "report.html", "report.md", NAME):
        remove(folder / name)
