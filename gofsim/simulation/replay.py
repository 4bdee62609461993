"""One game again from its seed, as the game log "gofsim-game/1"."""

from collections.abc import Iterator, Sequence
from typing import Any

from gofsim.errors import PlayError
from gofsim.kernel import game, records, view
from gofsim.kernel import round as ending
from gofsim.kernel.callback import Words
from gofsim.notation import text_of
from gofsim.rules import Rules
from gofsim.simulation.card_deal import Deal
from gofsim.simulation.play import SEATING_KINDS, called, what_ended
from gofsim.simulation.table import Table
from gofsim.strategies.seat import Seat

FORMAT = "gofsim-game/1"

GameLog = dict[str, Any]


def replay_game(  # noqa: PLR0913 - all that says which game
    seats: Sequence[Seat],
    rules: Rules,
    *,
    seed: int,
    block: int,
    seating: str,
    seating_index: int,
    single_round: bool,
    arm: str,
    labels: Sequence[str] = (),
    deal: Deal | None = None,
) -> GameLog:
    """Play one game of a run again and tell it all; `seats` are the places in order.

    `labels` are the names that the log has for them, by default those of the bots; `deal` is
    what the run's deals are to be like.

    Raises PlayError like the run itself.
    """
    table = Table(seats, rules, rounds=game.MOST_ROUNDS, games=1, deal=deal)
    played = each_round(
        table, seats, seed=seed, block=block, seating=seating, seating_index=seating_index,
        single_round=single_round, arm=arm,
    )  # fmt: skip
    rounds = [round_log(table, rules) for _ in played]
    order = [int(place) for place in table.places[: rules.players]]
    names = labels or [seat.request[0] for seat in seats]
    return {
        "format": FORMAT,
        "rules": rules.model_dump(mode="json"),
        "bots": [names[place] for place in order],
        "seed": seed,
        "block": block,
        "arm": arm,
        "seating": seating_index,
        "rounds": rounds,
        "winners": None if single_round else winning_seats(table, rules),
    }


def winning_seats(table: Table, rules: Rules) -> list[int]:
    """The seats that have won the game that the table played."""
    winners = int(table.games[records.A_WINNERS, 0])
    return [seat for seat in range(rules.players) if winners >> seat & 1]


def each_round(
    table: Table,
    seats: Sequence[Seat],
    *,
    seed: int,
    block: int,
    seating: str,
    seating_index: int,
    single_round: bool,
    arm: str,
) -> Iterator[None]:
    """Play one game again and stop at the end of each round, with its moves in the table's view.

    The engine keeps no moves but those of the round it plays, so the game is played up to its
    first, second, third .. round. The table needs room for one game. Raises PlayError.
    """
    ended = 0
    while True:
        ended += 1
        table.cursor[:] = 0
        table.cursor[game.C_SEATING] = seating_index
        kind, seatings = SEATING_KINDS[seating], seating_index + 1
        status = called(table, arm, seed, block, 1, kind, seatings, ended)
        if status != ending.PLAYED:
            raise PlayError(what_ended(table, seats, status, arm))
        if int(table.games[records.A_ROUNDS, 0]) < ended:
            return
        yield
        if single_round:
            return


def round_log(table: Table, rules: Rules) -> GameLog:
    """The last round that the table played."""
    words, players = table.view, range(rules.players)
    dealt = [text_of(int(hand)) for hand in table.scratch[3]]
    left = [int(words[view.COUNTS + seat]) for seat in players]
    return {
        "number": int(words[view.ROUND]),
        "direction": "clockwise" if words[view.CLOCKWISE] else "counterclockwise",
        "dealer": int(words[view.DEALER]),
        "dealt": dealt[: rules.players],
        "dead": dealt[rules.players] if rules.players < view.SEATS else None,
        "exchange": exchange_log(words),
        "leader": int(words[view.LEADER]),
        "moves": moves_so_far(words, rules),
        "winner": left.index(0),
        "cards_left": left,
        "points": [rules.scoring[cards] for cards in left],
        "totals": [int(words[view.TOTALS + seat]) for seat in players],
    }


def exchange_log(words: Words) -> GameLog | None:
    """The exchange before the round that a view is of; None for none."""
    if words[view.GIVER] == view.NO_SEAT:
        return None
    return {
        "giver": int(words[view.GIVER]),
        "receiver": int(words[view.RECEIVER]),
        "given": text_of(int(words[view.GIVEN])),
        "returned": text_of(int(words[view.RETURNED])),
    }


def moves_so_far(words: Words, rules: Rules) -> list[GameLog]:
    """Plays and passes of a view in order; `announced` stands where a play leaves one card."""
    moves = []
    left = [16] * rules.players
    for i in range(int(words[view.MOVES])):
        seat, cards = int(words[view.MOVE_SEATS + i]), int(words[view.MOVE_CARDS + i])
        move: GameLog = {"seat": seat, "play": text_of(cards) or None}
        left[seat] -= cards.bit_count()
        if cards and left[seat] == 1 and rules.last_card != "off":
            # Whoever forgot is out of play to the end of the round.
            move["announced"] = not int(words[view.OUT]) >> seat & 1
        moves.append(move)
    return moves
