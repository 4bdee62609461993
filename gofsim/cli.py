"""The command line: parse, call, print; what is heavy is imported by the command that needs it."""

import json
import os
import shlex
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NoReturn, cast

import typer

from gofsim.clean_text import clean
from gofsim.errors import BadInputError, GofsimError
from gofsim.leaving import KEPT, heed_signals, last_words, leave
from gofsim.replay_text import replay_text
from gofsim.terminal import accept_any_text, shows_colour, writes

# What typer raises for an unknown option, a missing argument and the like, in all its versions.
UsageError = cast(type[Exception], typer.BadParameter.__mro__[1])

app = typer.Typer(
    help="Plays the card game Gang of Four by the million and says what it found.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Source = Annotated[str, typer.Argument(metavar="EXPERIMENT", help="A TOML file or a bundled name.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN_DIR", help="A folder of results.")]
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
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]


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
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play an experiment and write its report.

    A run that was stopped goes on where it ended.
    """
    last_words(lambda: KEPT)
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
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare bots, each alone against a field of each other.

    With --until it plays until the first bot in a field of the second is known well enough.
    """
    last_words(lambda: KEPT)
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
def report(folder: RunFolder, as_json: Json = False) -> None:
    """Write the report of a run again.

    It is made from the Parquet files alone.
    """
    show(call("commands.headline:report", folder), as_json=as_json)


@app.command()
def replay(
    folder: RunFolder,
    arm: Annotated[str, typer.Option(help="Name of the arm.")],
    block: Annotated[int, typer.Option(help="Index of the game.")],
    seating: Annotated[int, typer.Option(help="Index of the seating.")] = 0,
    number: Annotated[int | None, typer.Option("--round", help="Only this round.")] = None,
    change: Annotated[
        list[str] | None, typer.Option(help="2:5=G2 Y2: another play at round 2, move 5.")
    ] = None,
    explain: Annotated[
        str | None, typer.Option(metavar="BOT", help="Values of plays, and what BOT would do.")
    ] = None,
    roll_outs: Annotated[int, typer.Option(help="With --explain: the budget of a move.")] = 5_000,
    as_json: Json = False,
) -> None:
    """Show one game of a run.

    It is played again from its seed: every hand, exchange, play and pass. With --change it goes on
    from another play, with the same deals and draws.
    """
    log = call(
        "simulation.run_replay:replay",
        folder,
        arm=as_utf8(arm),
        block=block,
        seating=seating,
        round_number=number,
        changes=change or (),
    )
    found = call("commands.explain:explain", log, explain, roll_outs=roll_outs) if explain else None
    if as_json:
        print_json(found or log)
    else:
        kinds = call("simulation.run_replay:kinds", folder, as_utf8(arm))
        notes = call("commands.explain:notes", found) if found else {}
        print(replay_text(log, kinds=kinds, notes=notes, colour=shows_colour(sys.stdout)))


