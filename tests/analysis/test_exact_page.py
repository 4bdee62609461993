"""What `gofsim exact` prints."""

import json

from gofsim.analysis.exact_page import exact_facts, exact_text


def test_the_data_is_json_with_a_format_and_exact_fractions():
    data = json.loads(json.dumps(exact_facts()))
    assert data["format"] == "gofsim-exact/1"
    gang = next(fact for fact in data["facts"] if fact["name"] == "gang")
    above, below = map(int, gang["fraction"].split("/"))
    assert above / below == gang["probability"]
    assert data["others"][3]["published"] == [0.091, 0.318, 0.318, 0.227, 0.046]


def test_the_text_shows_the_same_figures_and_says_which_row_is_wrong():
    text = exact_text()
    assert "a hand holds a gang" in text
    assert "0.3102909792" in text
    assert "21.5001" in text
    assert "the last does not" in text
