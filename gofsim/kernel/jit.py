"""The one decorator that compiles, and the calling convention of bots; nothing else jits."""

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast, overload

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from gofsim.kernel.bits import PLAIN_BOTS
from gofsim.kernel.cache import CheckedCache, compile_cache, current_folder
from gofsim.kernel.callback import Callback

Function = TypeVar("Function", bound=Callable[..., Any])

VIEW = types.CPointer(types.uint64)
PARAMETERS = types.CPointer(types.float64)
# A bot's function: (view, hand, parameters, offset of its own in them) -> cards laid, 0 to pass.
BOT_SIGNATURE = types.uint64(VIEW, types.uint64, PARAMETERS, types.int64)


@overload
def kernel(function: Function) -> Function: ...


@overload
def kernel(*, inline: bool) -> Callable[[Function], Function]: ...


def kernel(function: Function | None = None, *, inline: bool = True) -> Any:
    """Compile on first use, without the GIL, cached on disk in the folder of the kernel's hash.

    Each call is replaced by the function's code: a call costs as much as most questions about a
    hand. `inline=False` is for what is large and rarely asked, or called at one place only.

    Code from the cache is linked by name: functions of one name in two versions of a user's file,
    or in two folders, would be taken for each other but for the folder's name in theirs.
    """
    if function is None:
        return functools.partial(kernel, inline=inline)
    function.__qualname__ += f"_{current_folder()}"
    compiled = numba.njit(nogil=True, error_model="numpy", _nrt=False, forceinline=inline)(function)
    if not numba.config.DISABLE_JIT:
        compiled._cache = compile_cache(function)
    return cast(Function, compiled)


def is_kernel(function: object) -> bool:
    """Whether the engine can call a function: `kernel` made it, or it is a call of plain Python.

    Without the compiler any function will do.
    """
    cache = getattr(function, "_cache", None)
    made = isinstance(cache, CheckedCache) or isinstance(function, Callback)
    return made or (numba.config.DISABLE_JIT and callable(function))


@functools.cache
def bot_number(function: Callable[..., Any]) -> int:
    """Number of a bot's function, by which the game loop calls it: the address of its code.

    A dispatcher as an argument would compile the loop anew for each line-up and never be cached.
    Raises TypeError when the function returns anything but uint64.
    """
    if numba.config.DISABLE_JIT:
        PLAIN_BOTS.append(function)
        return len(PLAIN_BOTS) - 1
    if isinstance(function, Callback):
        return function.address
    compiled = cast(Any, function)
    compiled.compile(BOT_SIGNATURE.args)
    result = compiled.overloads[BOT_SIGNATURE.args]
    returned = result.signature.return_type
    if returned != BOT_SIGNATURE.return_type:
        # A cast would lose cards silently: a float has room for 53 of them.
        raise TypeError(f"returns {returned}, must return uint64 everywhere (NOTHING to pass)")
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def bot_table(functions: Iterable[Callable[..., Any]]) -> npt.NDArray[np.uint64]:
    """What the game loop takes for the functions of the places: their numbers."""
    return np.array([bot_number(function) for function in functions], np.uint64)
