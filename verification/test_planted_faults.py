"""Every planted fault makes a test fail that passes without it."""

import pytest

from verification.fault_list import FAULTS, Fault
from verification.faults import FAILED, PASSED, planted, verdict
from verification.record import record


def test_without_a_fault_the_same_tests_pass():
    tests = tuple(dict.fromkeys(test for fault in FAULTS for test in fault.tests))
    with planted(None) as folder:
        found = verdict(folder, tests)
    record("7 Mutations", "no fault", f"pytest's exit code is {found}", "0: all tests pass")
    assert found == PASSED


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_planted_fault_is_caught(fault: Fault):
    with planted(fault) as folder:
        found = verdict(folder, fault.tests)
    figure = "caught" if found == FAILED else "missed"
    record("7 Mutations", f"{fault.name} (`{fault.file}`)", figure, "a test fails")
    assert found == FAILED
