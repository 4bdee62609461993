"""The page of card worths: everything is there, harmless, and the same for the same figures."""

from pages import Page

from gofsim.analysis.card_worth import CardWorths, Worth, all_rows, card_worth_page, tables
from gofsim.analysis.estimates import NO_DATA, Estimate
from gofsim.analysis.table import flat_row

ABOUT = {
    "bot": "<b>", "players": 4, "rounds": 1_000, "seed": 3, "rules": "passing=final",
    "command": "gofsim card-worth --bot '<b>'",
}  # fmt: skip


def values(points):
    each = Estimate(points, points - 0.5, points + 0.5, 1_000, 0.25)
    return {"points": each, "first": each, "games": NO_DATA}


def worths():
    cards = [Worth(label, values(k)) for k, label in enumerate(("G1", "M1", "R10", "GP", "RD"))]
    numbers = [Worth("4 x 1", values(1.5), 1, 4), Worth("GP YP", values(2.0), 11, 2)]
    sides = [[Worth("any", values(k), share=1.0)] for k in (-3, 4)]
    return CardWorths(cards, numbers, *sides)


def test_the_page_shows_every_card_and_escapes_names():
    html = card_worth_page(worths(), ABOUT)
    page = Page(html)
    assert "RD is worth most: +4.0 (95% interval +3.5 to +4.5) points" in page.text
    assert "G1 came out lowest: 0.0" in page.text
    assert "<b>" not in html
    looks = [attrs["class"] for tag, attrs in page.tags if tag == "g"]
    assert looks == [*["green", "multi", "red", "high", "high"] * 2, "count-2", "count-4", "giver", "receiver"]  # noqa: E501  # fmt: skip
    assert html == card_worth_page(worths(), ABOUT)


def test_the_tables_hold_all_and_the_file_has_one_row_each():
    found = worths()
    assert [len(table.rows) for table in tables(found)] == [5, 2, 2]
    table = all_rows(found)
    rows = [flat_row(table, row) for row in table.rows]
    assert len(rows) == 9
    assert rows[0] | {"points_n": 0} == {
        "about": "cards", "cards": "G1", "side": None, "share": None,
        "points": 0, "points_low": -0.5, "points_high": 0.5, "points_n": 0, "points_flag": "",
        "first": 0, "first_low": -0.5, "first_high": 0.5, "first_n": 1_000, "first_flag": "",
        "games": None, "games_low": None, "games_high": None, "games_n": 0, "games_flag": "no data",
    }  # fmt: skip
    assert (rows[-1]["side"], rows[-1]["share"]) == ("receiver", 1.0)
