"""Text in, text out: what cards are, what beats what, what may be played, one whole game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import ValidationError

from gofsim.errors import BadInputError
from gofsim.kernel import combinations, moves
from gofsim.kernel.cards import lane_of
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation.replay import GameLog, replay_game
from gofsim.simulation.schema import fault_line
from gofsim.strategies.seat import seat_bot
from gofsim.suggest import written

CARD_SWITCHES = ("tie_break", "phoenix_in_full_house", "multi_one_wild")
_MOST_COMBINATIONS = 16_384  # the whole deck has 12,352
_LARGEST = {"seed": 2**63 - 1, "block": 2**63 - 1, "seating": 23}


class _Play(NamedTuple):
    """Cards as a mask, and what they are; kind and strength 0 for no combination."""

    mask: int
    size: int
    kind: int
    strength: int


def combination(cards: str, **switches: Any) -> str | None:
    """Kind of the combination that some cards make ("pair", "full house", ..); None for none.

    `switches` are `tie_break`, `phoenix_in_full_house` and `multi_one_wild` of `Rules`. Raises
    BadInputError, which is a ValueError, naming a card that does not exist or is there too often.
    """
    play = _play(mask_of(cards), _card_rules(switches))
    return combinations.KIND_NAMES[play.kind] if play.kind else None


def beats(cards: str, to_beat: str, **switches: Any) -> bool:
    """Whether some cards may be played on others; `switches` as for `combination`.

    Raises BadInputError for bad cards, and when `to_beat` is no combination.
    """
    rules = _card_rules(switches)
    return _beats(_play(mask_of(cards), rules), _table(to_beat, rules))


def legal_plays(hand: str, to_beat: str | None = None, **switches: Any) -> list[str]:
    """Every distinct play of a hand that beats `to_beat`, or every lead where that is None.

    Knows neither the opening nor the duty before a last card. By number of cards, gangs last;
    within each by strength, then cards. `switches` and errors as for `beats`.
    """
    rules = _card_rules(switches)
    plays = [_play(int(mask), rules) for mask in _leads(mask_of(hand), rules)]
    if to_beat is not None:
        table = _table(to_beat, rules)
        plays = [play for play in plays if _beats(play, table)]
    plays.sort(key=lambda play: (play.kind == combinations.GANG, play.size, play[3], play.mask))
    return [text_of(play.mask) for play in plays]


def play_game(
    bots: Sequence[str], *, seed: int, block: int = 0, seating: int = 0, **rules: Any
) -> GameLog:
    """Play one game and return its log (format gofsim-game/1); seat s holds ``bots[s]``.

    `bots` are names of shipped bots, or "file.py:BOT" relative to the current folder; `rules` are
    the switches of `Rules` (with three bots, `players` is 3). `seating` chooses the chance of
    the bots that draw random numbers, and nothing else. Raises BadInputError.
    """
    for name, value in {"seed": seed, "block": block, "seating": seating}.items():
        most = _LARGEST[name]
        if type(value) is not int or not 0 <= value <= most:
            raise BadInputError(f"{name}: must be a whole number 0 to {most}, not {written(value)}")
    checked = checked_rules({"players": len(bots), **rules})
    if len(bots) != checked.players:
        raise BadInputError(f"bots: {len(bots)} bots, but {checked.players} players")
    return replay_game(
        tuple(seat_bot(bot, {}, Path.cwd(), "bots") for bot in bots),
        checked,
        seed=seed,
        block=block,
        seating="fixed",
        seating_index=seating,
        single_round=False,
        arm="",
    )


def checked_rules(values: dict[str, Any]) -> Rules:
    """Return the rules; BadInputError with one line for every fault."""
    try:
        return Rules.model_validate(values)
    except ValidationError as error:
        faults = [fault_line({**e, "loc": ("rules", *e["loc"])}) for e in error.errors()]
        raise BadInputError(*faults) from None


def _card_rules(switches: dict[str, Any]) -> tuple[bool, bool, bool]:
    """What the engine takes: top card only, phoenixes in full houses, M1 of every colour."""
    rules = checked_rules(switches)
    for name in switches:
        if name not in CARD_SWITCHES:
            valid = ", ".join(CARD_SWITCHES)
            raise BadInputError(f"`{name}` says nothing about combinations; {valid} do")
    return rules.tie_break == "top-card", rules.phoenix_in_full_house, rules.multi_one_wild


def _play(mask: int, rules: tuple[bool, bool, bool]) -> _Play:
    size = mask.bit_count()
    strength = np.uint64(combinations.strength(np.uint64(mask), size, *rules))
    return _Play(mask, size, int(combinations.kind_of(size, strength)), int(strength))


def _table(text: str, rules: tuple[bool, bool, bool]) -> _Play:
    play = _play(mask_of(text), rules)
    if not play.kind:
        raise BadInputError(f'"{text}" is no combination: it cannot be what must be beaten')
    return play


def _beats(play: _Play, table: _Play) -> bool:
    if play.kind == table.kind == combinations.GANG and play.size == table.size:
        # The deck holds no two such gangs of one number; the engine may put them in any order.
        return bool(lane_of(np.uint64(play.mask)) > lane_of(np.uint64(table.mask)))
    powers = np.uint64(play.strength), np.uint64(table.strength)
    return bool(combinations.beats(play.size, powers[0], table.size, powers[1]))


def _leads(hand: int, rules: tuple[bool, bool, bool]) -> Any:
    room, nothing = np.zeros(_MOST_COMBINATIONS, np.uint64), np.uint64(0)
    _, phoenix, wild = rules
    count = moves.list_plays(np.uint64(hand), 0, nothing, nothing, nothing, phoenix, wild, room, 0)
    return room[:count]
