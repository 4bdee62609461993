"""What you typed: a decision, a word such as `hint`, or one line about what would be right."""

from gofsim.errors import BadInputError
from gofsim.notation import mask_of, text_of
from gofsim.simulation.umpire import fault_of
from gofsim.strategies.plain import Seen
from gofsim.suggest import did_you_mean, written

WORDS = {
    "?": "help", "help": "help", "h": "help", "hint": "hint", "list": "list", "l": "list",
    "undo": "undo", "u": "undo", "quit": "quit", "q": "quit", "exit": "quit",
}  # fmt: skip


def read_entry(text: str, seen: Seen, options: list[int]) -> int | str:
    """Return the cards of a decision as a mask (0: the pass), or a word of `WORDS`.

    `options` are the plays, or cards to give, in the order in which they are numbered. Raises
    BadInputError for all else.
    """
    entry = text.strip().lower()
    if entry in WORDS:
        return WORDS[entry]
    if entry in ("pass", "p"):
        return _passed(seen)
    if entry.isdecimal():
        number = int(entry) if len(entry) < 4 else 0  # noqa: PLR2004
        if not 1 <= number <= len(options):
            raise BadInputError(f"the list has 1 to {len(options)}, no {written(entry)}")
        return options[number - 1]
    return _cards(entry.replace(",", " "), seen, options)


def _passed(seen: Seen) -> int:
    if seen.gives:
        raise BadInputError("one card goes back; name it")
    if fault := fault_of(seen.words.copy(), seen.hand, None):
        raise BadInputError(f"you {fault}")
    return 0


def _cards(entry: str, seen: Seen, options: list[int]) -> int:
    """Cards in text that may be laid, or given."""
    if not entry.strip():
        raise BadInputError("cards, a number of the list, or pass; ? is help")
    near = did_you_mean(entry, [*WORDS, "pass"]) if len(entry) > 2 else ""  # noqa: PLR2004
    try:
        cards = mask_of(entry)
    except BadInputError as error:
        raise BadInputError(f"{error}{near or '; ? is help'}") from None
    if cards in options:
        return cards
    if seen.gives:
        raise BadInputError(f"{text_of(cards)} is not one card of your hand")
    raise BadInputError(fault_of(seen.words.copy(), seen.hand, cards))
