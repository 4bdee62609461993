"""The command line: parse, call, print; what is heavy is imported by the command that needs it."""

import sys
import warnings
from importlib import import_module
from typing import Any, NoReturn, cast

import typer

from gofsim.clean_text import clean
from gofsim.cli.base import app
from gofsim.errors import BadInputError, GofsimError
from gofsim.leaving import heed_signals, leave
from gofsim.terminal import accept_any_text

# What typer raises for an unknown option, a missing argument and the like, in all its versions.
UsageError = cast(type[Exception], typer.BadParameter.__mro__[1])

# Each gives its commands to the app, and `--help` lists them in this order.
for module in ("runs", "games", "about"):
    import_module(f"gofsim.cli.{module}")


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    accept_any_text(sys.stdout, sys.stderr)
    warnings.formatwarning = lambda message, *_, **__: f"warning: {message}\n"
    heed_signals()
    try:
        code = exit_code(sys.argv[1:] or ["--help"])
        sys.stdout.flush()
    except BrokenPipeError:
        code = 1
    except OSError as error:
        print(f"output: {error.strerror}", file=sys.stderr, flush=True)
        code = 1
    except SystemExit as end:
        code = int(end.code or 0)
    # Workers in the middle of a shard would hold up an ordinary exit.
    leave(code)


def exit_code(arguments: list[str]) -> int:
    """Run one command; expected faults become lines on stderr and an exit code."""
    try:
        return int(app(arguments, prog_name="gofsim", standalone_mode=False) or 0)
    except GofsimError as error:
        print(clean(str(error)), file=sys.stderr, flush=True)
        return error.exit_code
    except UsageError as error:
        line = " ".join(str(cast(Any, error).format_message()).split())
        hint = meant(error) or "`gofsim --help` lists what there is"
        print(f"{clean(line)} ({hint})", file=sys.stderr, flush=True)
        return BadInputError.exit_code


def meant(error: Exception) -> str:
    """Say what an unknown option of this command is called, if that is known."""
    command = getattr(getattr(error, "ctx", None), "command", None)
    options = [option for each in getattr(command, "params", ()) for option in each.opts]
    if getattr(error, "option_name", "") == "--rounds" and "--games" in options:
        return "--games sets the number of blocks, of rounds too"
    return ""
