"""Functions of plain Python among the bots' addresses: the engine calls back into Python.

The engine calls a bot in numba's own convention: a pointer to where the result goes, one to what
was raised, then the arguments; the value returned says whether it went well. ctypes can make such
a function, which takes the GIL for as long as it runs.
"""

import ctypes
from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Answer = Callable[[Words, int], int]
_WELL, _FAILED = 0, 1
_CONVENTION = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_uint64),
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_uint64,
    ctypes.c_void_p,
    ctypes.c_int64,
)


class Callback:
    """A Python function in the place of a compiled one: (view's words, hand) -> cards, as ints.

    What it raises ends the round as an illegal play does, and is kept in `error`.
    """

    def __init__(self, answer: Answer, view_size: int, function: Callable[..., object]) -> None:
        """Keep what answers, which gets a view as so many words, and the function behind it."""
        self.answer, self.view_size, self.function = answer, view_size, function
        self.error: BaseException | None = None
        self._views: dict[int, Words] = {}

    @cached_property
    def address(self) -> int:
        """Where the engine calls it; valid as long as this object lives."""
        self._function = _CONVENTION(self._called)
        return int(ctypes.cast(self._function, ctypes.c_void_p).value or 0)

    def __call__(self, view: Words, hand: int, parameters: object, offset: int) -> np.uint64:
        """Answer like any bot's function: for runs without the compiler."""
        return np.uint64(self.answer(view, int(hand)))

    def _called(
        self, result: "ctypes._Pointer[ctypes.c_uint64]", _: int, view: int, hand: int, *__: int
    ) -> int:
        words = self._views.get(view)
        if words is None:
            pointer = ctypes.cast(view, ctypes.POINTER(ctypes.c_uint64))
            words = self._views[view] = np.ctypeslib.as_array(pointer, (self.view_size,))
        try:
            result[0] = self.answer(words, hand)
        except BaseException as error:  # it cannot pass through the engine
            self.error = error
            return _FAILED
        return _WELL
