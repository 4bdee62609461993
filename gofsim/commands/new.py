"""`gofsim new`: a bundled experiment as a file to edit."""

import shlex
from pathlib import Path

from gofsim.disk import writing
from gofsim.errors import BadInputError
from gofsim.simulation.sources import bundled_file


def copy_bundled(name: str, file: Path) -> str:
    """Copy a bundled experiment to `file` and say so; an existing file is never replaced."""
    content = bundled_file(name).read_bytes()
    target = file / f"{name}.toml" if file.is_dir() else file
    if target.exists():
        raise BadInputError(f"{target}: exists already; give another file name")
    with writing(target):
        target.write_bytes(content)
    command = shlex.join(["gofsim", "run", str(target)])
    return f"wrote {target}; edit it, then: {command}"
