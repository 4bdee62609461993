"""A game log as text for a reader: hands, exchange, every play and pass, points."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

# ANSI colours of the colour letters; the multi-coloured 1 is magenta.
COLOURS = {"G": "32", "Y": "33", "R": "31", "M": "35"}
Round = Mapping[str, Any]
NONE: Mapping[str, str] = MappingProxyType({})
# What is said beside a move, by its round and place in it from 1; place 0 is the exchange.
Notes = Mapping[tuple[int, int], str]
NO_NOTES: Notes = MappingProxyType({})


def replay_text(
    log: Mapping[str, Any],
    *,
    kinds: Mapping[str, str] = NONE,
    notes: Notes = NO_NOTES,
    colour: bool = False,
) -> str:
    """Return a game log (format gofsim-game/1) as readable text, cards in `colour` if asked.

    `kinds` holds the kind of each bot by its name; where it is another, it follows in brackets.
    `notes` stand on lines of their own under the moves they are about.
    """
    text = "\n".join(lines(log, kinds, notes))
    return painted(text) if colour else text


def lines(
    log: Mapping[str, Any], kinds: Mapping[str, str], notes: Notes = NO_NOTES
) -> Iterator[str]:
    """Yield the lines of a game."""
    yield f"seed {log['seed']}, block {log['block']}, arm {log['arm']}, seating {log['seating']}"
    seats = [f"seat {seat} {named(bot, kinds)}" for seat, bot in enumerate(log["bots"])]
    for played in log["rounds"]:
        yield ""
        yield from round_lines(played, seats, notes, final=log["rules"]["passing"] == "final")
    if log["winners"] is not None:
        yield ""
        yield f"won by {' and '.join(seats[seat] for seat in log['winners'])}"


def named(bot: str, kinds: Mapping[str, str]) -> str:
    """Return a bot's name, with its kind where that is another."""
    kind = kinds.get(bot, bot)
    return bot if kind == bot else f"{bot} ({kind})"


def round_lines(
    played: Round, seats: list[str], notes: Notes = NO_NOTES, *, final: bool
) -> Iterator[str]:
    """Yield the lines of one round."""
    width = max(map(len, seats))
    yield f"Round {played['number']}, {played['direction']}, {seats[played['dealer']]} deals"
    for seat, hand in zip(seats, played["dealt"], strict=True):
        yield f"  {seat:{width}}  {hand}"
    if played["dead"]:
        yield f"  {'dead hand':{width}}  {played['dead']}"
    if exchange := played["exchange"]:
        giver, receiver = seats[exchange["giver"]], seats[exchange["receiver"]]
        yield f"  {giver} gives {exchange['given']} to {receiver}, gets {exchange['returned']} back"
    yield from note_lines(notes, played["number"], 0, width)
    starts = trick_starts(played, len(seats), final=final)
    for place, (leads, move) in enumerate(zip(starts, played["moves"], strict=True), start=1):
        yield move_line(move, seats, width, leads=leads)
        yield from note_lines(notes, played["number"], place, width)
    yield f"  {seats[played['winner']]} goes out"
    yield f"  {'':{width}}  cards left  points  total"
    scores = zip(seats, played["cards_left"], played["points"], played["totals"], strict=True)
    for seat, left, points, total in scores:
        yield f"  {seat:{width}}  {left:10}  {points:6}  {total:5}"


def note_lines(notes: Notes, number: int, place: int, width: int) -> Iterator[str]:
    """Yield what is said about a move, under its cards."""
    if note := notes.get((number, place)):
        yield f"  {'':{width}}    {note}"


def move_line(move: Mapping[str, Any], seats: Sequence[str], width: int, *, leads: bool) -> str:
    """Return the line of one play or pass; a trick's first is marked."""
    told = {
        True: "   (announces the last card)",
        False: "   (forgets to announce the last card: out)",
        None: "",
    }[move.get("announced")]
    mark = ">" if leads else " "
    return f"{mark} {seats[move['seat']]:{width}}  {move['play'] or 'pass'}{told}"


def trick_starts(played: Round, players: int, *, final: bool) -> Iterator[bool]:
    """Yield for each move whether it leads a trick.

    A trick is over when every other seat still in play has passed since the last play, or, where
    passing is `final`, has passed at all.
    """
    active = set(range(players))
    passed: set[int] = set()
    last = -1
    for move in played["moves"]:
        leads = last < 0 or active - {last} <= passed
        yield leads
        if leads:
            passed.clear()
        if move["play"] is None:
            passed.add(move["seat"])
            continue
        last = move["seat"]
        if not final:
            passed.clear()
        if move.get("announced") is False:
            active.discard(last)


def painted(text: str) -> str:
    """Return the text with every card in the colour of its letter, by ANSI codes."""
    return re.sub(
        r"\b([GYRM])(10|[1-9]|P|D)\b",
        lambda card: f"\x1b[{COLOURS[card[1]]}m{card[0]}\x1b[0m",
        text,
    )
