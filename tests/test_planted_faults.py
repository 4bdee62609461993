"""The faults of the slow proofs can still be planted: a line that was rewritten takes one along."""

from pathlib import Path

import pytest

from verification.fault_list import FAULTS

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_the_right_line_stands_once_and_its_tests_are_there(fault):
    assert (ROOT / fault.file).read_text("utf-8").count(fault.right) == 1
    assert all((ROOT / each.split("::")[0]).exists() for each in fault.tests)
