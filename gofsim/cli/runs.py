"""Commands that play, and those about runs as a whole."""

from pathlib import Path
from typing import Annotated

import typer

from gofsim.cli.base import (
    Backend,
    Fresh,
    Json,
    LogLevel,
    Out,
    Quiet,
    Repair,
    RunFolder,
    Scheduler,
    Shards,
    Source,
    Workers,
    app,
    call,
    command_line,
    say,
    show,
)
from gofsim.errors import GofsimError
from gofsim.leaving import kept, last_words


@app.command()
def run(
    experiment: Source,
    games: Annotated[int | None, typer.Option(help="Blocks to play, in either unit.")] = None,
    seed: Annotated[int | None, typer.Option(help="Instead of the file's seed.")] = None,
    out: Out = Path("results"),
    workers: Workers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    shards: Shards = None,
    fresh: Fresh = False,
    repair: Repair = False,
    as_json: Json = False,
    quiet: Quiet = False,
    log_level: LogLevel = "info",
) -> None:
    """Play an experiment and write its report.

    A run that was stopped goes on where it ended.
    """
    last_words(lambda: kept(fresh))
    call("logs:choose_level", log_level)
    folder = call(
        "commands.play:play",
        experiment,
        games=games,
        seed=seed,
        out=out,
        workers=workers,
        backend=backend,
        scheduler=scheduler,
        shards=shards,
        fresh=fresh,
        repair=repair,
        quiet=quiet,
        command=command_line(),
    )
    show(call("commands.headline:headline", folder), as_json=as_json)


@app.command()
def compare(
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT [BOT ...]", help="Names or files.")],
    players: Annotated[int, typer.Option(help="Seats at the table, 3 or 4.")] = 4,
    seed: Annotated[int, typer.Option(help="Decides the deals.")] = 1,
    games: Annotated[int | None, typer.Option(help="Blocks to play, at most with --until.")] = None,
    until: Annotated[
        str | None, typer.Option(help="width=0.1, sprt=0,-0.25 or anytime=0.1 (points a round).")
    ] = None,
    alpha: Annotated[float, typer.Option(help="sprt: risk of a false second value.")] = 0.05,
    beta: Annotated[float, typer.Option(help="sprt: risk of a false first value.")] = 0.05,
    out: Out = Path("results"),
    workers: Workers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    shards: Shards = None,
    fresh: Fresh = False,
    repair: Repair = False,
    as_json: Json = False,
    quiet: Quiet = False,
    log_level: LogLevel = "info",
) -> None:
    """Compare bots, each alone against a field of each other.

    With --until it plays until the first bot in a field of the second is known well enough.
    """
    last_words(lambda: kept(fresh))
    call("logs:choose_level", log_level)
    found = call(
        "commands.compare:compare",
        bots,
        players=players,
        seed=seed,
        games=games,
        until=until,
        alpha=alpha,
        beta=beta,
        out=out,
        workers=workers,
        backend=backend,
        scheduler=scheduler,
        shards=shards,
        fresh=fresh,
        repair=repair,
        quiet=quiet,
        command=command_line(),
    )
    show(found, as_json=as_json)


@app.command()
def plan(
    experiment: Source,
    pilot: Annotated[int, typer.Option(help="Blocks to play for it, and to forget.")] = 200,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Say how many blocks and minutes it takes to see effects of given sizes.

    A pilot is played and thrown away.
    """
    show(
        call("commands.plan:plan", experiment, pilot=pilot, workers=workers),
        as_json=as_json,
    )


@app.command()
def tune(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="As the experiment's seats name it.")],
    experiment: Source,
    objective: Annotated[str | None, typer.Option(help="games or points; default: games.")] = None,
    generations: Annotated[int, typer.Option(help="How many, each on fresh deals.")] = 60,
    population: Annotated[
        int | None, typer.Option(help="Candidates a generation; default: by their parameters.")
    ] = None,
    parameters: Annotated[str | None, typer.Option(help="Names: a,b,c; default: all.")] = None,
    step: Annotated[float, typer.Option(help="First steps, as a share of each range.")] = 0.1,
    start: Annotated[Path | None, typer.Option(help="A weights file to begin with.")] = None,
    held_out: Annotated[
        str | None, typer.Option(metavar="EXPERIMENT", help="Other arms for the last check.")
    ] = None,
    held_out_games: Annotated[int, typer.Option(help="Blocks of the last check.")] = 2_000,
    out: Annotated[Path | None, typer.Option(help="Default: BOT-weights.json.")] = None,
    workers: Workers = None,
    fresh: Fresh = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tune the parameters of a bot on the deals of an experiment.

    The weights that come out are checked on deals that were never tuned on. A tuning that was
    stopped goes on where it ended.
    """
    found = call(
        "commands.tune:tune_bot",
        bot,
        experiment,
        objective=objective,
        generations=generations,
        population=population,
        parameters=parameters,
        step=step,
        start=start,
        held_out=held_out,
        held_out_games=held_out_games,
        out=out,
        workers=workers,
        fresh=fresh,
        quiet=quiet,
    )
    show(found, as_json=as_json)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a bundled experiment.")],
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Default: NAME.toml.")
    ] = None,
) -> None:
    """Copy a bundled experiment to a file, to edit it."""
    say(call("commands.new:copy_bundled", name, file or Path(f"{name}.toml")))


@app.command()
def check(experiment: Source) -> None:
    """Check an experiment and print its plan; play nothing."""
    say(call("commands.check:plan_text", experiment))


@app.command()
def status(folder: RunFolder, as_json: Json = False) -> None:
    """Say how a run stands, also while it is played by another process.

    What is done, at what rate, what it takes on the disk, and how long the rest will take.
    """
    show(call("commands.status:status_of", folder), as_json=as_json)


@app.command()
def report(folder: RunFolder, as_json: Json = False) -> None:
    """Write the report of a run again.

    It is made from the Parquet files alone.
    """
    show(call("commands.headline:report", folder), as_json=as_json)


@app.command()
def verify(
    folder: RunFolder,
    sample: Annotated[int, typer.Option(help="Blocks to play again.")] = 100,
    seed: Annotated[int, typer.Option(help="Decides which blocks.")] = 1,
    as_json: Json = False,
) -> None:
    """Check that a run is what it says.

    Files, columns, completeness; and some of its blocks are played again, row by row.
    """
    show(call("commands.verify:verify", folder, sample=sample, seed=seed), as_json=as_json)


@app.command()
def diff(
    left: Annotated[Path, typer.Argument(metavar="RUN_DIR", help="The first run.")],
    right: Annotated[Path, typer.Argument(metavar="RUN_DIR", help="The second, same seed.")],
    bot: Annotated[str | None, typer.Option(help="Its name in the first run.")] = None,
    fail_if: Annotated[
        list[str] | None, typer.Option(help="Exit with 1 where surely so: 'points > 0.1'.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Compare two runs on common deals: the second less the first, arm by arm."""
    found, failures = call("commands.diff:diff", left, right, bot=bot, fail_if=fail_if or ())
    show(found, as_json=as_json)
    if failures:
        raise GofsimError("\n".join(failures))
