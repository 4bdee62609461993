"""Whether a game was played by the rules: a log followed move by move to its first foul."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from gofsim.errors import BadInputError, GofsimError
from gofsim.kernel import view
from gofsim.kernel.callback import Words
from gofsim.kernel.cards import HAND_SIZE
from gofsim.notation import mask_of, text_of
from gofsim.rules import Rules
from gofsim.simulation import umpire
from gofsim.simulation.game_log import GameLog, Round
from gofsim.simulation.position import Move
from gofsim.simulation.table import rule_words

LONGEST = 300  # signs of a foul: cards of others may be words of any length


class FoulError(GofsimError):
    """A game log breaks the rules; where it first does, and what would be right."""

    def __init__(self, what: str, **place: int) -> None:
        """Keep the place: `round`, `move` (from 1) and `seat`, as far as it has them."""
        what = what if len(what) <= LONGEST else f"{what[:LONGEST]}.."
        self.what, self.place = what, place
        where = ", ".join(f"{name} {number}" for name, number in place.items())
        super().__init__(f"{where}: {what}" if where else what)


@dataclass(frozen=True)
class FairGame:
    """What was checked: numbers of rounds and moves, and whether the game has come to its end."""

    rounds: int
    moves: int
    over: bool


def check_game(log: GameLog) -> FairGame:
    """Follow a game log by the rules of the engine; FoulError at its first foul.

    Who deals first, what is dealt, and who leads where that is drawn, is as the log says. A log
    without winners is that of a game as far as it went; a single round may be one too.
    """
    game = _Game(log)
    for entry in log.rounds:
        game.follow(entry)
    if log.winners is not None and not game.over:
        raise FoulError(f"winners are told, but no total has reached {log.rules.target}")
    if log.winners is None and game.over and len(log.rounds) > 1:
        raise FoulError(f"the game is over, but winners are not told: {_listed(game.winners)}")
    if log.winners is not None and log.winners != game.winners:
        raise FoulError(_other("winners", log.winners, game.winners))
    moves = sum(len(entry.moves) for entry in log.rounds)
    return FairGame(len(log.rounds), moves, over=log.winners is not None)


class _Game:
    """The engine's view of a game as it goes on, every hand open."""

    def __init__(self, log: GameLog) -> None:
        self.rules, self.players = log.rules, log.rules.players
        self.words = np.zeros(view.VIEW_SIZE, np.uint64)
        for word, value in rule_words(log.rules).items():
            self.words[word] = value
        self.hands = np.zeros(view.SEATS, np.uint64)
        self.number = self.winner = self.loser = 0
        self.over, self.winners = False, list[int]()

    def follow(self, entry: Round) -> None:
        """Check the next round."""
        self.number += 1
        if self.over:
            self._foul("the game was over before: a total had reached the target")
        try:
            self._check_shape(entry)
            self._open(entry)
            self._deal(entry)
            self._exchange(entry)
            self._lead(entry)
        except BadInputError as error:
            self._foul(str(error))
        self._play(entry.moves, entry.leader)
        self._end(entry)

    def _foul(self, what: str, **place: int) -> NoReturn:
        raise FoulError(what, round=self.number, **place) from None

    def _same(self, name: str, told: object, right: object, **place: int) -> None:
        if told != right:
            self._foul(_other(name, told, right), **place)

    def _check_shape(self, entry: Round) -> None:
        """Refuse seats that the table does not have, and lists of another length."""
        swap = entry.exchange
        named = [entry.dealer, entry.leader, entry.winner, *(move.seat for move in entry.moves)]
        named += [swap.giver, swap.receiver] if swap else []
        if max(named) >= self.players:
            self._foul(f"seat {max(named)} does not exist with {self.players} players")
        for name in ("dealt", "cards_left", "points", "totals"):
            self._same(f"length of {name}", len(getattr(entry, name)), self.players)
        if (entry.dead is None) != (self.players == view.SEATS):
            self._foul("dead: a hand lies dead with three players, and only then")

    def _open(self, entry: Round) -> None:
        """Check which round it is, its direction and dealer."""
        self._same("number", entry.number, self.number)
        self.words[view.ROUND] = self.number
        goes = bool(umpire.clockwise(self.words))
        self._same("direction", entry.direction, "clockwise" if goes else "counterclockwise")
        if self.number > 1:
            self._same("dealer", entry.dealer, self.winner)
        self.words[view.CLOCKWISE], self.words[view.DEALER] = goes, entry.dealer

    def _deal(self, entry: Round) -> None:
        piles = {f"dealt to seat {seat}": hand for seat, hand in enumerate(entry.dealt)}
        if entry.dead is not None:
            piles["dead"] = entry.dead
        for name, pile in piles.items():
            self._same(f"cards {name}", len(pile.split()), HAND_SIZE)
        mask_of(" ".join(piles.values()))  # refuses a card that is there too often
        for seat, hand in enumerate(entry.dealt):
            self.hands[seat] = mask_of(hand)
            self.words[view.COUNTS + seat] = HAND_SIZE

    def _exchange(self, entry: Round) -> None:
        swap, due = entry.exchange, self.number > 1 and self.rules.exchange == "standard"
        if (swap is not None) != due:
            self._foul(f"the exchange {'is missing' if due else 'is not due'}")
        umpire.skip_exchange(self.words)
        if swap is None:
            return
        self._same("exchange.giver", swap.giver, self.loser)
        self._same("exchange.receiver", swap.receiver, self.winner)
        back = mask_of(swap.returned or "")
        fair = umpire.swap(self.words, self.hands, self.loser, self.winner, back)
        highest = text_of(int(self.words[view.GIVEN]))
        self._same("exchange.given", text_of(mask_of(swap.given)), highest, seat=swap.giver)
        if not fair:
            returned = swap.returned or "nothing"
            self._foul(
                f"exchange.returned: {returned} is not one card of its hand", seat=self.winner
            )

    def _lead(self, entry: Round) -> None:
        drawn = self.rules.first_lead if self.number == 1 else self.rules.next_lead
        seat, required = umpire.leader(self.words, self.hands, self.winner, self.loser)
        if drawn != "random":
            self._same("leader", entry.leader, int(seat))
        self.words[view.LEADER] = entry.leader
        umpire.begin(self.words, np.uint64(required), entry.leader)

    def _play(self, moves: Sequence[Move], turn: int) -> None:
        """Check moves and make them, from the first lead on."""
        for place, move in enumerate(moves, start=1):
            here = {"move": place, "seat": move.seat}
            if 0 in self._left():
                self._foul(
                    f"the round was over: seat {self._left().index(0)} was out of cards", **here
                )
            if move.seat != turn:
                self._foul(f"it is seat {turn}'s turn", **here)
            try:
                cards = np.uint64(mask_of(move.play or ""))
            except BadInputError as error:
                self._foul(str(error), **here)
            hand = int(self.hands[turn])
            if why := umpire.fault_of(self.words, hand, None if move.play is None else int(cards)):
                self._foul(why, **here)
            if why := word_fault(self.words, self.rules, move, int(cards).bit_count()):
                self._foul(f"announced: {why}", **here)
            forgets = move.announced is False
            turn = int(umpire.make(self.words, self.hands, turn, cards, forgets))

    def _left(self) -> list[int]:
        """Cards left, by seat."""
        return [int(self.words[view.COUNTS + seat]) for seat in range(self.players)]

    def _end(self, entry: Round) -> None:
        """Check what the round came to, and keep it."""
        left = self._left()
        if 0 not in left:
            self._foul("its moves end before anybody is out of cards")
        self.winner = left.index(0)
        over, loser, winners = umpire.settle(self.words, self.winner)
        self._same("winner", entry.winner, self.winner)
        self._same("cards_left", entry.cards_left, left)
        self._same("points", entry.points, [self.rules.scoring[count] for count in left])
        totals = [int(self.words[view.TOTALS + seat]) for seat in range(self.players)]
        self._same("totals", entry.totals, totals)
        self.loser, self.over = int(loser), bool(over)
        self.winners = [seat for seat in range(self.players) if int(winners) >> seat & 1]


def word_fault(words: Words, rules: Rules, move: Move, laid: int) -> str:
    """What is wrong about announcing the last card with a move of so many cards, or nothing."""
    last = laid > 0 and int(words[view.COUNTS + move.seat]) - laid == 1
    due = last and rules.last_card != "off"
    if due != (move.announced is not None):
        return "missing; one card is left" if due else "there is nothing to announce"
    others = rules.players - 1 - int(words[view.OUT]).bit_count()
    alone = move.announced is False and not others
    return "false, but a lone seat in play cannot forget it" if alone else ""


def _other(name: str, told: object, right: object) -> str:
    return f"{name}: {_listed(told)}, must be {_listed(right)}"


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
