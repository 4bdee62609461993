"""The pictures of the worth of cards: each card, few of a number, gangs, and the exchange."""

from collections.abc import Sequence

from gofsim.analysis.card_worth import MEASURES, PHOENIXES, CardWorths, Worth
from gofsim.analysis.figures import COLOURS, Dot, Panel, dot_chart
from gofsim.analysis.section import Picture
from gofsim.analysis.table import cell_text
from gofsim.analysis.upright_chart import Series, UprightPanel, upright_chart

NUMBERS = [*map(str, range(1, 11))]
HIGHER = ["M1", "GP", "YP", "RD"]
OF_CARDS = {"G": "green", "Y": "yellow", "R": "red"}
HUES = {"green": "#009E73", "yellow": "#E69F00", "red": "#D55E00", "": "#0072B2"}
FEW_NAMES = {1: "one", 2: "pair", 3: "triple"}
GANG_NAMES = {4: "four", 5: "five", 6: "six", 7: "seven"}
PAIR = "GP YP"
TITLES = ("Points saved a round", "Rounds won, percentage points")
OTHERS = "95% intervals over blocks; above zero it is better to hold them."


def cards_picture(cards: Sequence[Worth]) -> Picture:
    """All different cards by number, the three colours side by side."""
    panels = [
        UprightPanel(title, kind, _by_colour(cards, key))
        for title, (key, _, kind) in zip(TITLES, MEASURES, strict=False)
    ]
    return Picture(
        "card_worth", f"Worth of each card, points saved a round: {_words(cards)}.",
        "Each card against an average one in its place. 95% intervals over blocks; above zero it is"
        " better to hold it.",
        upright_chart([*NUMBERS, *HIGHER], panels, "number; M1, phoenixes and dragon"),
    )  # fmt: skip


def _by_colour(cards: Sequence[Worth], key: str) -> dict[str, Series]:
    return {
        name: Series(colour, {
            each.label if each.label in HIGHER else each.label[1:]: each.values[key]
            for each in cards if _hue(each.label) == name
        })
        for name, colour in HUES.items()
    }  # fmt: skip


def _hue(card: str) -> str:
    return "" if card in HIGHER else OF_CARDS[card[0]]


def few_picture(numbers: Sequence[Worth]) -> Picture:
    """One, two and three of a number."""
    return _numbers_picture(
        "few_worth", numbers, FEW_NAMES, [*NUMBERS, PAIR], "One, a pair and a triple"
    )


def gangs_picture(numbers: Sequence[Worth]) -> Picture:
    """Four and more of a number."""
    return _numbers_picture("gang_worth", numbers, GANG_NAMES, NUMBERS, "Gangs")


def _numbers_picture(
    name: str,
    numbers: Sequence[Worth],
    names: dict[int, str],
    labels: Sequence[str],
    title: str,
) -> Picture:
    shown = [each for each in numbers if each.count in names and _place(each) in labels]
    series = {
        word: Series(COLOURS[place], {
            _place(each): each.points for each in shown if each.count == count
        })
        for place, (count, word) in enumerate(names.items())
    }  # fmt: skip
    panel = UprightPanel(f"{title}: points saved a round", "change", series)
    return Picture(
        name, f"{title} of a number, points saved a round: {_words(shown)}.",
        "Exactly so many of a number against as many cards of other numbers and none of this one. "
        + OTHERS,
        upright_chart(labels, [panel], "number"),
    )  # fmt: skip


def _place(each: Worth) -> str:
    return PAIR if each.number == PHOENIXES else str(each.number)


def exchange_picture(found: CardWorths) -> Picture:
    """Giver and receiver by the card given."""
    sides = {"giver": found.giver, "receiver": found.receiver}
    rows = [
        Dot(label, {side: worths[place].points for side, worths in sides.items()})
        for place, label in enumerate(each.label for each in found.giver)
    ]
    words = "; ".join(f"{side}: {_words(worths)}" for side, worths in sides.items())
    return Picture(
        "exchange_worth", f"The exchange, points saved a round by card given. {words}.",
        "What the whole exchange brings to either side, by the card that is given, with 95%"
        " intervals over blocks. Above zero it is better that it takes place.",
        dot_chart([Panel(rows, "points saved a round", "change", mark=(0.0, ""))]),
    )  # fmt: skip


def _words(worths: Sequence[Worth]) -> str:
    return ", ".join(f"{each.label} {cell_text(each.points, 'change')}" for each in worths)
