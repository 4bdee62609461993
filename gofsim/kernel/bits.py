"""Single machine instructions on uint64 that numba does not offer, with plain twins.

The twins serve runs without the compiler (NUMBA_DISABLE_JIT=1), where intrinsics do not exist.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_BITS = 64

if numba.config.DISABLE_JIT:

    def popcount(x: Any) -> Any:
        """Number of bits set."""
        return np.int64(int(x).bit_count())

    def lowest_index(x: Any) -> Any:
        """Index of the lowest bit set; x must not be 0."""
        return np.int64((int(x) & -int(x)).bit_length() - 1)

    def highest_index(x: Any) -> Any:
        """Index of the highest bit set; x must not be 0."""
        return np.int64(int(x).bit_length() - 1)

    def multiply_high(a: Any, b: Any) -> Any:
        """Upper 64 bits of the 128-bit product."""
        return np.uint64((int(a) * int(b)) >> _BITS)

else:
    _WORD, _WIDE = ir.IntType(64), ir.IntType(128)

    @intrinsic
    def popcount(typing, x):  # type: ignore[no-untyped-def]
        """Number of bits set."""

        def build(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.uint64), build

    @intrinsic
    def lowest_index(typing, x):  # type: ignore[no-untyped-def]
        """Index of the lowest bit set; x must not be 0."""

        def build(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], ir.IntType(1)(1))

        return types.int64(types.uint64), build

    @intrinsic
    def highest_index(typing, x):  # type: ignore[no-untyped-def]
        """Index of the highest bit set; x must not be 0."""

        def build(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.xor(builder.ctlz(args[0], ir.IntType(1)(1)), _WORD(63))

        return types.int64(types.uint64), build

    @intrinsic
    def multiply_high(typing, a, b):  # type: ignore[no-untyped-def]
        """Upper 64 bits of the 128-bit product."""

        def build(context, builder, signature, args):  # type: ignore[no-untyped-def]
            wide = [builder.zext(arg, _WIDE) for arg in args]
            return builder.trunc(builder.lshr(builder.mul(*wide), _WIDE(_BITS)), _WORD)

        return types.uint64(types.uint64, types.uint64), build
