"""Cards as text and as bits: `G7 Y7 R10`, `M1`, `GP`, `YP`, `RD`; case and order do not matter.

A mask here is a Python int in the layout of the engine (kernel/cards.py): bit order is card
order, and a single one of two twins stands on the lower bit.
"""

from collections import Counter

from gofsim.errors import BadInputError

# Card names by bit.
CARDS = (
    *(f"{colour}1" for colour in "GGYYRR"),
    "M1",
    *(f"{colour}{number}" for number in range(2, 11) for colour in "GGYYRR"),
    "GP",
    "YP",
    "RD",
)
LONGEST = 20  # signs of a card that there is not, in a line
_COPIES = Counter(CARDS)
_FIRST_BIT = {name: CARDS.index(name) for name in _COPIES}


def mask_of(text: str) -> int:
    """Normal mask of cards separated by spaces.

    Raises BadInputError naming a card that does not exist or stands there too often.
    """
    counts = Counter(word.upper() for word in text.split())
    for name, count in counts.items():
        if name not in _COPIES:
            known = name if len(name) <= LONGEST else f"{name[:LONGEST]}.."
            raise BadInputError(
                f"unknown card {known!r}: cards are G1..G10, Y1..Y10, R1..R10, M1, GP, YP, RD"
            )
        if count > _COPIES[name]:
            copies = "one copy" if _COPIES[name] == 1 else "two copies"
            raise BadInputError(f"{count} times {name}: the deck has only {copies} of it")
    return sum(((1 << count) - 1) << _FIRST_BIT[name] for name, count in counts.items())


def text_of(mask: int) -> str:
    """Cards of a mask, weakest first, separated by spaces; empty for none."""
    bits = int(mask)
    return " ".join(CARDS[bit] for bit in range(len(CARDS)) if bits >> bit & 1)
