"""Functions of plain Python among the bots' addresses: the engine calls back into Python.

The engine calls a bot in numba's own convention: a pointer to where the result goes, one to what
was raised, then the arguments; the value returned says whether it went well. ctypes can make such
a function, which takes the GIL for as long as it runs.
"""

import ctypes
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Answer = Callable[[Words, int], int | None]
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

    Where it answers None, the bot behind it has its way, which is asked at every decision so that
    it always draws the same. What the function raises ends the round as an illegal play does, and
    is kept in `error`.
    """

    def __init__(
        self,
        answer: Answer,
        view_size: int,
        function: Callable[..., object],
        behind: int | None = None,
    ) -> None:
        """Keep what answers, which gets a view as so many words, and the function it stands for.

        `behind`: the number of a bot (see `jit.bot_number`), or None for none.
        """
        self.answer, self.view_size, self.function = answer, view_size, function
        self.behind = None if behind is None else _CONVENTION(behind)
        self.error: BaseException | None = None
        self._views: dict[int, Words] = {}

    @cached_property
    def address(self) -> int:
        """Where the engine calls it; valid as long as this object lives."""
        self._function = _CONVENTION(self._called)
        return int(ctypes.cast(self._function, ctypes.c_void_p).value or 0)

    def __call__(self, view: Words, hand: int, parameters: object, offset: int) -> np.uint64:
        """Answer like any bot's function: for runs without the compiler."""
        return np.uint64(self.answer(view, int(hand)) or 0)

    def _called(self, result: Any, raised: Any, view: int, hand: int, row: int, at: int) -> int:
        words = self._views.get(view)
        if words is None:
            pointer = ctypes.cast(view, ctypes.POINTER(ctypes.c_uint64))
            words = self._views[view] = np.ctypeslib.as_array(pointer, (self.view_size,))
        status = _WELL
        if self.behind is not None:
            status = int(self.behind(result, raised, view, hand, row, at))
        try:
            cards = self.answer(words, hand)
        except BaseException as error:  # it cannot pass through the engine
            self.error = error
            return _FAILED
        if cards is None and self.behind is not None:
            return status
        result[0] = cards or 0
        return _WELL
