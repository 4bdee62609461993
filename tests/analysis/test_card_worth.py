"""Tables, sentence and pictures of the worth of cards."""

from gofsim.analysis.card_worth import (
    CardWorths,
    Worth,
    cards_table,
    exchange_table,
    numbers_table,
    worth_sentence,
)
from gofsim.analysis.estimates import NO_DATA, Estimate
from gofsim.analysis.table import MINUS, flat_row
from gofsim.analysis.worth_pictures import cards_picture, few_picture, gangs_picture


def values(points):
    each = Estimate(points, points - 0.5, points + 0.5, 1_000, 0.25)
    return {"points": each, "first": each, "games": NO_DATA}


def worths():
    cards = [Worth(label, values(k)) for k, label in enumerate(("G1", "M1", "R10", "GP", "RD"))]
    numbers = [
        Worth("2 x 9", values(9.0), 9, 2), Worth("4 x 1", values(1.5), 1, 4),
        Worth("5 x 1", values(2.5), 1, 5), Worth("GP YP", values(2.0), 11, 2),
    ]  # fmt: skip
    sides = [[Worth("any", values(k), share=1.0)] for k in (-3, 4)]
    return CardWorths(cards, numbers, *sides)


def test_the_sentence_names_the_ends_the_dearest_gang_and_both_sides():
    sentence = worth_sentence(worths(), "linear")
    assert sentence.startswith("In the hands of linear, RD came out as the card worth most, +4.0 (")
    assert f"and G1 as the one worth least, 0.0 (95% interval {MINUS}0.5 to +0.5)" in sentence
    assert "of the gangs 5 x 1 came out highest, +2.5 (" in sentence
    assert "worth +4.0 (95% interval +3.5 to +4.5) points a round to its receiver" in sentence
    assert sentence.endswith(f"{MINUS}3.0 (95% interval {MINUS}3.5 to {MINUS}2.5) to its giver.")


def test_a_part_that_is_not_asked_is_not_told():
    found = CardWorths([], worths().numbers, [], [])
    assert worth_sentence(found, "b").startswith("Of the gangs 5 x 1 came out highest")
    assert "exchange" not in worth_sentence(found, "b")


def test_the_tables_hold_all():
    found = worths()
    tables = [cards_table(found), numbers_table(found), exchange_table(found)]
    assert [len(table.rows) for table in tables] == [5, 4, 2]
    assert flat_row(tables[0], tables[0].rows[0]) | {"points_n": 0} == {
        "cards": "G1",
        "points": 0, "points_low": -0.5, "points_high": 0.5, "points_n": 0, "points_flag": "",
        "first": 0, "first_low": -0.5, "first_high": 0.5, "first_n": 1_000, "first_flag": "",
        "games": None, "games_low": None, "games_high": None, "games_n": 0, "games_flag": "no data",
    }  # fmt: skip
    assert [(row["side"], row["share"]) for row in tables[2].rows] == [
        ("giver", 1.0), ("receiver", 1.0)
    ]  # fmt: skip


def heights(picture):
    """The dots of the first panel by the labels over which they stand."""
    ax = picture.chart.axes[0]
    labels = [label.get_text() for label in picture.chart.axes[-1].get_xticklabels()]
    marks = [line for line in ax.lines if line.get_marker() not in ("None", "")]
    found = [(line.get_xdata()[0], line.get_ydata()[0]) for line in marks if len(line.get_xdata())]
    return sorted((labels[round(x)], y) for x, y in found)


def test_pictures_show_each_card_pairs_and_gangs_where_they_belong():
    found = worths()
    assert heights(cards_picture(found.cards)) == [("1", 0), ("10", 2), ("GP", 3), ("M1", 1), ("RD", 4)]  # noqa: E501  # fmt: skip
    assert heights(few_picture(found.numbers)) == [("9", 9.0), ("GP YP", 2.0)]
    assert heights(gangs_picture(found.numbers)) == [("1", 1.5), ("1", 2.5)]
    assert "RD +4.0." in cards_picture(found.cards).alt