@app.command()
def advise(
    position: Annotated[
        Path | None, typer.Argument(metavar="[POSITION]", help="A JSON file, or a RUN_DIR.")
    ] = None,
    hand: Annotated[str | None, typer.Option(help="Your cards, such as 'G2 Y2 R10 GP'.")] = None,
    to_beat: Annotated[str | None, typer.Option(help="What must be beaten; default: lead.")] = None,
    seen: Annotated[str, typer.Option(help="Cards laid before those to beat.")] = "",
    counts: Annotated[
        str | None, typer.Option(help="Cards left of the others, next one first: 9,4,12.")
    ] = None,
    totals: Annotated[
        str | None, typer.Option(help="Points so far, yours first: 20,85,40,0.")
    ] = None,
    rule: Annotated[
        list[str] | None, typer.Option(help="A rule, such as passing=final; may be repeated.")
    ] = None,
    give: Annotated[
        bool, typer.Option("--give", help="Which card goes back in the exchange?")
    ] = False,
    received: Annotated[
        str | None, typer.Option(help="With --give and --hand: the card you were given.")
    ] = None,
    arm: Annotated[str | None, typer.Option(help="Of a run: name of the arm.")] = None,
    block: Annotated[int | None, typer.Option(help="Of a run: index of the game.")] = None,
    seating: Annotated[int, typer.Option(help="Of a run: index of the seating.")] = 0,
    number: Annotated[int | None, typer.Option("--round", help="Of a run: the round.")] = None,
    move: Annotated[int | None, typer.Option(help="Of a run: the move, from 1.")] = None,
    by: Annotated[str, typer.Option(help="games, points or first: what ranks them.")] = "games",
    bot: Annotated[str, typer.Option(help="The bot that plays on at all seats.")] = "linear",
    infer: Annotated[
        bool, typer.Option(help="Draw worlds by what the others have done, where that is known.")
    ] = True,
    roll_outs: Annotated[int, typer.Option(help="The budget.")] = 200_000,
    seed: Annotated[int, typer.Option(help="Decides the worlds.")] = 1,
    as_json: Json = False,
) -> None:
    """Say what to play: every legal play, or card to give, by what it is worth.

    Hidden hands are dealt many times over; all choices meet the same ones.
    """
    wished = call(
        "commands.position_wish:wished_position",
        position,
        told={
            "hand": hand,
            "to_beat": to_beat,
            "seen": seen,
            "counts": counts,
            "totals": totals,
            "rules": rule or (),
            "received": received,
        },
        played={
            "arm": arm,
            "block": block,
            "seating": seating,
            "number": number,
            "move": move,
        },
        gives=give,
    )
    advice = call(
        "commands.advise:advise",
        wished,
        bot=bot,
        by=by,
        infer=infer,
        roll_outs=roll_outs,
        seed=seed,
    )
    if as_json:
        print_json(advice)
    else:
        print(call("commands.advise:text", advice))


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
def find(
    folder: RunFolder,
    where: Annotated[str, typer.Option(help="A condition in SQL: 'points_0 = 80'.")],
    of: Annotated[str, typer.Option(help="rounds, games or gangs: what is listed.")] = "rounds",
    most: Annotated[int, typer.Option(help="Rows to list.")] = 20,
    as_json: Json = False,
) -> None:
    """List the rounds or games of a run for which a condition holds.

    The columns are those of the result files; sub-queries may use rounds, games and gangs.
    """
    show(call("commands.find:find", folder, where, of=of, most=most), as_json=as_json)


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


@app.command()
def worth(
    hand: Annotated[str, typer.Argument(help="Up to 16 cards; the rest is dealt at random.")],
    bots: Annotated[str, typer.Option(help="Each sits at all seats: lowest,linear.")] = "linear",
    players: Annotated[int, typer.Option(help="3 or 4.")] = 4,
    rounds: Annotated[int, typer.Option(help="Deals, played from every seat.")] = 2_000,
    rule: Annotated[
        list[str] | None, typer.Option(help="A rule, such as passing=final; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides the deals.")] = 1,
    workers: Workers = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say what a hand is worth: points, chance to go out first, share of games.

    By bot and by seat from the leader, in a round in the middle of a game at even totals.
    """
    found = call(
        "commands.worth:worth",
        hand,
        bots=bots.split(","),
        rules=rule or (),
        players=players,
        rounds=rounds,
        seed=seed,
        workers=workers,
        quiet=quiet,
    )
    show(found, as_json=as_json)


@app.command()
def card_worth(
    bot: Annotated[str, typer.Option(help="Sits at all seats.")] = "linear",
    players: Annotated[int, typer.Option(help="3 or 4.")] = 4,
    rounds: Annotated[int, typer.Option(help="Deals, each played for every card.")] = 10_000,
    rule: Annotated[
        list[str] | None, typer.Option(help="A rule, such as passing=final; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides the deals.")] = 1,
    out: Annotated[Path, typer.Option(help="The page; figures go beside it.")] = Path(
        "card-worth.html"
    ),
    workers: Workers = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say what each card is worth, and pairs, gangs and the exchange, on one page.

    The same deals with a card exchanged against an average one: the difference is the card's.
    """
    last_words(lambda: f"stopped; {out} is not written")
    found = call(
        "commands.card_worth:make_card_worth",
        bot,
        rules=rule or (),
        players=players,
        rounds=rounds,
        seed=seed,
        out=out,
        workers=workers,
        quiet=quiet,
    )
    show(found, as_json=as_json)


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


def call(target: str, *arguments: Any, **options: Any) -> Any:
    """Call ``MODULE:FUNCTION`` of gofsim; its module, which may be heavy, is imported only now."""
    module, function = target.split(":")
    return getattr(import_module(f"gofsim.{module}"), function)(*arguments, **options)


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
        print(f"{clean(line)} (`gofsim --help` lists what there is)", file=sys.stderr, flush=True)
        return BadInputError.exit_code
