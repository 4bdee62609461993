"""`manifest.json`, the one description of a run: read with checks, replaced atomically."""

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gofsim.clean_text import clean
from gofsim.documents import read_json
from gofsim.errors import BadInputError
from gofsim.links import refuse_links
from gofsim.run_shape import shape_fault
from gofsim.simulation.columns import FORMAT
from gofsim.simulation.results import write_flushed, writing

NAME = "manifest.json"
CHECKSUM = "checksum"
ANEW = "`gofsim run` with --fresh plays anew"
LIBRARIES = ("gofsim", "numba", "llvmlite", "numpy", "polars", "pyarrow")
Manifest = dict[str, Any]


def read_manifest(folder: Path) -> Manifest:
    """Read a run's manifest.

    Raises BadInputError when there is none, when it is damaged or what no run writes, or in
    another format.
    """
    path = folder / NAME
    refuse_links(folder)
    try:
        manifest = read_json(path)
    except FileNotFoundError:
        raise BadInputError(f"{folder}: no results of gofsim here ({NAME} is missing)") from None
    except (OSError, ValueError) as error:
        raise BadInputError(f"{path}: damaged or unreadable ({error})") from None
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise BadInputError(
            f"{path}: has format {found!r}, but this gofsim reads {FORMAT!r}; "
            "use the version that wrote it, or play again with --fresh"
        )
    if manifest.pop(CHECKSUM, None) != checksum(manifest):
        raise BadInputError(f"{path}: has been changed by hand or is damaged; {ANEW}")
    if fault := shape_fault(manifest):
        raise BadInputError(f"{path}: is damaged ({clean(fault)}); {ANEW}")
    return manifest  # type: ignore[no-any-return]


def checksum(manifest: Manifest) -> str:
    """Return the SHA-256 of a manifest's content, however it is laid out."""
    text = json.dumps(manifest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace a run's manifest in one step: a reader sees the old one or the new one, whole."""
    path = folder / NAME
    draft = path.with_suffix(".json.new")
    signed = {**manifest, CHECKSUM: checksum(manifest)}
    # A path that is no UTF-8 has bytes which JSON can hold as escapes only.
    write_flushed(draft, laid_out(signed).encode(errors="backslashreplace"))
    with writing(path):
        draft.replace(path)
        flush_folder(folder)


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


def flush_folder(folder: Path) -> None:
    """Wait until renames within `folder` are on the disk, where the system can tell."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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


def damage(folder: Path, entry: Mapping[str, Any], contents: bool) -> str:
    """Return what is wrong with one file, or nothing."""
    path = folder / entry["name"]
    remedy = "delete it and `gofsim run` plays its blocks again"
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
