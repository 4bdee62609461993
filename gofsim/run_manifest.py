"""Reading `manifest.json`, the one description of a run: everybody who does checks it alike."""

import hashlib
import json
from pathlib import Path
from typing import Any

from gofsim.clean_text import clean
from gofsim.documents import read_json
from gofsim.errors import BadInputError
from gofsim.links import refuse_links
from gofsim.run_shape import shape_fault

FORMAT = "gofsim-run/1"
NAME = "manifest.json"
CHECKSUM = "checksum"
RELIST = "`gofsim run` with --repair lists the files that are whole again"
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
