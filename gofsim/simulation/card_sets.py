"""The cards whose worth is asked about: each of the 34, and so many of a number."""

from dataclasses import dataclass

from gofsim.notation import CARDS, mask_of

NUMBERS = range(1, 11)
PHOENIXES = 11  # where the pair of them stands among the numbers


@dataclass(frozen=True)
class CardSet:
    """`count` cards of the mask `group`, chosen at random; the hand holds no others of it."""

    label: str
    group: int
    count: int
    number: int | None = None  # where it is so many of a number, or PHOENIXES


def single_cards() -> list[CardSet]:
    """Each different card, weakest first; what else the hand holds is left to chance."""
    return [CardSet(card, mask_of(card), 1) for card in dict.fromkeys(CARDS)]


def of_numbers() -> list[CardSet]:
    """Each number exactly so many times, for all that the deck has; and both phoenixes."""
    sets = [
        CardSet(f"{count} x {number}", group, count, number)
        for number in NUMBERS
        for group in [number_mask(number)]
        for count in range(1, group.bit_count() + 1)
    ]
    return [*sets, CardSet("GP YP", mask_of("GP YP"), 2, PHOENIXES)]


def number_mask(number: int) -> int:
    """All cards of a number."""
    return sum(1 << bit for bit, card in enumerate(CARDS) if card[1:] == str(number))
