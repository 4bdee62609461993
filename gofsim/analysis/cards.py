"""Card texts of the bit indexes in the results, and the groups the tables show."""

COLOURS = "GGYYRR"
MULTI = 6
FIRST_TWO = 7
PHOENIXES = 61
DECK = 64


def card_text(index: int) -> str:
    """Text of a card's bit index 0..63, weakest first: G1 .. R1, M1, G2 .. R10, GP, YP, RD."""
    if index >= PHOENIXES:
        return ("GP", "YP", "RD")[index - PHOENIXES]
    if index == MULTI:
        return "M1"
    if index < MULTI:
        return f"{COLOURS[index]}1"
    number, copy = divmod(index - FIRST_TWO, 6)
    return f"{COLOURS[copy]}{number + 2}"


def _with_text(*texts: str) -> list[int]:
    return [index for index in range(DECK) if card_text(index) in texts]


def _numbers(low: int, high: int) -> list[int]:
    wanted = {f"{colour}{n}" for colour in "GYRM" for n in range(low, high + 1)}
    return _with_text(*wanted)


CARD_GROUPS = {
    "dragon": _with_text("RD"),
    "yellow phoenix": _with_text("YP"),
    "green phoenix": _with_text("GP"),
    "red 10": _with_text("R10"),
    "yellow 10": _with_text("Y10"),
    "green 10": _with_text("G10"),
    "9 or lower": _numbers(1, 9),
}

RETURN_GROUPS = {
    **{str(number): _numbers(number, number) for number in range(1, 11)},
    "phoenix or dragon": _with_text("GP", "YP", "RD"),
}
