"""Counter-based chance: every number is a function of (seed, block, round, stream, position).

The generator is Philox 4x64 with ten rounds (Salmon et al., "Parallel random numbers: as easy as
1, 2, 3", SC 2011), as numpy has it. Words 4(i-1) .. 4i-1 of a stream are the output for the key
(seed, stream) and the counter (i, round, block, 0), i = 1, 2, ..; that is
`numpy.random.Philox(key=[seed, stream], counter=[0, round, block, 0]).random_raw()`, because numpy
raises its counter before the first block.
"""

import numpy as np

from gofsim.kernel.bits import multiply_high
from gofsim.kernel.jit import kernel

# Streams: what a number is for. Those of a seat also carry the seat and the seating.
DEAL, RIFFLE, LEAD, ORDER, PLAY, GIVE, FORGET = range(7)
_SEAT_SHIFT, _SEATING_SHIFT = np.uint64(8), np.uint64(16)

_MULTIPLIER_0, _MULTIPLIER_1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_WEYL_0, _WEYL_1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
_ROUNDS = 10
_FRACTION_BITS, _FRACTION = np.uint64(11), 1.0 / (1 << 53)


@kernel
def philox(seed, stream, position, game_round, block):
    """Four random words: the `position`-th four (from 1) of a stream, all arguments uint64."""
    c0, c1, c2, c3 = position, game_round, block, np.uint64(0)
    k0, k1 = seed, stream
    for _ in range(_ROUNDS):
        high_0, low_0 = multiply_high(_MULTIPLIER_0, c0), _MULTIPLIER_0 * c0
        high_1, low_1 = multiply_high(_MULTIPLIER_1, c2), _MULTIPLIER_1 * c2
        c0, c1, c2, c3 = high_1 ^ c1 ^ k0, low_1, high_0 ^ c3 ^ k1, low_0
        k0, k1 = k0 + _WEYL_0, k1 + _WEYL_1
    return c0, c1, c2, c3


@kernel
def seat_stream(kind, seat, seating):
    """Number of a seat's own stream (PLAY, GIVE or FORGET)."""
    return (
        np.uint64(kind) | (np.uint64(seat) << _SEAT_SHIFT) | (np.uint64(seating) << _SEATING_SHIFT)
    )


@kernel
def scale(word, n):
    """A word as a whole number in 0..n-1: floor(word n / 2^64)."""
    return np.int64(multiply_high(word, np.uint64(n)))


@kernel
def fraction(word):
    """A word as a float in [0, 1), 53 bits."""
    return np.float64(np.int64(word >> _FRACTION_BITS)) * _FRACTION
