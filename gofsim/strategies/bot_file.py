"""A user's own bot: one Python file, with what it imports beside it."""

import ast
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from gofsim.errors import BadInputError
from gofsim.kernel.cache import cache_folder, kernel_hash, sources_hash
from gofsim.kernel.jit import bot_address
from gofsim.strategies.base import Strategy
from gofsim.suggest import did_you_mean

_ARGUMENTS = 4
_GLOBAL_CHANCE = "draws from a global generator: runs would not repeat; use draw_below(view, n)"


def locate(kind: str, folder: Path) -> tuple[Path, str]:
    """File and constant of "file.py:CONSTANT", the file relative to `folder`."""
    name, _, constant = kind.rpartition(":")
    if not name.endswith(".py") or not constant.isidentifier():
        raise BadInputError(f'"{kind}": a bot file is written "file.py:CONSTANT"')
    path = (folder / name).resolve()
    if not path.is_file():
        raise BadInputError(f'"{kind}": there is no file {path}')
    return path, constant


def sources(path: Path) -> list[Path]:
    """The file and all files beside it that it imports, directly or not."""
    found = [path]
    for each in found:
        for name in _imported_names(_parse(each)):
            beside = path.parent / f"{name.split('.')[0]}.py"
            if beside.is_file() and beside not in found:
                found.append(beside)
    return found


def load(kind: str, folder: Path) -> Strategy:
    """Load, check and compile the bot; BadInputError says what is wrong with its file."""
    path, constant = locate(kind, folder)
    files = sources(path)
    for each in files:
        _refuse_global_chance(each)
    # Compiled code is kept apart for each state of these files: an edit of any compiles anew.
    with cache_folder(f"{kernel_hash()}-{sources_hash(files)}"):
        module = _import(path)
        strategy = getattr(module, constant, None)
        if not isinstance(strategy, Strategy):
            near = did_you_mean(constant, vars(module))
            raise BadInputError(f"{path}: has no Strategy named {constant}{near}")
        for function in filter(None, (strategy.choose, strategy.give)):
            _check_function(path, constant, function)
    return strategy


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8-sig"), str(path))
    except (SyntaxError, ValueError) as error:
        raise BadInputError(f"{path}: is not Python: {error}") from None
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read: {error.strerror}") from None


def _imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _refuse_global_chance(path: Path) -> None:
    """Calls of `random` or `numpy.random` would make runs that cannot be repeated."""
    tree = _parse(path)
    for node in ast.walk(tree):
        modules = list(_imported_names(ast.Module([node], []))) if isinstance(node, ast.stmt) else []
        named = any(name == "random" or name.startswith("numpy.random") for name in modules)
        numpy = isinstance(node, ast.Attribute) and node.attr == "random"
        if isinstance(node, ast.Import | ast.ImportFrom) and named or numpy:
            raise BadInputError(f"{path}:{node.lineno}: {_GLOBAL_CHANCE}")


def _import(path: Path) -> ModuleType:
    """Run the file as a module of its own, its folder first on the path meanwhile."""
    spec = importlib.util.spec_from_file_location(f"gofsim_bot_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise BadInputError(f"{path}: cannot be imported: {reason}") from None
    finally:
        sys.path.remove(str(path.parent))
        _forget_modules_beside(path, before)
    return module


def _forget_modules_beside(path: Path, before: set[str]) -> None:
    """Two bots in two folders may each import a module of the same name."""
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and Path(file).resolve().parent == path.parent:
            del sys.modules[name]


def _check_function(path: Path, constant: str, function: object) -> None:
    plain = getattr(function, "py_func", function)
    if not callable(plain) or len(inspect.signature(plain).parameters) != _ARGUMENTS:
        raise BadInputError(
            f"{path}: the functions of {constant} must take (view, hand, parameters, offset)"
        )
    try:
        bot_address(function)
    except Exception as error:  # numba raises many kinds, all about the user's code
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = next((line for line in lines if not line.startswith("Failed in")), "")
        raise BadInputError(f"{path}: {constant} does not compile: {reason}") from None
