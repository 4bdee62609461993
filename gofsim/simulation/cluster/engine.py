"""What must be the same on all machines, so that they play the same games."""

import os
import sys

import numba

from gofsim.kernel.cache import kernel_hash
from gofsim.simulation.manifest import installed
from gofsim.simulation.play import RESULTS_VERSION

Engine = dict[str, str]


def engine() -> Engine:
    """Return the versions of this process, by names that may stand in a line."""
    return {
        "gofsim": installed("gofsim"),
        "results version": str(RESULTS_VERSION),
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "numba": numba.__version__,
        "operating system": os.name,
        "kernel": kernel_hash(),
    }


def differences(there: Engine) -> list[str]:
    """Return one line for each version that is another here than `there`."""
    here = engine()
    return [
        f"{name} is {here[name]}, but {version} where the run was started"
        for name, version in there.items()
        if here[name] != version
    ]
