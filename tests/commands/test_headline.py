"""The headline as text."""

from gofsim.commands.headline import text

ROW = {"arm": "on", "won": 0.16275, "won_low": 0.1427, "won_high": 0.1828, "won_n": 200}


def test_estimates_stand_with_their_intervals():
    rows = [ROW, {"arm": "off", "won": None, "won_low": None, "won_high": None, "won_n": 0}]
    found = {"question": "Q?", "sentence": "A.", "table": rows, "report": "x/report.html"}
    assert text(found).splitlines() == [
        "Q?",
        "A.",
        "",
        "arm  won",
        "on   0.1628 (0.1427 to 0.1828)",
        "off",
        "",
        "report: x/report.html",
    ]
