"""What numba does not offer: single instructions on uint64, plain pointers, calls by address.

The twins serve runs without the compiler (NUMBA_DISABLE_JIT=1), where intrinsics do not exist.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_BITS = 64
# Without the compiler a bot's number is its index here, with it the address of its function.
PLAIN_BOTS: list[Callable[..., Any]] = []

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

    def pointer_to(array: Any) -> Any:
        """The array itself: without the compiler there is nothing to gain."""
        return array

    def advance(array: Any, words: Any) -> Any:
        """The array from so many words on."""
        return array[words:]

    def words_at(address: Any) -> Any:
        """The 64 words at an address."""
        pointer = ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint64))
        return np.ctypeslib.as_array(pointer, (_BITS,))

    def call_bot(numbers: Any, index: Any, view: Any, hand: Any, row: Any, offset: Any) -> Any:
        """Call the bot function whose number stands at an index."""
        return np.uint64(PLAIN_BOTS[int(numbers[index])](view, hand, row, offset))

else:
    _WORD, _WIDE = ir.IntType(64), ir.IntType(128)

    @intrinsic
    def popcount(typing, x):
        """Number of bits set."""

        def build(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.uint64), build

    @intrinsic
    def lowest_index(typing, x):
        """Index of the lowest bit set; x must not be 0."""

        def build(context, builder, signature, args):
            return builder.cttz(args[0], ir.IntType(1)(1))

        return types.int64(types.uint64), build

    @intrinsic
    def highest_index(typing, x):
        """Index of the highest bit set; x must not be 0."""

        def build(context, builder, signature, args):
            return builder.xor(builder.ctlz(args[0], ir.IntType(1)(1)), _WORD(63))

        return types.int64(types.uint64), build

    @intrinsic
    def multiply_high(typing, a, b):
        """Upper 64 bits of the 128-bit product."""

        def build(context, builder, signature, args):
            wide = [builder.zext(arg, _WIDE) for arg in args]
            return builder.trunc(builder.lshr(builder.mul(*wide), _WIDE(_BITS)), _WORD)

        return types.uint64(types.uint64, types.uint64), build

    @intrinsic
    def pointer_to(typing, array):
        """Address of an array's first element, to be indexed like the array.

        One register instead of the seven words of an array argument, and no test for negative
        indices: a call of a bot costs half as much.
        """

        def build(context, builder, signature, args):
            struct = context.make_array(signature.args[0])(context, builder, args[0])
            return struct.data

        return types.CPointer(array.dtype)(array), build

    @intrinsic
    def advance(typing, pointer, words):
        """The address so many words after a pointer's."""

        def build(context, builder, signature, args):
            return builder.gep(args[0], [args[1]])

        return pointer(pointer, types.int64), build

    @intrinsic
    def words_at(typing, address):
        """The words at an address, to be indexed like an array of uint64."""

        def build(context, builder, signature, args):
            return builder.inttoptr(args[0], _WORD.as_pointer())

        return types.CPointer(types.uint64)(types.uint64), build

    @intrinsic
    def call_bot(typing, addresses, index, view, hand, row, offset):
        """Call the bot function whose address stands at an index: uint64(view, hand, row, offset).

        A load and an indirect call in numba's own convention. A tuple of numba's (experimental)
        function objects does the same with a jump table before and a C wrapper around each call.
        All ones, which are no play, when the bot raised an exception.
        """
        signature = types.uint64(addresses, types.int64, view, types.uint64, row, types.int64)

        def build(context, builder, signature, args):
            convention = context.call_conv
            kinds = signature.args[2:]
            function = convention.get_function_type(types.uint64, kinds).as_pointer()
            address = builder.load(builder.gep(args[0], [args[1]]))
            status, cards = convention.call_function(
                builder, builder.inttoptr(address, function), types.uint64, kinds, args[2:]
            )
            return builder.select(status.is_ok, cards, _WORD(2**_BITS - 1))

        return signature, build
