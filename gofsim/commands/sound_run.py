"""A run whose files are what its manifest says, for commands that read rows."""

from pathlib import Path

from gofsim.analysis.run_folder import RunFolder, run_folder
from gofsim.run_manifest import read_manifest
from gofsim.simulation.locks import refuse_odd_bytes
from gofsim.simulation.manifest import check_files
from gofsim.simulation.strange import check_tables


def sound_run(folder: Path) -> RunFolder:
    """Open a folder of results; BadInputError when its files are not as they were."""
    refuse_odd_bytes(folder)
    manifest = read_manifest(folder)
    check_files(folder, manifest)
    check_tables(folder, manifest)
    return run_folder(folder, manifest)
