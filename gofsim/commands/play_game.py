"""`gofsim play`: you against bots in the terminal; the game is kept, and a coach looks at it."""

import sys
from collections.abc import Iterator, Sequence
from shlex import quote

from gofsim.clean_text import clean
from gofsim.commands.advise import advise
from gofsim.commands.advise import text as advice_text
from gofsim.commands.import_log import write_log
from gofsim.commands.play_entry import read_entry
from gofsim.commands.play_seat import QuitError, TakeBackError, YourSeat, rounds_played
from gofsim.commands.play_text import HELP, listing, move_lines, question, round_end, round_start
from gofsim.commands.play_wish import ARM, YOU, Wish
from gofsim.commands.rate import rate, text
from gofsim.errors import BadInputError, PlayError, StorageError
from gofsim.kernel import game
from gofsim.kernel.cards import CARD_TYPES
from gofsim.leaving import last_words
from gofsim.notation import text_of
from gofsim.replay_text import painted
from gofsim.simulation.compiling import tell_of_compiling, when_compiling
from gofsim.simulation.replay import FORMAT, GameLog, round_log, winning_seats
from gofsim.simulation.seen import position_seen
from gofsim.simulation.table import Table
from gofsim.strategies.plain import Seen
from gofsim.terminal import shows_colour

HINT_ROLL_OUTS, MOST_HINTS = 100_000, 5
COACH_SECONDS = 20.0
OTHER_BOTS = "its rounds come out otherwise with these bots; it cannot be gone on with"


