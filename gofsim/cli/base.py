"""What all commands share: the app, their options, how they call the work and print its answer."""

import json
import os
import shlex
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from gofsim.clean_text import clean
from gofsim.errors import BadInputError
from gofsim.terminal import writes

app = typer.Typer(
    help="Plays the card game Gang of Four by the million and says what it found.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Source = Annotated[str, typer.Argument(metavar="EXPERIMENT", help="A TOML file or a bundled name.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN_DIR", help="A folder of results.")]
GameLogFile = Annotated[Path, typer.Argument(metavar="LOG", help="A game log (JSON).")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, nothing else.")]
Out = Annotated[Path, typer.Option(help="Folder for the folders of results.")]
Workers = Annotated[int | None, typer.Option(help="Default: all cores we may use.")]
Backend = Annotated[str | None, typer.Option(help="threads (the default), processes or dask.")]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDR", help="Address of dask's scheduler.")]
Shards = Annotated[
    str | None,
    typer.Option(metavar="ADDR", help="Where dask's workers put shards; default: the results."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Forget what was played before.")]
Repair = Annotated[
    bool, typer.Option("--repair", help="Play again what is damaged, keep the rest.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
LogLevel = Annotated[
    str, typer.Option(help="What goes to log.jsonl: debug, info, warning or error.")
]


def call(target: str, *arguments: Any, **options: Any) -> Any:
    """Call ``MODULE:FUNCTION`` of gofsim; its module, which may be heavy, is imported only now."""
    module, function = target.split(":")
    return getattr(import_module(f"gofsim.{module}"), function)(*arguments, **options)


def only_with(context: typer.Context, needed: str, there: object, *names: str) -> None:
    """Refuse options that were given, by their names, where what they go with is not there."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        given = source is not None and source.name == "COMMANDLINE"
        if parameter.name in names and given and not there:
            off = context.params[str(parameter.name)] is False  # such as --no-infer
            option = [*parameter.secondary_opts, parameter.opts[0]][0 if off else -1]
            raise BadInputError(f"{option}: decides nothing here, it goes with {needed} only")


def as_utf8(name: str) -> str:
    """Return a name as its bytes mean it, whatever the locale took them for."""
    try:
        return os.fsencode(name).decode()
    except UnicodeError:
        return name


def command_line() -> str:
    """Return the command as the user gave it, what is no text as escapes."""
    return clean(shlex.join(["gofsim", *sys.argv[1:]]).replace("\n", "\\n").replace("\t", "\\t"))


def show(found: dict[str, Any], *, as_json: bool) -> None:
    """Print a run's headline as text or JSON."""
    answer = found.pop("text")
    if as_json:
        print_json(found)
    else:
        say(answer)


def say(text: str) -> None:
    """Print a text for people, names of others in it made harmless for the terminal."""
    print(clean(text))


def print_json(document: Any) -> None:
    """Print one JSON document, with escapes where the output has no signs for its text."""
    text = json.dumps(document, indent=1, ensure_ascii=False)
    print(text if writes(text, sys.stdout) else json.dumps(document, indent=1))
