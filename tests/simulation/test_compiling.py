"""It is told that something is compiled: once, and only where it is."""

import numba
import pytest

from gofsim.simulation.compiling import when_compiling


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_it_is_told_once_and_not_of_what_is_compiled_already():
    told = []
    half, third = (numba.njit(lambda x, n=n: x / n) for n in (2.0, 3.0))
    with when_compiling(lambda: told.append(1)):
        assert half(1.0) == 0.5
        assert third(3.0) == 1.0
    assert told == [1]
    with when_compiling(lambda: told.append(2)):
        assert half(3.0) == 1.5
    assert half(3) == 1.5  # compiled anew, and nobody listens
    assert told == [1]
