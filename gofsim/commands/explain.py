"""`gofsim replay --explain BOT`: at every choice what the bot would do, and what each is worth."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gofsim.analysis.explained_words import worlds_words
from gofsim.commands.review import ROLL_OUTS, Reviewed, decisions, review
from gofsim.errors import BadInputError
from gofsim.notation import text_of
from gofsim.replay_text import Notes
from gofsim.simulation.compiling import tell_of_compiling, when_compiling
from gofsim.simulation.own_values import (
    Thought,
    seeks,
    think,
    thinks_aloud,
    worlds_of,
    would_do,
)
from gofsim.simulation.position import position_at
from gofsim.simulation.seen import choices, position_view
from gofsim.strategies.seat import Seat, seat_bot

FORMAT = "gofsim-explained/1"
MOST_TOLD = 3
BLIND = "linear"  # plays on in sampled worlds for a bot that sees the true hands and asks nobody
UNITS = {
    "games": "share of games at this score",
    "points": "points of the round less those of the others, the fewer the better",
    "both": "share of games at this score, less 1/220 for each point more than the others",
}

Move = dict[str, Any]


@when_compiling(tell_of_compiling)
def explain(
    log: Mapping[str, Any], bot: str, *, by: str = "games", roll_outs: int | None = None
) -> dict[str, Any]:
    """Return a game log with what a bot would have done at every choice, and values of the plays.

    A search tells its own values (`values` is "own"): of the plays that it compared, in what it
    seeks. For other bots all plays are valued by roll-outs. Raises BadInputError.
    """
    seat = seat_bot(bot, {}, Path(), "--explain")
    told = {"format": FORMAT, "bot": bot, "game": dict(log)}
    if thinks_aloud(seat):
        if roll_outs is not None:
            raise BadInputError(f"--roll-outs: {bot} values its plays itself; leave it out")
        return told | _own(log, seat)
    roll_outs = ROLL_OUTS if roll_outs is None else roll_outs
    valued = review(log, bot=_valuer(seat, bot), by=by, roll_outs=roll_outs)
    moves = [_valued(log, seat, each) for each in valued]
    return told | {"by": by, "values": "roll-outs", "roll_outs": roll_outs, "moves": moves}


def _own(log: Mapping[str, Any], seat: Seat) -> dict[str, Any]:
    """What a search tells itself. Its giving policy seeks what it seeks, in worlds of its own."""
    moves, players = list(_thoughts(log, seat)), len(log["bots"])
    told = {"by": seeks(seat), "values": "own", "worlds": worlds_of(seat, players), "gifts": None}
    if seat.giving and any(move["move"] is None for move in moves):
        told["gifts"] = {"policy": seat.give, "worlds": worlds_of(seat.giving, players)}
    return told | {"moves": moves}


def _valuer(seat: Seat, bot: str) -> str:
    """The bot by whose roll-outs plays are valued: which a search asks, else itself."""
    for asked in seat.asked.values():
        return asked.request[0]
    return BLIND if seat.strategy.sees_all else bot


def _valued(log: Mapping[str, Any], seat: Seat, reviewed: Reviewed) -> Move:
    """A move with the values of all its choices."""
    position = position_at(log, reviewed.round, reviewed.move)
    entry = next(each for each in log["rounds"] if each["number"] == reviewed.round)
    would = would_do(position_view(position, seed=1), position, seat, entry)
    return {
        "round": reviewed.round,
        "move": reviewed.move,
        "seat": reviewed.seat,
        "played": reviewed.played,
        "would": text_of(would) or None,
        "cost": reviewed.cost,
        "choices": reviewed.advice["choices"],
    }


def _thoughts(log: Mapping[str, Any], seat: Seat) -> Iterator[Move]:
    """Every move at which there was a choice, with what a search thinks of its candidates."""
    entries = {entry["number"]: entry for entry in log["rounds"]}
    value = key_of(seeks(seat))
    for number, place, player, played in decisions(log):
        position = position_at(log, number, place)
        if len(choices(position_view(position, seed=1), position)) == 1:
            continue
        thought = think(position, seat, entries[number])
        yield {
            "round": number,
            "move": place,
            "seat": player,
            "played": played,
            "would": text_of(thought.would) or None,
            "cost": _cost(thought, played, value),
            "choices": [
                {"play": text_of(play) or None, value: {"mean": mean}}
                for play, mean in thought.values.items()
            ],
        }


def _cost(thought: Thought, played: str | None, value: str) -> float | None:
    """What a move gave away by the bot's own values; None where it did not look at it."""
    if _cards(text_of(thought.would)) == _cards(played):
        return 0.0
    for play, mean in thought.values.items():
        if _cards(text_of(play)) == _cards(played):
            return abs(mean - thought.values[thought.would])
    return None


def _cards(play: str | None) -> list[str]:
    return sorted((play or "").split())


def legend(explained: Mapping[str, Any]) -> str:
    """Return the line that says which values the notes hold, and in which units."""
    bot, unit = explained["bot"], UNITS[explained["by"]]
    if explained["values"] == "own":
        whose = f"the values of {bot} itself, {worlds_words(explained)}"
        return f"* {bot} would make this play; {whose}: {unit}"
    whose = f"values by up to {explained['roll_outs']:,} roll-outs a move"
    return f"* {bot} would make this play; {whose}: {unit}"


def key_of(by: str) -> str:
    """Return the name of the values among those of a play."""
    return "lead" if by == "points" else by


def notes(explained: Mapping[str, Any]) -> Notes:
    """Return what is said beside the moves of `replay_text`."""
    return {
        (each["round"], each["move"] or 0): _note(each, explained["by"])
        for each in explained["moves"]
    }


def _note(move: Mapping[str, Any], by: str) -> str:
    """The best choices with their values, and the bot's own one with its mark."""
    value, would = key_of(by), _cards(move["would"])
    own = [_cards(each["play"]) == would for each in move["choices"]]
    shown = [
        f"{'* ' if mine else ''}{_choice(each, value)}"
        for place, (each, mine) in enumerate(zip(move["choices"], own, strict=True))
        if place < MOST_TOLD or mine
    ]
    alone = f"* {move['would'] or 'pass'}, the only play it looked at"
    return ", ".join(shown) if any(own) else ", ".join([*shown, alone])


def _choice(choice: Mapping[str, Any], value: str) -> str:
    mean = choice[value]["mean"]
    figure = f"{mean:+.1f}" if value == "lead" else f"{100 * mean:.1f}%"
    return f"{choice['play'] or 'pass'} {figure}"
