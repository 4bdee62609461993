"""A game played again with other moves at some places: the same deals and draws, other plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gofsim.errors import BadInputError
from gofsim.kernel import view
from gofsim.kernel.callback import Callback, Words
from gofsim.kernel.jit import bot_number
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation.position import position_at
from gofsim.simulation.replay import GameLog, replay_game
from gofsim.simulation.seen import choices, position_view
from gofsim.strategies.seat import Seat
from gofsim.suggest import written

MOST_TOLD = 12


@dataclass(frozen=True)
class Change:
    """Another play (None: the pass) at a move of a round, moves counted from 1."""

    round: int
    move: int
    play: str | None


def read_change(text: str) -> Change:
    """Read ``ROUND:MOVE=PLAY``; PLAY is cards, or ``pass``."""
    place, _, play = text.partition("=")
    number, colon, move = place.partition(":")
    if not (play.strip() and colon and number.strip().isdecimal() and move.strip().isdecimal()):
        raise BadInputError(f"--change: must look like 2:5=G2 Y2 or 2:5=pass, not {written(text)}")
    cards = None if play.strip().lower() == "pass" else play.strip()
    try:
        mask_of(cards or "")
    except BadInputError as error:
        raise BadInputError(f"--change: {error}") from None
    return Change(int(number), int(move), cards)


def change_game(
    log: Mapping[str, Any],
    seats: Sequence[Seat],
    rules: Rules,
    changes: Sequence[Change],
    **place: Any,
) -> GameLog:
    """Play a game again from its first change on, with the same deals and draws.

    `log` is the game as it was; ``place`` is what `replay_game` takes beside seats and rules.
    A change after the first is a place of the game as it then goes. Raises BadInputError where a
    place does not exist, or the play is not legal there.
    """
    places = [(each.round, each.move) for each in changes]
    for number, move in places:
        if places.count((number, move)) > 1:
            raise BadInputError(f"--change: two plays at move {move} of round {number}")
    made: list[Change] = []
    for change in sorted(changes, key=lambda each: (each.round, each.move)):
        check(log, change)
        made.append(change)
        log = replay_game([detour(seat, made) for seat in seats], rules, **place)
    return dict(log)


def check(log: Mapping[str, Any], change: Change) -> None:
    """Refuse a change that the rules do not allow."""
    try:
        position = position_at(log, change.round, change.move)
    except BadInputError as error:
        raise BadInputError(f"--change: {error}") from None
    legal = choices(position_view(position, seed=1), position)
    if mask_of(change.play or "") not in legal:
        raise BadInputError(
            f"--change: {change.play or 'pass'} is not legal at move {change.move} of round "
            f"{change.round} (seat {position.seat}); legal: {in_words(legal)}"
        )


def in_words(legal: Sequence[int]) -> str:
    """The first few of some plays."""
    plays = [text_of(mask) or "pass" for mask in legal]
    more = len(plays) - MOST_TOLD
    return ", ".join(plays[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def detour(seat: Seat, changes: Sequence[Change]) -> Seat:
    """A seat that plays as it does, but for the changes."""
    wanted = {(each.round, each.move): mask_of(each.play or "") for each in changes}

    def answer(words: Words, hand: int) -> int | None:
        return wanted.get((int(words[view.ROUND]), int(words[view.MOVES]) + 1))

    choose = seat.strategy.choose
    other = Callback(answer, view.VIEW_SIZE, choose, bot_number(choose))
    return replace(seat, strategy=replace(seat.strategy, choose=other))
