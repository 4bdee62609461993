"""A user's own bot: one Python file, with what it imports beside it."""

import contextlib
import functools
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gofsim.errors import BadInputError
from gofsim.kernel.cache import cache_folder, kernel_hash, sources_hash
from gofsim.kernel.jit import bot_number, is_kernel
from gofsim.strategies.base import Strategy
from gofsim.strategies.bot_source import draws_chance, sources
from gofsim.suggest import did_you_mean, listed, written

_ARGUMENTS = ("view", "hand", "parameters", "offset")
# Where files are on this machine that came from another one; keys as `named` returns them.
moved: dict[Path, Path] = {}


def named(kind: str, folder: Path) -> Path:
    """Return the file of "file.py:CONSTANT" as the seat names it, which other machines know too."""
    return folder / kind.rpartition(":")[0]


def locate(kind: str, folder: Path) -> tuple[Path, str]:
    """File and constant of "file.py:CONSTANT", the file relative to `folder`."""
    name, _, constant = kind.rpartition(":")
    if not name.endswith(".py") or not constant.isidentifier() or not name.isprintable():
        raise BadInputError(f'{written(kind)}: a bot file is written "file.py:CONSTANT"')
    path = moved.get(named(kind, folder)) or Path(os.path.realpath(folder / name))
    if not os.path.isfile(path):
        raise BadInputError(f'"{kind}": there is no file {path}')
    return path, constant


def load(kind: str, folder: Path) -> Strategy:
    """Load, check and compile the bot; BadInputError says what is wrong with its file.

    When the file, or one that it imports beside it, has changed since, it is loaded anew.
    """
    path, constant = locate(kind, folder)
    files = sources(path)
    return _load(path, constant, tuple(files), sources_hash(files))


@functools.cache
def _load(path: Path, constant: str, files: tuple[Path, ...], content: str) -> Strategy:
    # Compiled code is kept apart for each state of these files: an edit of any compiles anew.
    with cache_folder(f"{kernel_hash()}-{content}"), _importable(path, files):
        names = _run(path, f"gofsim_bot_{content}_{path.stem}")
        if constant not in names:
            raise BadInputError(f"{path}: has no {constant}{did_you_mean(constant, names)}")
        strategy = names[constant]
        if not isinstance(strategy, Strategy):
            raise BadInputError(f"{path}: {constant} is no Strategy (gofsim.strategies.base)")
        _check_promises(path, files, constant, strategy)
        for function in filter(None, (strategy.choose, strategy.give)):
            _check_function(path, constant, function)
    return strategy


@contextlib.contextmanager
def _importable(path: Path, files: tuple[Path, ...]) -> Iterator[None]:
    """The files beside the bot can be imported meanwhile, and only meanwhile.

    Two bots in two folders may each import a module of the same name. No bytecode is written: a
    second edit within a second would not be seen.
    """
    wrote_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, str(path.parent))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(path.parent))
        sys.dont_write_bytecode = wrote_bytecode
        for name, module in list(sys.modules.items()):
            if Path(getattr(module, "__file__", None) or ".").resolve() in files:
                del sys.modules[name]


def _run(path: Path, name: str) -> dict[str, Any]:
    """Run the file as a module of this name; what it defines."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # code from the compile cache looks its module up by name
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise BadInputError(f"{path}: cannot be imported: {reason}") from None
    return vars(module)


def _check_promises(path: Path, files: tuple[Path, ...], constant: str, bot: Strategy) -> None:
    """The traits and settings that the bot declares."""
    if draws_chance(files) and not bot.draws:
        raise BadInputError(
            f"{path}: {constant} draws random numbers, but does not say so: add draws=True"
        )
    names = [each.name for each in bot.settings]
    for name in names:
        if names.count(name) > 1 or name in ("forget", "give", "kind", "weights"):
            raise BadInputError(f"{path}: {constant}: the name {name} is taken")
    for choice in bot.choices:
        if choice.default not in choice.values:
            raise BadInputError(
                f"{path}: {constant}: the default of {choice.name} is "
                f"{written(choice.default)}, not {listed(choice.values)}"
            )
    for each in bot.parameters:
        if not each.low <= each.default <= each.high:
            raise BadInputError(
                f"{path}: {constant}: the default of {each.name} is {each.default:g}, "
                f"not {each.low:g} to {each.high:g}"
            )


def _check_function(path: Path, constant: str, function: Callable[..., Any]) -> None:
    """Compile a function of the bot, when it has the right form."""
    plain = getattr(function, "py_func", function)
    if not callable(plain) or len(inspect.signature(plain).parameters) != len(_ARGUMENTS):
        raise BadInputError(
            f"{path}: the functions of {constant} must take ({', '.join(_ARGUMENTS)})"
        )
    if not is_kernel(function):
        raise BadInputError(
            f"{path}: the functions of {constant} must stand under @kernel (gofsim.kernel.jit)"
        )
    try:
        bot_number(function)
    except Exception as error:  # numba raises many kinds, all about the user's code
        raise BadInputError(_compile_fault(path, constant, str(error))) from None


def _compile_fault(path: Path, constant: str, message: str) -> str:
    """One line out of numba's many: where, and the first that says why."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    reason = next((line for line in lines if not line.startswith("Failed in")), "")
    numbers = re.findall(rf'{re.escape(path.name)}", line (\d+)', message)
    place = f"{path}:{numbers[-1]}" if numbers else str(path)
    # numba's names of intermediate values say nothing to anybody.
    reason = reason.partition(" for '$")[0]
    return f"{place}: {constant} does not compile: {reason}"
