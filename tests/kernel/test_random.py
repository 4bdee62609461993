"""Words, whole numbers and fractions against numpy's Philox and exact arithmetic."""

from fractions import Fraction

import chance
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gofsim.kernel import random as kernel

words = st.integers(0, 2**64 - 1)


@given(
    seed=st.integers(0, 2**63 - 1),
    stream=st.integers(0, 2**24),
    position=st.integers(1, 6),
    game_round=st.integers(0, 20_000),
    block=st.integers(0, 2**63 - 1),
)
def test_philox_is_numpys(seed, stream, position, game_round, block):
    expected = chance.words(seed, stream, game_round, block, 4 * position)[-4:]
    values = [np.uint64(x) for x in (seed, stream, position, game_round, block)]
    assert [int(x) for x in kernel.philox(*values)] == expected


@pytest.mark.parametrize("extreme", [0, 2**63 - 1])
def test_extreme_keys_and_counters(extreme):
    values = [np.uint64(x) for x in (extreme, 6, 1, 1, extreme)]
    assert [int(x) for x in kernel.philox(*values)] == chance.words(extreme, 6, 1, extreme, 4)


@given(words, st.integers(1, 10_000))
def test_scale_is_exact(word, n):
    assert kernel.scale(np.uint64(word), n) == word * n // 2**64


@given(words)
def test_fraction_is_53_bits(word):
    value = kernel.fraction(np.uint64(word))
    assert 0 <= value < 1
    assert Fraction(value) == Fraction(word >> 11, 2**53)


def test_streams_are_apart():
    kinds = (kernel.PLAY, kernel.GIVE, kernel.FORGET)
    streams = {
        int(kernel.seat_stream(kind, seat, seating))
        for kind in kinds
        for seat in range(4)
        for seating in range(24)
    }
    shared = {kernel.DEAL, kernel.RIFFLE, kernel.LEAD, kernel.ORDER}
    assert len(streams) == 3 * 4 * 24
    assert not streams & shared
    assert int(kernel.seat_stream(kernel.GIVE, 3, 23)) == chance.seat_stream(chance.GIVE, 3, 23)


def test_numbers_of_the_streams_are_the_documented_ones():
    names = ("DEAL", "RIFFLE", "LEAD", "ORDER", "PLAY", "GIVE", "FORGET")
    assert [getattr(kernel, name) for name in names] == [getattr(chance, name) for name in names]
