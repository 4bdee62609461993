"""Commands about games, positions and what is in them."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gofsim.cli.base import (
    Fresh,
    GameLogFile,
    Json,
    Out,
    Quiet,
    RunFolder,
    Workers,
    app,
    as_utf8,
    call,
    command_line,
    only_with,
    print_json,
    say,
    show,
)
from gofsim.errors import GofsimError
from gofsim.leaving import kept, last_words
from gofsim.replay_text import replay_text
from gofsim.terminal import shows_colour


@app.command()
def replay(
    context: typer.Context,
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
    roll_outs: Annotated[
        int | None,
        typer.Option(help="With --explain, but for searches: the budget of a move; default: 5000."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A page that steps through the game.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show one game of a run.

    It is played again from its seed: every hand, exchange, play and pass. With --change it goes on
    from another play, with the same deals and draws. With --html it becomes a page to look at.
    """
    only_with(context, "--explain", explain, "roll_outs")
    if html:
        call("commands.replay_page:check_page", html)
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
    kinds = call("simulation.run_replay:kinds", folder, as_utf8(arm))
    if html:
        shown = {"kinds": kinds, "explained": found, "command": command_line()}
        line = call("commands.replay_page:make_page", log, html, **shown)
    if as_json:
        print_json(found or log)
    elif html:
        say(line)
    else:
        notes = call("commands.explain:notes", found) if found else {}
        if found:
            say(call("commands.explain:legend", found))
        print(replay_text(log, kinds=kinds, notes=notes, colour=shows_colour(sys.stdout)))


@app.command()
def advise(
    context: typer.Context,
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
    is_run = position is not None and not position.is_file()
    named = "to_beat", "seen", "counts", "totals", "rule", "received"
    only_with(context, "--hand", hand, *named)
    only_with(context, "a RUN_DIR", is_run, "arm", "block", "seating", "number", "move")
    only_with(context, "--hand or a RUN_DIR", position is None or is_run, "give")
    only_with(context, "--give", give, "received")
    only_with(context, "plays, not with --give,", not give, "to_beat", "seen", "counts", "move")
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
    known = wished.moves is not None and not wished.gives
    only_with(context, "plays after known moves (a RUN_DIR, `moves` of a file)", known, "infer")
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
def luck(
    folder: RunFolder,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="[BOT FIELD]", help="Default: every pair.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say how much of a league's results is luck, and how much skill.

    Shares of the variance by bot, seat, lead, deal, how the deal suits the bot, and chance; how
    long until the better one is ahead; and what adjusting for luck is worth.
    """
    show(call("commands.luck:luck", folder, bots or ()), as_json=as_json)


@app.command()
def feel(
    folder: RunFolder,
    arm: Annotated[
        list[str] | None, typer.Option(help="Name of an arm; may be repeated; default: all.")
    ] = None,
    sample: Annotated[int, typer.Option(help="Blocks of each arm to play again.")] = 200,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Say what the games of a run feel like, arm by arm.

    Changes of the lead, come-backs, choices a decision, how often a gang turns a round ..
    """
    arms = [as_utf8(name) for name in arm or ()]
    found = call("commands.feel:feel", folder, sample=sample, arms=arms, workers=workers)
    show(found, as_json=as_json)


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


@app.command("import")
def import_log(
    log: GameLogFile,
    out: Annotated[Path | None, typer.Option(help="Keep the checked log as this file.")] = None,
    as_json: Json = False,
) -> None:
    """Check a game log, anybody's, move by move.

    Tells the first foul, or that the game was fair.
    """
    found, foul = call("commands.import_log:import_log", log, out)
    if foul and not as_json:
        raise GofsimError(foul)
    show(found, as_json=as_json)
    if foul:
        raise GofsimError(foul)


@app.command()
def rate(
    log: GameLogFile,
    seat: Annotated[int | None, typer.Option(help="Only the moves of this seat.")] = None,
    by: Annotated[str, typer.Option(help="games or points: what is given away.")] = "games",
    roll_outs: Annotated[int, typer.Option(help="The budget of a move.")] = 5_000,
    as_json: Json = False,
) -> None:
    """Value each move of a game log beside the best one there was."""
    show(
        call("commands.rate:rate_file", log, seat=seat, by=by, roll_outs=roll_outs),
        as_json=as_json,
    )


@app.command()
def play(
    players: Annotated[int | None, typer.Option(help="3 or 4, you among them.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="The others, clockwise: a,b,c; one name: all of them; default: linear."),
    ] = None,
    rule: Annotated[
        list[str] | None, typer.Option(help="A rule, such as passing=final; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Decides the deals; default: any.")] = None,
    log: Annotated[
        Path | None, typer.Option(help="Where the game is kept; default: game-SEED.json.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="LOG", help="Go on with a game that you left.")
    ] = None,
    coach: Annotated[bool, typer.Option(help="Afterwards, tell your costly moves.")] = True,
) -> None:
    """Play against bots, here in the terminal."""
    wish = call(
        "commands.play_wish:wished_game",
        players=players,
        bots=bots,
        rules=rule or (),
        seed=seed,
        log=log,
        resume=resume,
    )
    call("commands.play_game:play_game", wish, coach=coach)


@app.command()
def worth(
    hand: Annotated[str, typer.Argument(help="Up to 16 cards; the rest is dealt at random.")],
    bots: Annotated[str, typer.Option(help="Each sits at all seats: lowest,linear.")] = "linear",
    players: Annotated[int | None, typer.Option(help="3 or 4; default: 4.")] = None,
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
    players: Annotated[int | None, typer.Option(help="3 or 4; default: 4.")] = None,
    rounds: Annotated[int, typer.Option(help="Deals, each played for every card.")] = 10_000,
    rule: Annotated[
        list[str] | None, typer.Option(help="A rule, such as passing=final; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides the deals.")] = 1,
    out: Out = Path("results"),
    workers: Workers = None,
    fresh: Fresh = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say what each card is worth to a bot, and pairs, gangs and the exchange.

    The experiment `card_worth` without a file: the same deals with a card exchanged against an
    average one, so that the difference is the card's.
    """
    last_words(lambda: kept(fresh))
    found = call(
        "commands.card_worth:card_worth",
        bot,
        rules=rule or (),
        players=players,
        rounds=rounds,
        seed=seed,
        out=out,
        workers=workers,
        fresh=fresh,
        quiet=quiet,
        command=command_line(),
    )
    show(found, as_json=as_json)
