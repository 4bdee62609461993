"""What docs/security.md says of code: only bot files and the compile cache are run."""

import ast
from pathlib import Path

import gofsim

PACKAGE = Path(gofsim.__file__).parent
RUNNING = {
    "pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "runpy", "code", "imp",
    "eval", "exec", "compile", "__import__", "exec_module", "spec_from_file_location", "system",
    "Popen", "subprocess", "read_pickle", "allow_pickle", "joblib.load",
}  # fmt: skip


def names_in(path):
    """Modules that a file imports, names that it calls, and keywords that it gives."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]
        elif isinstance(node, ast.keyword):
            yield node.arg
        elif isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                yield function.id
            elif ast.unparse(function) not in ("re.compile", "compiled.compile"):
                yield function.attr if isinstance(function, ast.Attribute) else ""


def test_only_what_the_page_names_is_run():
    found = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        for name in RUNNING.intersection(names_in(path))
    }
    assert found == {
        ("kernel/cache.py", "pickle"),
        # What a cluster's worker gets from its scheduler, as all that dask sends.
        ("simulation/cluster/inspection.py", "pickle"),
        ("simulation/cluster/worker.py", "pickle"),
        ("strategies/bot_file.py", "exec_module"),
        ("strategies/bot_file.py", "spec_from_file_location"),
    }
