"""Machine instructions on words against Python's whole numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gofsim.kernel import bits
from gofsim.kernel.jit import kernel

words = st.integers(0, 2**64 - 1)


@kernel
def all_of(x, y, answers):
    """The instructions exist inside compiled functions only."""
    answers[0] = np.uint64(bits.popcount(x))
    answers[1] = np.uint64(bits.lowest_index(x))
    answers[2] = np.uint64(bits.highest_index(x))
    answers[3] = bits.multiply_high(x, y)


def answers(x, y):
    room = np.zeros(4, np.uint64)
    all_of(np.uint64(x), np.uint64(y), room)
    return room.tolist()


def expected(x, y):
    lowest = (x & -x).bit_length() - 1
    return [x.bit_count(), lowest, x.bit_length() - 1, x * y >> 64]


@given(words.filter(bool), words)
def test_words(x, y):
    assert answers(x, y) == expected(x, y)


@pytest.mark.parametrize("bit", range(64))
def test_every_single_bit(bit):
    assert answers(1 << bit, 2**64 - 1) == expected(1 << bit, 2**64 - 1)
