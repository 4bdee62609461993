"""`gofsim replay --explain BOT`: at every choice what the bot would do, and what each is worth."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gofsim.commands.review import Reviewed, review
from gofsim.notation import text_of
from gofsim.replay_text import Notes
from gofsim.simulation.position import position_at
from gofsim.simulation.seen import answer, position_view
from gofsim.strategies.seat import Seat, seat_bot

FORMAT = "gofsim-explained/1"
MOST_TOLD = 3


def explain(
    log: Mapping[str, Any], bot: str, *, by: str = "games", roll_outs: int
) -> dict[str, Any]:
    """Return a game log with what a bot would have done at every choice, and values of the plays.

    A bot that searches is asked as it is, and the plays are valued by the bot that it asks.
    """
    seat = seat_bot(bot, {}, Path(), "--explain")
    inner = next(iter(seat.asked.values())).strategy.name if seat.asked else bot
    moves = [_move(log, seat, each) for each in review(log, bot=inner, by=by, roll_outs=roll_outs)]
    return {"format": FORMAT, "bot": bot, "by": by, "game": dict(log), "moves": moves}


def _move(log: Mapping[str, Any], seat: Seat, reviewed: Reviewed) -> dict[str, Any]:
    position = position_at(log, reviewed.round, reviewed.move)
    would = answer(position_view(position, seed=1), position, seat)
    return {
        "round": reviewed.round,
        "move": reviewed.move,
        "seat": reviewed.seat,
        "played": reviewed.played,
        "would": text_of(would) or None,
        "cost": reviewed.cost,
        "choices": reviewed.advice["choices"],
    }


def notes(explained: Mapping[str, Any]) -> Notes:
    """Return what is said beside the moves of `replay_text`."""
    return {
        (each["round"], each["move"] or 0): _note(each, explained["by"])
        for each in explained["moves"]
    }


def _note(move: Mapping[str, Any], by: str) -> str:
    value = "lead" if by == "points" else by
    shown = [_choice(each, value) for each in move["choices"][:MOST_TOLD]]
    return f"bot: {move['would'] or 'pass'}; {', '.join(shown)}"


def _choice(choice: Mapping[str, Any], value: str) -> str:
    mean = choice[value]["mean"]
    figure = f"{mean:+.1f}" if value == "lead" else f"{100 * mean:.1f}%"
    return f"{choice['play'] or 'pass'} {figure}"
