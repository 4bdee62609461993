"""From seated bots and rules to rows: calls of the compiled engine, and its errors by name."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gofsim.errors import PlayError
from gofsim.kernel import game, records, view
from gofsim.kernel import round as ending
from gofsim.kernel.seating import ALL, FIXED, ROTATIONS
from gofsim.notation import text_of
from gofsim.rules import Rules
from gofsim.simulation import watchdog
from gofsim.simulation.budget import Budget
from gofsim.simulation.card_deal import Deal
from gofsim.simulation.table import Table
from gofsim.strategies.plain import raised
from gofsim.strategies.search import BROKEN
from gofsim.strategies.seat import Seat

RESULTS_VERSION = 1  # raised whenever the same seed gives other rows
SEATING_KINDS = {"fixed": FIXED, "rotations": ROTATIONS, "all": ALL}
_MOST_STEPS = 30_000  # blocks a call counts in an int16

Columns = dict[str, npt.NDArray[np.generic]]


@dataclass(frozen=True)
class Played:
    """Columns of the three tables, as they are stored but without `arm`; -1 stands for null."""

    rounds: Columns
    games: Columns
    gangs: Columns


def seating_count(players: int, seating: str) -> int:
    """Games a block has in each arm."""
    return {"fixed": 1, "rotations": players, "all": math.factorial(players)}[seating]


def fixed_is_enough(seats: Sequence[Seat]) -> bool:
    """Whether every seating would repeat one game: the same bot everywhere, drawing nothing."""
    return not seats[0].draws and all(seat == seats[0] for seat in seats)


def play_blocks(
    seats: Sequence[Seat],
    rules: Rules,
    *,
    seed: int,
    blocks: range,
    seating: str,
    single_round: bool,
    arm: str,
    budget: Budget | None = None,
    deal: Deal | None = None,
) -> Played:
    """Play blocks in all their seatings; rows are sorted by block, seating and round.

    `seats` are the places in order, `deal` what the first deals are to be like. With a `budget`
    only the first blocks that fit into it are played. Raises PlayError, naming bot, block and
    round, when a bot breaks the rules or a cap is reached.
    """
    budget = budget or Budget()
    parts = []
    for part in _parts(blocks):
        if not budget.fitting(len(part)):
            break
        parts.append(_play_part(seats, rules, seed, part, seating, single_round, arm, budget, deal))
    return parts[0] if len(parts) == 1 else _joined(parts)


def _parts(blocks: range) -> Iterator[range]:
    for start in range(blocks.start, blocks.stop, _MOST_STEPS):
        yield range(start, min(blocks.stop, start + _MOST_STEPS))


def _play_part(
    seats: Sequence[Seat],
    rules: Rules,
    seed: int,
    blocks: range,
    seating: str,
    single_round: bool,
    arm: str,
    budget: Budget,
    deal: Deal | None,
) -> Played:
    seatings = seating_count(rules.players, seating)
    games = len(blocks) * seatings
    rounds, most_rounds = (games, 1) if single_round else (16 * games, game.MOST_ROUNDS)
    table = Table(seats, rules, rounds, games, deal)
    kind = SEATING_KINDS[seating]
    table.play(seed, blocks.start, 0, kind, seatings, most_rounds)  # compiles, off the watch
    done = 0
    while step := budget.fitting(len(blocks) - done):
        done += step
        before = int(table.cursor[game.C_ROUNDS])
        _play_on(table, seats, arm, seed, blocks.start, done, kind, seatings, most_rounds)
        budget.spend(step, int(table.cursor[game.C_ROUNDS]) - before)
    return _rows(table, blocks.start)


def _play_on(table: Table, seats: Sequence[Seat], arm: str, *call: int) -> None:
    """Go on as `Table.play` does with `call`, in as much room as it takes."""
    status = ending.FULL
    while status == ending.FULL:
        with watchdog.watched(table, seats, arm):
            status = called(table, arm, *call)
        if status == ending.FULL:
            table.grow()
    if status != ending.PLAYED:
        raise PlayError(what_ended(table, seats, status, arm))


def called(table: Table, arm: str, *call: int) -> int:
    """Call `Table.play`; what goes wrong when its deals are drawn is told with the arm."""
    try:
        return table.play(*call)
    except PlayError as error:
        raise PlayError(f"arm {arm}: {error}") from None


def compile_bots(seats: Sequence[Seat], rules: Rules, seating: str) -> None:
    """Get ready to play; only the first time on a machine, which compiles, takes long."""
    kind, seatings = SEATING_KINDS[seating], seating_count(rules.players, seating)
    Table(seats, rules, 1, 1).play(0, 0, 0, kind, seatings, 1)


def _rows(table: Table, first_block: int) -> Played:
    """Columns of the rows written so far."""
    cursor = table.cursor
    rounds = table.rounds[:, : cursor[game.C_ROUNDS]]
    games = table.games[:, : cursor[game.C_GAMES]]
    gangs = table.gangs[:, : cursor[game.C_GANGS]]
    return Played(
        _columns(rounds, _ROUND_NAMES, first_block) | _swap_columns(table),
        _columns(games, _GAME_NAMES, first_block),
        _columns(gangs, records.GANG_FIELDS, first_block),
    )


def _swap_columns(table: Table) -> Columns:
    """The exchange of each round, where that is part of the deal; the engine knows nothing of it.

    Such rounds are single ones in a single seating: as many as there are deals.
    """
    if table.swaps is None:
        return {}
    return dict(zip(_SWAP_NAMES, table.swaps.T.astype(np.int16), strict=True))


def _seat_names(fields: Sequence[str]) -> list[str]:
    return [f"{field}_{seat}" for seat in range(view.SEATS) for field in fields]


_ROUND_NAMES = (*records.ROUND_FIELDS, *_seat_names(records.SEAT_FIELDS))
_SWAP_NAMES = ("exchange_giver", "exchange_given", "exchange_returned")
_GAME_NAMES = (
    *records.GAME_FIELDS,
    *(f"place_{seat}" for seat in range(view.SEATS)),
    *(f"total_{seat}" for seat in range(view.SEATS)),
)


def _columns(rows: npt.NDArray[np.generic], names: Sequence[str], first_block: int) -> Columns:
    columns = dict(zip(names, rows, strict=True))
    steps = columns.pop("block_step")
    return {"block": steps.astype(np.int64) + first_block, **columns}


def _joined(parts: Sequence[Played]) -> Played:
    return Played(
        *(
            {name: np.concatenate([getattr(p, table)[name] for p in parts]) for name in columns}
            for table, columns in vars(parts[0]).items()
        )
    )


def what_ended(table: Table, seats: Sequence[Seat], status: int, arm: str) -> str:
    """One line that names the bot, the place in the run and the play that ended it."""
    words = table.view
    seat = int(table.cursor[game.C_SEAT])
    bot = seats[int(table.places[seat])]
    where = (
        f"arm {arm}: bot {bot.strategy.name}{_asking(bot)} on seat {seat}, "
        f"block {words[view.BLOCK]}, "
        f"seating {table.cursor[game.C_SEATING]}, round {words[view.ROUND]}"
    )
    strategies = [each.strategy for each in (bot, *bot.parts)]
    if fault := raised([do for each in strategies for do in (each.choose, each.give)]):
        return f"{where}: {fault}"
    hand = text_of(int(table.scratch[2][seat]))
    move = int(words[view.MOVES]) - 1
    if status == ending.ILLEGAL_GIFT:
        return f"{where}: {_gift_fault(bot, int(words[view.RETURNED]), hand)}"
    if status == ending.TOO_MANY_ROUNDS:
        return f"{where}: no total has reached the target after {game.MOST_ROUNDS} rounds"
    if status == ending.TOO_MANY_MOVES:
        return f"{where}: the round has not ended after {view.MOST_MOVES} plays and passes"
    to_beat = text_of(int(words[view.TO_BEAT]))
    table_text = f"on {to_beat}" if to_beat else "as a lead"
    laid = int(words[view.MOVE_CARDS + move])
    if bot.asked and laid == BROKEN:
        return f"{where}, move {move}: a bot that it asks broke the rules in its search"
    act = f"laid {text_of(laid)}" if status == ending.ILLEGAL_PLAY else "passed"
    return f"{where}, move {move}: {act} {table_text} from {hand}: not legal{_duty(table)}"


def _gift_fault(bot: Seat, gift: int, hand: str) -> str:
    """What was wrong with the card that a bot gave back."""
    if bot.giving and gift == BROKEN:
        return f"`give`{_asking(bot.giving)} broke the rules in its search"
    return (
        f"gave back {text_of(gift) or 'nothing'} in the exchange, not one card of its hand {hand}"
    )


def _asking(bot: Seat) -> str:
    """The bots that it asks, which may be at fault."""
    names = dict.fromkeys(each.strategy.name for each in bot.asked.values())
    return f" (asking {', '.join(names)})" if names else ""


def _duty(table: Table) -> str:
    """What bound the seat beside the cards, for the end of a line."""
    if table.view[view.REQUIRED]:
        return f" (the opening must hold {text_of(int(table.view[view.REQUIRED]))})"
    return " (it sits before an announced last card)" if table.view[view.BOUND] else ""
