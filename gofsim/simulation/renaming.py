"""Arms that were played under other names: their files take the present ones."""

from typing import Any

import pyarrow.parquet as pq

from gofsim.disk import move
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.ledger import Ledger
from gofsim.simulation.results import renamed, write_parquet


def rename_arms(ledger: Ledger, experiment: Experiment) -> None:
    """Write the present names into the files of arms that were played under other names.

    Shard by shard, each unlisted meanwhile: a kill costs one of them at most.
    """
    names = {arm.hash: arm.name for arm in experiment.arms}
    for shard in list(ledger.manifest["shards"]):
        name = names.get(shard["arm"], shard["name"])
        if shard["name"] != name:
            with ledger.lock:
                rename_shard(ledger, shard, name)


def rename_shard(ledger: Ledger, shard: dict[str, Any], name: str) -> None:
    """Give the files of one shard another name of their arm."""
    files = {
        table: entry | rewritten(ledger, entry, name) for table, entry in shard["files"].items()
    }
    ledger.manifest["shards"].remove(shard)
    ledger.write()
    for entry in files.values():
        move(ledger.partial / entry["name"].replace("/", "-"), ledger.folder / entry["name"])
    ledger.manifest["shards"].append(shard | {"name": name, "files": files})


def rewritten(ledger: Ledger, entry: dict[str, Any], name: str) -> dict[str, Any]:
    """Write a file's table with another name of its arm, beside it; return rows, bytes, SHA-256."""
    table = pq.read_table(ledger.folder / entry["name"])
    return write_parquet(renamed(table, name), ledger.partial / entry["name"].replace("/", "-"))
