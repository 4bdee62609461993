"""Hundreds of tables in lock-step: all wait, all are answered at once, all play on."""

import os
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gofsim.errors import BadInputError, PlayError
from gofsim.kernel import game, view
from gofsim.kernel.round import WAITING
from gofsim.notation import text_of
from gofsim.rules import Rules
from gofsim.simulation import lockstep
from gofsim.simulation.play import what_ended
from gofsim.simulation.table import Table
from gofsim.strategies.seat import Seat
from gofsim.suggest import written

Array = TypeVar("Array", bound=npt.NDArray[Any])
Masks = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
_LARGEST = 2**63 - 1
_FIRST_ROOM = 32  # options a table, at first


class Tables:
    """Tables that play whole games, one after the other, and stop where the caller is to act.

    Every table waits at any time. What it waits for, n tables, in arrays that are read-only and
    may change with the next answer (copy what is to be kept):

    `seat` int64[n]: the seat to act; `hand` uint64[n]: its cards; `gives` bool[n]: it gives a card
    back in the exchange. `plays` uint64[:] and `starts` int64[n + 1]: what table i may do stands
    in plays[starts[i]:starts[i + 1]], weakest first within a kind, gangs behind, the pass (0) last.
    `words` uint64[n, WORDS]: all else that the seat may know, a row a table, laid out as
    gofsim.kernel.view says, such as words[:, TO_BEAT] or words[:, COUNTS : COUNTS + 4].

    What came of the last answers: `rounds` int64[n], how many rounds ended at a table (mostly none;
    more than one where a round passed without a question); `points` int64[n, 4], what they cost
    each seat; `games` int64[n], how many games ended; `shares` float64[n, 4], each seat's share
    of the win of the last of those.

    An object is for one thread at a time; the engine runs without the GIL. After a PlayError (a
    bot that broke the rules) only `start` helps.
    """

    def __init__(
        self,
        count: int,
        seats: Sequence[Seat | None],
        rules: Rules,
        *,
        stand_in: Seat,
        gifts: bool = True,
        forced: bool = True,
    ) -> None:
        """Set up `count` tables; `start` begins their games.

        `seats`: a bot a seat, None for the caller's own. There `stand_in` sits, who is never
        asked, but gives by its policy unless `gifts`. Without `forced` a decision with one option
        is taken unasked.
        """
        self.count, self.rules, self.forced = count, rules, forced
        self._bots = tuple(stand_in if seat is None else seat for seat in seats)
        self._table = Table(self._bots, rules, rounds=1, games=1)
        self._table.places[:] = range(view.SEATS)
        self._mine = sum(1 << i for i, seat in enumerate(seats) if seat is None)
        self._gifts = self._mine if gifts else 0
        self._asked: dict[int, tuple[Seat, Table]] = {}  # by id: a seat has no hash
        self._words: Masks = np.zeros((count, lockstep.WORDS), np.uint64)
        self._hands: Masks = np.zeros((count, view.SEATS), np.uint64)
        self._decks: Masks = np.zeros((count, lockstep.DECK_WORDS), np.uint64)
        self._states: Numbers = np.zeros((count, lockstep.STATE_SIZE), np.int64)
        self._news: Numbers = np.zeros((count, lockstep.NEWS_SIZE), np.int64)
        self._room: Masks = np.zeros(count * _FIRST_ROOM, np.uint64)
        self._starts: Numbers = np.zeros(count + 1, np.int64)

    def __getstate__(self) -> dict[str, Any]:
        """Say whose the addresses in it are: a copy in the same process is as good as itself."""
        return {**self.__dict__, "process": os.getpid()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Refuse to come to life in another process, where the bots' code lies elsewhere."""
        if state.pop("process") != os.getpid():
            raise BadInputError("tables belong to the process that made them; make them anew here")
        self.__dict__.update(state)

    def start(self, seed: int, block: int = 0) -> None:
        """Begin anew: table i plays the games of the blocks block + i, block + i + n, ..

        They have the engine's deals and draws for this seed, in the first seating. Raises
        BadInputError for what is no seed or block.
        """
        for name, value in {"seed": seed, "block": block}.items():
            if not isinstance(value, int | np.integer) or not 0 <= value <= _LARGEST:
                fault = f"must be a whole number 0 to {_LARGEST}, not {written(value)}"
                raise BadInputError(f"{name}: {fault}")
        self._words[:] = self._table.view[: lockstep.WORDS]
        self._words[:, view.SEED] = seed
        self._words[:, view.MOVES] = 0
        first = np.arange(self.count, dtype=np.uint64) + np.uint64(block)
        self._words[:, view.BLOCK] = first - np.uint64(self.count)  # each game begins a step on
        self._states[:] = 0
        self._play(np.zeros(self.count, np.uint64))

    @property
    def plays(self) -> Masks:
        """What all tables may do, see the class."""
        return _shown(self._room[: self._starts[-1]])

    @property
    def starts(self) -> Numbers:
        """Where in `plays` the part of each table begins."""
        return _shown(self._starts[:])

    @property
    def words(self) -> Masks:
        """What the seats to act know beside their hands, see the class."""
        return _shown(self._words[:])

    @property
    def seat(self) -> Numbers:
        """The seat to act, by table."""
        return _shown(self._states[:, lockstep.S_SEAT])

    @property
    def gives(self) -> npt.NDArray[np.bool_]:
        """Where a card is to be given back."""
        gives: npt.NDArray[np.bool_] = self._states[:, lockstep.S_PHASE] == lockstep.GIVES
        return gives

    @property
    def hand(self) -> Masks:
        """The hand of the seat to act, by table."""
        return self._hands[np.arange(self.count), self.seat]

    def hand_of(self, seat: int) -> Masks:
        """The hands of one seat, by table, whoever is to act: for seats of the caller's own."""
        return _shown(self._hands[:, seat])

    @property
    def rounds(self) -> Numbers:
        """Rounds that have ended since the last answer."""
        return _shown(self._news[:, lockstep.N_ROUNDS])

    @property
    def games(self) -> Numbers:
        """Games that have ended since the last answer."""
        return _shown(self._news[:, lockstep.N_GAMES])

    @property
    def points(self) -> Numbers:
        """Points of the rounds that ended, by table and seat."""
        return _shown(self._news[:, lockstep.N_POINTS :])

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """Share of the win of the game that ended, by table and seat; 0 where none did."""
        winners = self._news[:, lockstep.N_WINNERS, None] >> np.arange(view.SEATS) & 1
        shares: npt.NDArray[np.float64] = winners / np.maximum(1, winners.sum(axis=1)[:, None])
        return shares

    def choose(self, indexes: npt.NDArray[np.integer]) -> None:
        """Do at every table the option of this index, from 0 among its own, and play on.

        Raises BadInputError (a ValueError), before anything moves, for an index out of range;
        PlayError for an illegal play of a bot.
        """
        indexes = np.asarray(indexes)
        if indexes.shape != (self.count,) or indexes.dtype.kind not in "iu":
            raise BadInputError(f"choose: needs {self.count} whole numbers, one a table")
        options = np.diff(self._starts)
        wrong = np.flatnonzero((indexes < 0) | (indexes >= options))
        if len(wrong):
            at = int(wrong[0])
            told = f"{indexes[at]} is no index of its {options[at]} options"
            raise BadInputError(f"table {at}, seat {self.seat[at]}: {told}")
        self._play(self._room[self._starts[:-1] + indexes.astype(np.int64)])

    def play(self, masks: Masks) -> None:
        """Do at every table what a mask says (a play, 0 for the pass, a card to give); play on.

        Raises BadInputError (a ValueError) that names table, seat and play, before anything moves,
        where one is not legal; PlayError for an illegal play of a bot.
        """
        answers = np.array(masks)
        if answers.shape != (self.count,) or answers.dtype != np.uint64:
            raise BadInputError(f"play: needs {self.count} masks (uint64), one a table")
        at = int(lockstep.first_illegal(self._room, self._starts, answers))
        if at >= 0:
            raise BadInputError(self._fault(at, int(answers[at])))
        self._play(answers)

    def ask(self, bot: Seat, where: npt.NDArray[np.bool_] | None = None) -> Masks:
        """What a bot would do, as masks for `play`: at every table, or those where[i] (else 0).

        It draws from the stream of the seat that it answers for, as if it sat there.
        """
        if id(bot) not in self._asked:
            everywhere = [bot] * self.rules.players
            self._asked[id(bot)] = bot, Table(everywhere, self.rules, rounds=1, games=1)
        answers = np.zeros(self.count, np.uint64)
        table = self._asked[id(bot)][1]
        asked = np.ones(self.count, np.bool_) if where is None else where
        arrays = (*_engine(table), self._words, self._hands, self._states, asked, answers)
        lockstep.ask_all(*arrays)
        return answers

    def _play(self, answers: Masks) -> None:
        """Play on, and list what may be done next, in more room if it takes more."""
        table = self._table
        whose = table.places, np.uint64(self._mine), np.uint64(self._gifts), self.forced
        at_rest = self._words, self._hands, self._decks, self._states
        arrays = (*_engine(table), *whose, answers, *at_rest, self._news, self._room, self._starts)
        status, at = lockstep.play_all(*arrays)
        if status != WAITING:
            table.cursor[game.C_SEAT] = self._states[at, lockstep.S_SEAT]
            raise PlayError(what_ended(table, self._bots, status, f"table {at}"))
        if self._starts[-1] > len(self._room):
            self._room = np.zeros(2 * int(self._starts[-1]), np.uint64)
            lockstep.list_all(table.view, self._words, self._hands, self._states, self._room)

    def _fault(self, at: int, mask: int) -> str:
        hand, to_beat = text_of(int(self.hand[at])), text_of(int(self._words[at, view.TO_BEAT]))
        act = f"laying {text_of(mask)}" if mask else "passing"
        where = f"on {to_beat}" if to_beat else "as a lead"
        if self.gives[at]:
            act, where = f"giving {text_of(mask) or 'nothing'}", "in the exchange"
        return f"table {at}, seat {self.seat[at]}: {act} {where} from {hand} is not legal"


def _shown(array: Array) -> Array:
    """A part of the tables' own arrays that cannot be written to."""
    array.flags.writeable = False
    return array


def _engine(table: Table) -> tuple[Any, ...]:
    """What the compiled loops take of a table of bots."""
    return table.view, table.scratch, table.choosers, table.givers, table.parameters
