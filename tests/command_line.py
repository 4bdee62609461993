"""The command line as a user has it: a process of its own."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

from gofsim.cli import exit_code
from gofsim.terminal import accept_any_text

ROOT = Path(__file__).resolve().parent.parent


def start(*arguments: object, cwd: Path, before: str = "", **options: object):
    """Start `gofsim` with these arguments; `before` is Python that runs in the process first."""
    script = f"{before}\nfrom gofsim.__main__ import main\nif __name__ == '__main__': main()"
    command = [sys.executable, "-W", "error", "-c", script]
    return subprocess.Popen(
        [*command, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **options,
    )


def gofsim(*arguments: object, cwd: Path, **options: object):
    """Run `gofsim`; return its exit code, stdout and stderr."""
    process = start(*arguments, cwd=cwd, **options)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def gofsim_here(*arguments: object, cwd: Path):
    """Do the same in this process, without a second of start: for what is refused at once."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    accept_any_text(out, err)
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = exit_code([*map(str, arguments)])
    for stream in (out, err):
        stream.flush()
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()
