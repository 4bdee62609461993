"""The smallest manifest that is one."""

ARM = {
    "seats": ["lowest", "lowest", "random"],
    "rules": {"players": 3},
    "bots": [
        {"kind": "lowest", "settings": {}, "parameters": {}, "forget": 0, "give": "no", "idea": ""}
    ]
    * 3,
    "hash": "0123456789ab",
    "copy": 0,
    "seating": "rotations",
    "seatings": 3,
}
EXPERIMENT = {
    "question": "Who wins?",
    "stem": "e",
    "seed": 1,
    "unit": "games",
    "blocks": 10,
    "most_blocks": 10,
    "seating": "rotations",
    "headline": "bots",
    "file": "e.toml",
    "arms": {"on": ARM},
}


def shard_of(first=0, last=9, rows=90):
    """A shard of the arm."""
    name = f"0123456789ab-{first:09d}-{last:09d}.parquet"
    counts = {"rounds": rows, "games": 3 * (last - first + 1), "gangs": rows}
    files = {
        table: {"name": f"{table}/{name}", "rows": count, "bytes": 1000, "sha256": "0" * 64}
        for table, count in counts.items()
    }
    return {"arm": "0123456789ab", "name": "on", "first": first, "last": last, "files": files}


def whole(**changes):
    """A manifest of a run of three players, with changes at the top."""
    return {
        "format": "gofsim-run/1",
        "results_version": 1,
        "kernel_hash": "0",
        "versions": {},
        "state": "done",
        "command": "gofsim run e.toml",
        "experiment": EXPERIMENT,
        "shards": [shard_of()],
        "timings": {},
        **changes,
    }
