"""The one decorator that compiles, and the calling convention of bots; nothing else jits."""

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.types.function_type import CompileResultWAP

from gofsim.kernel.cache import compile_cache, kernel_hash

# numba calls functions as arguments experimental; the minor version is bounded for that reason.
warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)

Function = TypeVar("Function", bound=Callable[..., Any])

VIEW = types.uint64[::1]
PARAMETERS = types.float64[::1]
# A bot's function: (view, hand, parameters, offset of its own in them) -> cards laid, 0 to pass.
BOT_SIGNATURE = types.uint64(VIEW, types.uint64, PARAMETERS, types.int64)
BOT = types.FunctionType(BOT_SIGNATURE)


def kernel(function: Function) -> Function:
    """Compile on first use, without the GIL, cached on disk in the folder of the kernel's hash."""
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if not numba.config.DISABLE_JIT:
        compiled._cache = compile_cache(function)
    return cast(Function, compiled)


@functools.cache
def bot_address(function: Callable[..., Any]) -> Any:
    """A compiled function as a first-class argument of the game loop.

    A dispatcher as an argument would compile the loop anew for each line-up and never be cached;
    an address with a signature does neither.
    """
    if numba.config.DISABLE_JIT:
        return function
    compiled = cast(Any, function)
    compiled.compile(BOT_SIGNATURE)
    return CompileResultWAP(compiled.overloads[BOT_SIGNATURE.args])
