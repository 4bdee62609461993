"""What `gofsim play` shows: moves since you were asked, the table, your cards and plays."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gofsim.commands.text import table_lines
from gofsim.kernel import view
from gofsim.kernel.callback import Words
from gofsim.notation import text_of
from gofsim.replay_text import move_line, trick_starts
from gofsim.rules import Rules
from gofsim.simulation.replay import exchange_log, moves_so_far
from gofsim.strategies.plain import Seen

MOST_LISTED = 12  # legal plays that are shown without being asked for
WIDTH = 78
HELP = """Type the cards to lay, such as `g2 y2` (g, y, r and the number; m1, gp, yp, rd), or
  a number    the play of that number in the list
  pass, p     pass
  list, l     the list of everything you may do
  hint        what the advice is, after a moment of trying it out
  undo, u     take your last decision back, also of rounds before
  quit, q     leave; the finished rounds are kept
  ?           this help"""


def question(seen: Seen, names: Sequence[str], rules: Rules, told: int) -> Iterator[str]:
    """Yield the lines before you are asked: what has happened since move `told`, and the table."""
    yield ""
    if told == 0:
        yield from round_start(seen.words, names)
    yield from move_lines(seen.words, names, rules, told)
    yield from (f"  {line}" for line in table_lines(list(standings(seen, names))))
    yield f"  your hand  {seen.text(seen.hand)}"
    if not seen.gives:
        yield from offered(seen.plays, may_pass=seen.may_pass)
    yield wanted(seen, names)


def round_start(words: Words, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines that begin a round."""
    way = "clockwise" if words[view.CLOCKWISE] else "counterclockwise"
    yield f"Round {int(words[view.ROUND])}, {way}, {names[int(words[view.DEALER])]} dealt"
    swap = exchange_log(words)
    if swap:
        back = f", gets {swap['returned']} back" if swap["returned"] else ""
        yield f"  {names[swap['giver']]}: {swap['given']} to {names[swap['receiver']]}{back}"


def move_lines(words: Words, names: Sequence[str], rules: Rules, told: int) -> Iterator[str]:
    """Yield a line for each move from `told` on; a trick's first is marked."""
    moves, width = moves_so_far(words, rules), max(map(len, names))
    starts = trick_starts({"moves": moves}, rules.players, final=rules.passing == "final")
    for leads, move in list(zip(starts, moves, strict=True))[told:]:
        yield move_line(move, names, width, leads=leads)


def standings(seen: Seen, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a row a seat, in turn order from you: its cards and total."""
    words, players = seen.words, seen.players
    step = 1 if words[view.CLOCKWISE] else players - 1
    for place in range(players):
        seat = place * step % players
        notes = {view.ANNOUNCED: "last card", view.OUT: "out", view.PASSED: "passed"}
        said = [note for word, note in notes.items() if int(words[word]) >> seat & 1]
        yield {
            "in turn": names[seat],
            "cards": seen.counts[seat],
            "total": seen.totals[seat],
            "": ", ".join(said) or None,
        }


def wanted(seen: Seen, names: Sequence[str]) -> str:
    """The line that says what is asked for."""
    if seen.gives:
        swap = exchange_log(seen.words) or {}
        return f"You got {swap['given']}. Which card goes back to {names[swap['giver']]}?"
    if seen.to_beat:
        return f"To beat: {seen.text(seen.to_beat)} ({names[seen.owner or 0]})"
    required = int(seen.words[view.REQUIRED])
    return f"You lead{f', with {text_of(required)} among the cards' if required else ''}."


def offered(options: Sequence[int], *, may_pass: bool) -> Iterator[str]:
    """Yield the plays where they are few, else how many there are."""
    if len(options) <= MOST_LISTED:
        yield from listing(options, may_pass=may_pass)
    else:
        yield f"  {len(options)} plays{', or pass' if may_pass else ''}; `list` numbers them"


def listing(options: Sequence[int], *, may_pass: bool) -> Iterator[str]:
    """Yield the numbered plays, several a line, and the pass."""
    cells = [f"{number} {text_of(play)}" for number, play in enumerate(options, start=1)]
    cells += ["pass"] if may_pass else []
    width = max(map(len, cells)) + 3
    columns = max(1, (WIDTH - 2) // width)
    for first in range(0, len(cells), columns):
        row = cells[first : first + columns]
        yield "  " + "".join(cell.ljust(width) for cell in row).rstrip()


def round_end(
    entry: Mapping[str, Any], hands: Sequence[str], names: Sequence[str]
) -> Iterator[str]:
    """Yield the lines that end a round; `hands` are what was left of them."""
    yield f"{names[entry['winner']]}: out of cards, round {entry['number']} is over"
    rows = [
        {
            "": name,
            "cards left": entry["cards_left"][seat],
            "points": entry["points"][seat],
            "total": entry["totals"][seat],
            "hand": hands[seat] or None,
        }
        for seat, name in enumerate(names)
    ]
    yield from (f"  {line}" for line in table_lines(rows))
