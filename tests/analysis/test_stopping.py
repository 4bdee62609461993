"""The report of a run that looking ended: what it says of it, and the intervals it shows."""

import pytest

from gofsim.analysis.arms import pairs_table
from gofsim.analysis.collect import collect
from gofsim.analysis.report import make_report
from gofsim.analysis.run_folder import read_run
from gofsim.analysis.sequential import anytime_p, confidence_sequence_reach, tuning
from gofsim.analysis.stopping import stop_words, stopped_estimate, stopping_section
from gofsim.analysis.words import counted
from gofsim.playing import play_experiment
from gofsim.simulation.experiment import load_experiment

ARMS = """
question = "Does the exchange matter to lowest?"
seed = 5
games = 600
[arms.on]
seats = ["lowest", "random", "random", "random"]
[arms.off]
seats = ["lowest", "random", "random", "random"]
rules.exchange = "off"
"""
RULES = {
    "width": 'rule = "width"\nwidth = 1.0',
    "anytime": 'rule = "anytime"\nwidth = 1.5',
    "sprt": 'rule = "sprt"\nd0 = 0.0\nd1 = 3.0',
    "never": 'rule = "width"\nwidth = 0.001',
}


def play(folder, stop, text=ARMS):
    path = folder / "stopped.toml"
    path.write_text(f'{text}[stop]\nof = ["on", "off"]\n{stop}\n', "utf-8")
    experiment = load_experiment(path)
    return read_run(play_experiment(experiment, folder / "results", workers=1))


@pytest.fixture(scope="module", params=list(RULES))
def stopped(request, tmp_path_factory):
    return request.param, play(tmp_path_factory.mktemp("stopped"), RULES[request.param])


def test_only_the_blocks_up_to_the_stop_count(stopped):
    rule, run = stopped
    assert run.blocks == run.looks[-1]["blocks"] == run.experiment["blocks"]
    assert (run.blocks == 600) == (rule == "never")
    assert run.experiment["most_blocks"] == 600
    assert [look["decision"] for look in run.looks[:-1]] == ["go on"] * (len(run.looks) - 1)


def test_the_section_tells_the_rule_the_looks_and_the_interval(stopped):
    rule, run = stopped
    section = stopping_section(run)
    story, value, others = section.text
    assert f"{len(run.looks)} time" in story
    assert stop_words(run) in story
    assert {
        "width": "usual t interval",
        "never": "usual t interval",
        "anytime": "confidence sequence",
        "sprt": "overstates the difference",
    }[rule] in value
    assert "confidence sequences" in others
    assert len(section.tables[0].rows) == len(run.looks)


def test_the_decision_is_told(stopped):
    rule, run = stopped
    told = stop_words(run)
    if rule == "never":
        assert told.startswith("600 blocks were not enough for the stop rule")
    elif rule == "sprt":
        two = ["0 points", "3 points"]
        first, second = two if run.looks[-1]["decision"] == "d0" else reversed(two)
        assert told.startswith(f"of the two values {first} and {second} the sequential test finds")
    else:
        assert "is no wider than" in told


def test_every_other_interval_is_a_confidence_sequence(stopped):
    _, run = stopped
    rows = [row["difference"] for row in pairs_table(collect(run)).rows]
    known = [row for row in rows if row.error]
    assert known
    r = tuning(100)
    for row in known:
        reach = confidence_sequence_reach(row.error, row.n, r)
        assert (row.low, row.high) == pytest.approx((row.value - reach, row.value + reach))
        assert row.p == pytest.approx(anytime_p(row.value, row.error, row.n, r))


def test_the_page_says_that_it_was_looked_at(tmp_path):
    run = play(tmp_path, RULES["sprt"])
    report = make_report(run.path)
    page = report.path.read_text("utf-8")
    assert 'id="looks"' in page
    assert "was looked at while it was played" in page
    assert len(report.tables["looks"].rows) == len(run.looks)
    assert "gangs_dealt" not in report.tables  # shares of independent trials: fixed size only
    for row in report.tables["game_length"].rows:
        assert (row["median"].low, row["median"].flag) == (None, "stopped by looking")


def test_the_width_rule_shows_the_interval_it_asked_for(tmp_path):
    run = play(tmp_path, RULES["width"])
    shown = stopped_estimate(run)
    assert shown.high - shown.low <= 1.0
    anytime = play(tmp_path, RULES["anytime"])
    assert stopped_estimate(anytime).high - stopped_estimate(anytime).low <= 1.5


def test_after_other_looks_a_width_rule_has_a_sequence_too(tmp_path):
    play(tmp_path, RULES["sprt"])
    run = play(tmp_path, RULES["width"])
    assert [past["stop"]["rule"] for past in run.earlier_looks] == ["sprt"]
    shown, last = stopped_estimate(run), run.looks[-1]
    reach = confidence_sequence_reach(last["error"], last["blocks"], tuning(100))
    assert (shown.low, shown.high) == pytest.approx((last["value"] - reach, last["value"] + reach))
    assert "usual t interval" not in " ".join(stopping_section(run).text)


def play_fixed(folder, out, blocks):
    path = folder / "stopped.toml"
    path.write_text(ARMS.replace("600", str(blocks)), "utf-8")
    return read_run(play_experiment(load_experiment(path), folder / out, workers=1))


def test_intervals_of_a_stopped_run_are_wider_than_those_of_a_fixed_one(tmp_path):
    looked = play(tmp_path, RULES["width"])
    fixed = play_fixed(tmp_path, "elsewhere", looked.blocks)
    assert fixed.blocks == looked.blocks
    ratios = [a / b for a, b in zip(widths(looked), widths(fixed), strict=True)]
    assert 1.4 < min(ratios) <= max(ratios) < 2.0
    assert stopping_section(fixed) is None


def test_leaving_the_rule_out_afterwards_does_not_undo_the_looking(tmp_path):
    looked = play(tmp_path, RULES["width"])
    again = play_fixed(tmp_path, "results", looked.blocks)
    assert (again.path, again.stop) == (looked.path, None)
    assert widths(again) == widths(looked)
    report = make_report(again.path)
    (warning,) = [line for line in report.warnings if "looked at before" in line]
    looks = counted(len(looked.looks), "look")
    assert f"width on on and off, {looks}, up to {looked.blocks} blocks" in warning
    assert not (again.path / "tables" / "looks.csv").exists()
    third = play(tmp_path, RULES["sprt"])
    assert [past["stop"]["rule"] for past in third.earlier_looks] == ["width"]


def test_the_looks_of_others_do_not_matter(tmp_path):
    play(tmp_path, RULES["width"])
    other = ARMS.replace("[arms.off]", "[arms.neither]").replace("600", "120")
    path = tmp_path / "stopped.toml"
    path.write_text(other, "utf-8")
    run = read_run(play_experiment(load_experiment(path), tmp_path / "results", workers=1))
    assert run.manifest["earlier_looks"]
    assert (run.earlier_looks, run.anytime) == ([], None)


def widths(run):
    """Of the intervals of all differences between the arms, where blocks differ."""
    found = [row["difference"] for row in pairs_table(collect(run)).rows]
    return [each.high - each.low for each in found if each.error]
