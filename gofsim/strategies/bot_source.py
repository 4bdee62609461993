"""What the text of a user's bot tells before it runs: what it imports, what it may not do."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from gofsim.documents import read_file
from gofsim.errors import BadInputError

MOST_BYTES = 1 << 20
_GLOBAL_CHANCE = "draws from a global generator: runs would not repeat; use draw_below(view, n)"
_GLOBAL_GENERATORS = ("random", "numpy.random")
_GLOBAL_ATTRIBUTES = ("np.random", "numpy.random")
_OWN_CHANCE = {"draw_below", "draw_fraction", "draw_word"}


def sources(path: Path) -> list[Path]:
    """The file and all files beside it that it imports, directly or not.

    Raises BadInputError when one cannot be read or holds what a bot may not do.
    """
    found = [path]
    for each in found:
        tree = _parse(each)
        _refuse_global_chance(each, tree)
        _refuse_raising(each, tree)
        for name in _imported_names(tree):
            found += [file for file in _files_beside(path.parent, name) if file not in found]
    return found


def draws_chance(files: Sequence[Path]) -> bool:
    """Whether some file uses a function of the bot's own random stream."""
    return any(_OWN_CHANCE & _names(_parse(path)) for path in files)


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(read_file(path, MOST_BYTES).decode("utf-8-sig"), str(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadInputError(f"{path}: is not Python: {error}") from None
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read: {error.strerror}") from None


def _imported_names(tree: ast.AST) -> Iterator[str]:
    """Dotted names of all modules that a tree may import; of relative ones without the dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = [node.module] if node.module else []
            yield from (".".join([*module, alias.name]) for alias in node.names)


def _files_beside(folder: Path, name: str) -> Iterator[Path]:
    """Files in a folder that the import of a dotted name runs, packages included."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        module = folder.joinpath(*parts[:count])
        for file in (module.with_name(f"{module.name}.py"), module / "__init__.py"):
            if file.is_file():
                yield file


def _refuse_global_chance(path: Path, tree: ast.Module) -> None:
    """Calls of `random` or `numpy.random` would make runs that cannot be repeated."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found = any(map(_is_global_generator, _imported_names(node)))
        else:
            found = isinstance(node, ast.Attribute) and _dotted(node) in _GLOBAL_ATTRIBUTES
        if found and isinstance(node, ast.stmt | ast.expr):
            raise BadInputError(f"{path}:{node.lineno}: {_GLOBAL_CHANCE}")


def _is_global_generator(module: str) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in _GLOBAL_GENERATORS)


def _refuse_raising(path: Path, tree: ast.Module) -> None:
    """An error inside compiled code reaches nobody: its message would be lost."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or not _is_kernel(function):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Raise | ast.Assert):
                raise BadInputError(
                    f"{path}:{node.lineno}: compiled functions cannot raise: "
                    "a bot returns a play, or 0 to pass"
                )


def _is_kernel(function: ast.FunctionDef) -> bool:
    return any("kernel" in _names(decorator) for decorator in function.decorator_list)


def _dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _names(tree: ast.AST) -> set[str]:
    """All names of variables and attributes in a tree, and of imports under another name."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.alias) and node.asname:
            names.add(node.name)
    return names
