"""Where experiment files are found and how they are read: files of the user's, and bundled ones."""

import os
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from gofsim.documents import MOST_TOML_BYTES, parse_toml, read_file
from gofsim.errors import BadInputError, StorageError
from gofsim.suggest import did_you_mean


def bundled_folder() -> Path:
    """Return the folder of the bundled experiments: in the wheel, or beside it in a checkout."""
    package = Path(str(files("gofsim")))
    inside = package / "experiments"
    return inside if inside.is_dir() else package.parent / "experiments"


def bundled_names() -> list[str]:
    """Return the names of the bundled experiments, sorted."""
    return sorted(path.stem for path in bundled_folder().glob("*.toml"))


def bundled_file(name: str) -> Path:
    """Return the file of a bundled experiment.

    Raises BadInputError for a name that is not bundled.
    """
    if name not in bundled_names():
        raise BadInputError(f"no bundled experiment `{name}`{choice(name)}")
    return bundled_folder() / f"{name}.toml"


def find_experiment(source: str | Path) -> Path:
    """Return the file that `source` means: a path, or the name of a bundled experiment.

    Raises BadInputError when it is neither.
    """
    path = Path(source)
    if os.path.isfile(path):  # unlike that of pathlib it takes every name
        return path
    if str(source) in bundled_names():
        return bundled_folder() / f"{source}.toml"
    problem = "is a folder, not an experiment file" if os.path.isdir(path) else "no such file"
    raise BadInputError(f"{source}: {problem}, and no bundled experiment{choice(path.stem)}")


def choice(name: str) -> str:
    """Return the nearest bundled name, or all of them, for the end of an error line."""
    return did_you_mean(name, bundled_names()) or f"; bundled are {', '.join(bundled_names())}"


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file in UTF-8, with or without a byte-order mark.

    Raises BadInputError that names the file when it is no UTF-8 or no TOML.
    """
    try:
        return parse_toml(read_file(path, MOST_TOML_BYTES))
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path}: not UTF-8 text (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(f"{path}: not TOML: {error}") from None
    except ValueError as error:
        raise BadInputError(f"{path}: no experiment: {error}") from None
    except OSError as error:
        raise StorageError(f"cannot read {path}: {error.strerror}") from None


def reduced_stem(path: Path) -> str:
    """Return the file's stem reduced to ``[a-z0-9_-]``, the experiment's name in results."""
    return re.sub(r"[^a-z0-9_-]+", "-", path.stem.lower()).strip("-") or "experiment"
