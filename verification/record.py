"""Figures that the proofs leave for the page of results."""

import json
import os
from pathlib import Path

LOG = "GOFSIM_VERIFICATION_LOG"  # names the file to which they go; without it they go nowhere
_RUNNING = "PYTEST_CURRENT_TEST"  # pytest's own


def record(item: str, what: str, figure: str, passed_when: str) -> None:
    """Append one line of the page, before the assertion: a failure has a figure as well."""
    if LOG in os.environ:
        test, _, phase = os.environ.get(_RUNNING, "").rpartition(" ")
        if phase == "(teardown)":  # figures of a whole file stand for all cases of its test
            test = test.partition("[")[0]
        line = {"item": item, "what": what, "figure": figure, "passed_when": passed_when}
        with Path(os.environ[LOG]).open("a", encoding="utf-8") as log:
            log.write(json.dumps(line | {"test": test}) + "\n")
