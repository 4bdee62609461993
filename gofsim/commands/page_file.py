"""Pages that commands write where the user says."""

from pathlib import Path

from gofsim.disk import writing


def path_faults(option: str, path: Path) -> list[str]:
    """Return what is wrong with a file that an option names, before anything is played."""
    if path.is_dir():
        return [f"{option}: {path} is a folder; name a file"]
    return [] if path.parent.is_dir() else [f"{option}: there is no folder {path.parent}"]


def write_page(path: Path, page: str) -> None:
    """Write a page; StorageError where it cannot be."""
    with writing(path):
        # What is no UTF-8 in a file's name becomes escapes.
        path.write_bytes(page.encode(errors="backslashreplace"))
