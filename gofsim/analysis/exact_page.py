"""What `gofsim exact` prints: the exact probabilities as plain data and as a text table."""

from fractions import Fraction
from typing import Any

from gofsim.analysis import exact

FORMAT = "gofsim-exact/1"
PUBLISHED_SHARE = 0.30  # "almost 30%" of hands hold a gang, the publisher's web page said
# The publisher's web page: % for 0, 1, 2, 3, 4 gangs among the other three, given how many I hold.
PUBLISHED_OTHERS = (
    (35.8, 39.7, 18.7, 5.0, 0.7),
    (31.3, 39.2, 21.8, 6.4, 1.1),
    (26.3, 37.5, 25.2, 8.8, 1.8),
    (9.1, 31.8, 31.8, 22.7, 4.6),
)
MOST_SHOWN = 4  # gangs; more of them are rarer than 1 in 100


def exact_facts() -> dict[str, Any]:
    """All exact probabilities, ready for JSON.

    ``facts``: one entry each with ``name``, ``meaning``, ``probability`` (float) and ``fraction``
    (text); ``gangs``: probabilities by number of gangs in 1, 3 and 4 hands; ``others``: rows by the
    number of gangs I hold, beside the ``published`` table (as shares).
    """
    return {
        "format": FORMAT,
        "facts": [
            {
                "name": name,
                "meaning": meaning,
                "probability": float(chance),
                "fraction": str(chance),
            }
            for name, meaning, chance in _facts()
        ],
        "expected_gangs_in_a_hand": float(_expected(exact.gangs_in_hands(1))),
        "gangs": {
            str(hands): [float(p) for p in exact.gangs_in_hands(hands)] for hands in (1, 3, 4)
        },
        "sizes": [
            {"number": number, "size": size, "probability": float(exact.gang_of(number, size))}
            for number, copies in enumerate(exact.COPIES, start=1)
            for size in range(exact.GANG, copies + 1)
        ],
        "others": [
            {
                "mine": mine,
                "probability": [float(p) for p in exact.gangs_among_others(mine)],
                "published": [round(percent / 100, 3) for percent in published],
            }
            for mine, published in enumerate(PUBLISHED_OTHERS)
        ],
    }


def exact_text() -> str:
    """The same as lines of text for a terminal."""
    data = exact_facts()
    width = max(len(fact["meaning"]) for fact in data["facts"])
    lines = ["Exact probabilities of dealt hands (16 of 64 cards)", ""]
    lines += [f"{fact['meaning']:<{width}}  {fact['probability']:.10f}" for fact in data["facts"]]
    lines += [f"{'gangs in a hand, expected':<{width}}  {data['expected_gangs_in_a_hand']:.10f}"]
    lines += ["", f"{'Gangs together, %':<18}" + _heads()]
    for hands, label in (("1", "in one hand"), ("3", "in three hands"), ("4", "in four hands")):
        lines.append(f"{label:<18}" + _percents(data["gangs"][hands]))
    lines += ["", "Gangs among the other three, %, given how many I hold", f"{'':<18}" + _heads()]
    for row in data["others"]:
        lines.append(f"{'I hold ' + str(row['mine']):<18}" + _percents(row["probability"]))
        lines.append(f"{'  as published':<18}" + _percents(row["published"], digits=1))
    lines += [
        "",
        "The published rows for 0, 1 and 2 agree with the exact values; the last does not.",
    ]
    return "\n".join(lines)


def _facts() -> list[tuple[str, str, Fraction]]:
    one = exact.gangs_in_hands(1)
    return [
        ("gang", "a hand holds a gang", 1 - one[0]),
        ("gang_at_table_4", "some of four hands holds a gang", 1 - exact.gangs_in_hands(4)[0]),
        ("gang_at_table_3", "some of three hands holds a gang", 1 - exact.gangs_in_hands(3)[0]),
        ("gang_of_ones", "a hand holds a gang of 1s", exact.any_gang_of(1)),
        ("gang_of_number", "a hand holds a gang of a given number 2 to 10", exact.any_gang_of(2)),
        *(
            (f"largest_count_{most}", f"the largest count is {most}", exact.largest_count(most))
            for most in range(exact.GANG, max(exact.COPIES) + 1)
        ),
        ("straight", "a hand holds a straight", exact.straight()),
        ("flush", "a hand holds a flush that is no straight flush", exact.plain_flush()),
        ("full_house", "a hand holds a full house", exact.full_house()),
        ("straight_flush", "a hand holds a straight flush", exact.straight_flush()),
        ("phoenix_pair", "a hand holds the phoenix pair", exact.phoenix_pair()),
    ]


def _expected(chances: list[Fraction]) -> Fraction:
    return sum((count * chance for count, chance in enumerate(chances)), Fraction())


def _heads() -> str:
    return "".join(f"{count:>9}" for count in range(MOST_SHOWN + 1))


def _percents(chances: list[float], digits: int = 4) -> str:
    return "".join(f"{100 * chance:>9.{digits}f}" for chance in chances[: MOST_SHOWN + 1])
