"""Commands that say what there is: the bots, exact chances, the speed of this machine."""

from pathlib import Path
from typing import Annotated

import typer

from gofsim.cli.base import Json, Quiet, Workers, app, call, print_json, say


def show_version(wanted: bool) -> None:
    """Print which version this is, and end."""
    if wanted:
        say(f"gofsim {call('simulation.manifest:installed', 'gofsim')}")
        raise typer.Exit


@app.callback()
def gofsim(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Play the card game Gang of Four by the million and say what was found."""


@app.command()
def bots(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One bot in full.")] = None,
) -> None:
    """List the bots, or describe one.

    Idea, source, parameters with defaults and ranges.
    """
    say(call("commands.bots:bots_text", name))


@app.command()
def gallery(
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="[BOT ...]", help="Default: all shipped bots.")
    ] = None,
    games: Annotated[int, typer.Option(help="Blocks a bot; one that searches plays a tenth.")] = (
        2_000
    ),
    seed: Annotated[int, typer.Option(help="Decides the deals.")] = 1,
    out: Annotated[Path, typer.Option(help="The page.")] = Path("gallery.html"),
    workers: Workers = None,
    quiet: Quiet = False,
) -> None:
    """Show how the bots play, side by side, on one page.

    Each plays alone against three of `lowest`; passes, gangs, cards left and gifts are counted.
    """
    say(
        call(
            "commands.gallery:make_gallery",
            bots or [],
            games=games,
            seed=seed,
            out=out,
            workers=workers,
            quiet=quiet,
        )
    )


@app.command()
def exact(as_json: Json = False) -> None:
    """Print exact probabilities of dealt hands."""
    if as_json:
        print_json(call("analysis.exact_page:exact_facts"))
    else:
        say(call("analysis.exact_page:exact_text"))


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure how fast this machine plays.

    Rounds and decisions a CPU second of each bot, and of the whole pipeline.
    """
    result = call("commands.bench:measure")
    if as_json:
        print_json(result)
    else:
        say(call("commands.bench:text", result))