def play_game(wish: Wish, *, coach: bool) -> None:
    """Play the game that is wished, keep its log and tell what it cost you.

    Raises StorageError when the log could not be written, PlayError when a bot breaks the rules.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    sitting = Sitting(wish)
    last_words(lambda: f"\n{sitting.farewell()}")  # not behind what stands at the prompt
    sitting.say(f"Seed {wish.seed}; kept as {wish.path}. ? is help.")
    try:
        with when_compiling(tell_of_compiling):
            sitting.play()
    except QuitError:
        sitting.say(sitting.farewell())
    if sitting.log["winners"] is not None and coach:
        sitting.coach()
    sitting.keep(last=True)


class Sitting:
    """One game at the terminal."""

    def __init__(self, wish: Wish) -> None:
        """Get ready; nothing is played yet."""
        self.wish, self.rules = wish, wish.rules
        bots = [bot.request[0] for bot in wish.bots]
        self.names = [YOU, *(f"{seat} {bot}" for seat, bot in enumerate(bots, start=1))]
        self.you = YourSeat(self.ask, wish.decisions)
        self.colour = shows_colour(sys.stdout)
        self.earlier, self.written = list(wish.rounds), bool(wish.rounds)
        self.log: GameLog = {
            "format": FORMAT,
            "rules": wish.rules.model_dump(mode="json"),
            "bots": [YOU, *bots],
            "seed": wish.seed,
            "block": 0,
            "arm": ARM,
            "seating": 0,
            "rounds": [],
            "winners": None,
        }

    def say(self, *lines: str) -> None:
        """Print lines, cards in their colours where these are welcome."""
        found = "\n".join(lines)
        print(painted(found) if self.colour else found, flush=True)

    def play(self) -> None:
        """Play to the end; keep the log after each round."""
        rounds: list[GameLog] = self.log["rounds"]
        table = None
        for table in self.tables():
            entry = round_log(table, self.rules)
            number = entry["number"]
            if number <= len(rounds):
                continue  # up to a decision that was taken back
            rounds.append(entry)
            if number <= len(self.earlier):
                self.refuse_another_game(entry)
                continue
            hands = [text_of(int(hand)) for hand in table.scratch[game.HANDS]]
            told = self.you.told(number)
            if not told:  # you had no choice in the whole round
                self.say("", *round_start(table.view, self.names))
            self.say(*move_lines(table.view, self.names, self.rules, told))
            self.say(*round_end(entry, hands, self.names))
            self.keep()
        if table is not None:
            self.log["winners"] = winning_seats(table, self.rules)
            winners = " and ".join(self.names[seat] for seat in self.log["winners"])
            self.say("", f"The game is over, won by {winners}.")
            self.keep()

    def tables(self) -> Iterator[Table]:
        """Yield the table at the end of each round."""
        played = rounds_played(self.you, self.wish.bots, self.rules, self.wish.seed)
        try:
            yield from played
        except PlayError as error:
            if len(self.log["rounds"]) < len(self.earlier):
                raise BadInputError(f"{self.wish.path}: {OTHER_BOTS} ({error})") from None
            raise

    def refuse_another_game(self, entry: GameLog) -> None:
        """Refuse to go on where the rounds of the earlier sitting come out otherwise."""
        if entry != self.earlier[entry["number"] - 1]:
            raise BadInputError(f"{self.wish.path}: {OTHER_BOTS} (round {entry['number']})")

    def ask(self, seen: Seen, told: int) -> int:
        """Ask until there is a decision; raises what ends the asking."""
        self.say(*question(seen, self.names, self.rules, told))
        options = cards_of(seen) if seen.gives else seen.plays
        while True:
            try:
                entry = read_entry(read_line(), seen, options)
            except BadInputError as error:
                self.say(f"  {clean(str(error))}")
                continue
            if isinstance(entry, int):
                return entry
            self.heed(entry, seen, options)

    def heed(self, word: str, seen: Seen, options: Sequence[int]) -> None:
        """Do what a word asks for."""
        match word:
            case "help":
                self.say(HELP)
            case "list":
                self.say(*listing(options, may_pass=not seen.gives and seen.may_pass))
            case "hint":
                self.say("  a moment ..")
                position = position_seen(seen.words, seen.hand, self.rules)
                advice = advise(position, roll_outs=HINT_ROLL_OUTS)
                self.say(advice_text(advice, MOST_HINTS))
            case "quit":
                raise QuitError
            case "undo" if self.you.made:
                number, _ = next(reversed(self.you.made))
                del self.log["rounds"][number - 1 :], self.earlier[number - 1 :]
                raise TakeBackError
            case "undo":
                self.say("  there is nothing to take back yet")

    def keep(self, *, last: bool = False) -> None:
        """Write the log as it stands; a disk that refuses is told, and `last` an error."""
        try:
            if self.log["rounds"]:
                write_log(self.wish.path, self.log)
                self.written = True
        except StorageError as error:
            if last:
                raise
            print(error, file=sys.stderr, flush=True)

    def farewell(self) -> str:
        """What is said when you leave before the end."""
        path, rounds = quote(str(self.wish.path)), len(self.log["rounds"])
        if not rounds and self.written:
            return f"You took every round back; {path} still holds them."
        if not rounds:
            same = f"--seed {self.wish.seed} deals the same cards"
            return f"No round was finished, so nothing is kept; {same}."
        are = "round is" if rounds == 1 else "rounds are"
        return f"{rounds} finished {are} in {path}; `gofsim play --resume {path}` goes on."

    def coach(self) -> None:
        """Tell what your moves gave away."""
        self.say("", f"The coach looks at your moves, for {COACH_SECONDS:.0f} seconds at most ..")
        found = rate(self.log, seats=[0], seconds=COACH_SECONDS)
        path = quote(str(self.wish.path))
        self.say(text(found), f"`gofsim rate {path}` looks closer, at every seat.")


def read_line() -> str:
    """A line that you typed; the end of the input is to quit."""
    try:
        return input("you> ")
    except EOFError:
        print(flush=True)
        raise QuitError from None


def cards_of(seen: Seen) -> list[int]:
    """The different cards of the hand, each as a mask."""
    types = seen.hand & int(CARD_TYPES)
    return [1 << bit for bit in range(64) if types >> bit & 1]
