"""`manifest.json`, the one description of a run: read with checks, replaced atomically."""

import hashlib
import json
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gofsim.clean_text import clean
from gofsim.disk import replace_file
from gofsim.documents import read_json
from gofsim.errors import BadInputError
from gofsim.links import refuse_links
from gofsim.run_shape import shape_fault
from gofsim.simulation.columns import FORMAT

NAME = "manifest.json"
CHECKSUM = "checksum"
RELIST = "`gofsim run` with --repair lists the files that are whole again"
LIBRARIES = ("gofsim", "numba", "llvmlite", "numpy", "polars", "pyarrow")
Manifest = dict[str, Any]


class LostManifestError(BadInputError):
    """There is no manifest, or it is damaged; the files beside it may be whole."""


def read_manifest(folder: Path) -> Manifest:
    """Read a run's manifest.

    Raises LostManifestError when there is none, when it is damaged or what no run writes, and
    BadInputError when it is in another format.
    """
    path = folder / NAME
    refuse_links(folder)
    try:
        manifest = read_json(path)
    except (FileNotFoundError, NotADirectoryError):
        why = f"no results of gofsim here ({NAME} is missing)"
        why = why if folder.is_dir() else "there is no such folder of results"
        raise LostManifestError(f"{folder}: {why}") from None
    except (OSError, ValueError) as error:
        raise LostManifestError(f"{path}: damaged or unreadable ({error}); {RELIST}") from None
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise BadInputError(
            f"{path}: has format {found!r}, but this gofsim reads {FORMAT!r}; "
            "use the version that wrote it, or play again with --fresh"
        )
    if manifest.pop(CHECKSUM, None) != checksum(manifest):
        raise LostManifestError(f"{path}: has been changed by hand or is damaged; {RELIST}")
    if fault := shape_fault(manifest):
        raise LostManifestError(f"{path}: is damaged ({clean(fault)}); {RELIST}")
    return manifest  # type: ignore[no-any-return]


def checksum(manifest: Manifest) -> str:
    """Return the SHA-256 of a manifest's content, however it is laid out."""
    text = json.dumps(manifest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


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
