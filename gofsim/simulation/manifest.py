"""`manifest.json` as a run writes it, replaced atomically, and the files that it lists."""

import hashlib
import json
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gofsim.disk import replace_file
from gofsim.errors import BadInputError
from gofsim.run_manifest import CHECKSUM, NAME, Manifest, checksum

LIBRARIES = ("gofsim", "numba", "llvmlite", "numpy", "polars", "pyarrow")


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace a run's manifest in one step: a reader sees the old one or the new one, whole."""
    signed = {**manifest, CHECKSUM: checksum(manifest)}
    replace_file(folder / NAME, laid_out(signed))


def laid_out(manifest: Manifest) -> str:
    """Return a manifest as JSON for people: indented, but shards and looks take one line each."""
    parts = [f"{json.dumps(key)}: {laid_out_value(value)}" for key, value in manifest.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def laid_out_value(value: Any) -> str:
    """Return one top-level value of a manifest as JSON."""
    if not isinstance(value, list) or not value:
        return json.dumps(value, indent=1, ensure_ascii=False)
    lines = [json.dumps(each, ensure_ascii=False) for each in value]
    return "[\n " + ",\n ".join(lines) + "\n]"


def versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries that results may depend on."""
    return {"python": platform.python_version()} | {name: installed(name) for name in LIBRARIES}


def installed(name: str) -> str:
    """Return the version of an installed library."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def shard_files(manifest: Manifest) -> Iterator[Mapping[str, Any]]:
    """Yield the entry of every Parquet file of a run."""
    for shard in manifest["shards"]:
        yield from shard["files"].values()


def check_files(folder: Path, manifest: Manifest, *, contents: bool = True) -> None:
    """Compare a run's Parquet files with the manifest: there, whole, and (`contents`) unchanged.

    Raises BadInputError with one line for each file that is not.
    """
    faults = [
        fault for entry in shard_files(manifest) if (fault := damage(folder, entry, contents))
    ]
    if faults:
        raise BadInputError(*faults)


def damage(folder: Path, entry: Mapping[str, Any], contents: bool = True) -> str:
    """Return what is wrong with one file, or nothing."""
    path = folder / entry["name"]
    remedy = "`gofsim run` with --repair plays its blocks again"
    try:
        size = path.stat().st_size
        if size != entry["bytes"]:
            return f"{path}: damaged, {size} bytes instead of {entry['bytes']}; {remedy}"
        if contents and file_sha256(path) != entry["sha256"]:
            return f"{path}: damaged, its contents have changed (SHA-256); {remedy}"
    except FileNotFoundError:
        return f"{path}: missing; `gofsim run` plays its blocks again"
    except OSError as error:
        return f"{path}: cannot be read ({error.strerror})"
    return ""


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
