"""The sentence at the top: which question it answers, and that it follows from the numbers."""

import re

import pytest

from gofsim.analysis.arms import pairs_table
from gofsim.analysis.bots import bot_pairs_table
from gofsim.analysis.collect import collect
from gofsim.analysis.estimates import Estimate, is_significant
from gofsim.analysis.headline import default_kind, make_headline
from gofsim.analysis.metrics import main_metrics
from gofsim.analysis.rule_words import Contrast, contrasts_of
from gofsim.analysis.run_folder import read_run

RULE = """
question = "What does it change?"
seed = 2
games = {games}
{headline}

[arms.usual]
seats = [{seats}]

[arms.other]
seats = [{seats}]
{rule}
"""
EQUAL = '"lowest", "lowest", "lowest", "lowest"'


@pytest.fixture
def sentence(play):
    """The sentence of an experiment with one rule switched."""

    def sentence_of(rule, seats=EQUAL, games=60, headline=""):
        text = RULE.format(rule=rule, seats=seats, games=games, headline=headline)
        return make_headline(collect(read_run(play(text)))).sentence

    return sentence_of


def test_the_kind_follows_from_the_content(mixed, exchange, twins, single, play):
    kinds = [default_kind(collect(read_run(path))) for path in (exchange, twins, single)]
    assert kinds == ["exchange", "bots", "bots"]
    passing = RULE.format(rule='rules.passing = "final"', seats=EQUAL, games=60, headline="")
    assert default_kind(collect(read_run(play(passing)))) == "arms"


def test_a_target_shortens_the_game(sentence):
    found = sentence("rules.target = 30")
    assert re.match(
        r"With other instead of usual, the length of a game falls from [\d.]+ to [\d.]+, by [\d.]+"
        r" rounds \(95% interval [\d.]+ to [\d.]+\)",
        found,
    )


def test_the_values_in_the_sentence_belong_together(sentence):
    found = sentence("rules.target = 30")
    old, new, change, low, high = map(float, re.findall(r"\d+\.\d+", found)[:5])
    assert old - new == pytest.approx(change, abs=0.11)
    assert low < change < high


def test_where_nothing_is_found_the_sentence_says_what_is_ruled_out(sentence):
    found = sentence('rules.exchange_tie = "clockwise"', games=30)
    assert re.match(r"Of rounds that start alike, [\d.]+% \(95% interval .*\) with other go", found)
    assert "at most" in found


def test_the_chart_shows_how_often_a_silent_point_matters(play):
    text = RULE.format(rule='rules.exchange_tie = "clockwise"', seats=EQUAL, games=60, headline="")
    picture = make_headline(collect(read_run(play(text)))).picture
    assert picture.alt.startswith("Rounds that go otherwise than in the first arm: usual 0")


def test_a_rule_that_never_matters_is_identical(sentence):
    found = sentence("rules.riffles = 5", headline='headline = "arms"')
    assert found == "Other and usual are identical in every block."


def test_no_difference_found_states_the_largest_possible(sentence):
    found = sentence('rules.direction = "clockwise"', games=30, headline='headline = "arms"')
    assert found.startswith("No difference from usual found for other:")
    assert found.count("at most") == 2


def test_who_sits_after_whom_is_part_of_the_answer_about_direction(sentence):
    found = sentence(
        'rules.direction = "clockwise"', seats='"lowest", "random", "longest", "random"'
    )
    assert "right after" in found or "right before" in found


def test_forgetting_has_its_price(play):
    text = RULE.format(
        rule='rules.last_card = "off"\n[bots.forgetful]\nkind = "lowest"\nforget = 0.5',
        seats='"forgetful", "lowest", "lowest", "lowest"', games=60, headline="",
    )  # fmt: skip
    found = make_headline(collect(read_run(play(text)))).sentence
    assert re.search(r"in usual, forgetting 50% of last cards costs a bot [\d.]+ points", found)


def test_gangs_are_compared_with_calculation(sentence):
    found = sentence("rules.target = 30", headline='headline = "gangs"')
    assert "where calculation says 31.03%" in found
    assert re.search(
        r"with usual, [\d.]+% of the gangs held are played as gangs, and a hand with one wins"
        r" neither more often nor less often \([\d.]+ percentage points at most\) than a hand"
        r" without",
        found,
    )


def test_arms_are_compared_where_they_seat_the_same_bots(play):
    arms = [
        f'[arms.{name}]\nseats = ["{bot}", "{bot}", "{bot}", "{bot}"]\nrules.target = {target}'
        for name, bot, target in (("a", "lowest", 100), ("b", "lowest", 30),
                                  ("c", "longest", 100), ("d", "longest", 30))
    ]  # fmt: skip
    found = make_headline(
        collect(read_run(play("\n".join(['question = "?"', "seed = 6", "games = 40", *arms]))))
    ).sentence
    assert "with b instead of a, the length of a game falls" in found.replace("With", "with")
    assert "with d instead of c, the length of a game falls" in found
    assert "instead of a" not in found.split(";")[1]


def test_the_exchange_is_also_told_among_other_bots(play):
    arms = [
        f'[arms.{name}]\nseats = ["{bot}", "{bot}", "{bot}", "{bot}"]\nrules.exchange = "{rule}"'
        for name, bot, rule in (("on", "lowest", "standard"), ("off", "lowest", "off"),
                                ("third", "longest", "standard"), ("fourth", "longest", "off"))
    ]  # fmt: skip
    found = make_headline(
        collect(read_run(play("\n".join(['question = "?"', "seed = 6", "games = 40", *arms]))))
    ).sentence
    change = (
        r"from [\d.]+% to [\d.]+%, by [\d.]+ percentage points \(95% interval [\d.]+ to [\d.]+\)"
    )
    assert re.match(
        rf"At a table of lowest bots, the exchange raises the last winner's chance of the next"
        rf" round {change}, and lowers the loser's {change}; at a table of"
        rf" longest bots it raises the winner's {change}\.$",
        found,
    )


def test_the_best_bot_is_named(play):
    text = """
        question = "Who is best?"
        seed = 4
        games = 40
        arms.a.seats = ["random", "lowest", "lowest", "lowest"]
    """
    found = make_headline(collect(read_run(play(text)))).sentence
    assert found.startswith("In arm a, lowest does best: it wins 33.3% (the same in all blocks)")
    assert "where an equal share is 25.0%" in found


def test_the_figures_of_mixed_tables_are_about_the_lone_bot(play):
    text = RULE.format(
        rule="rules.target = 30",
        seats='"lowest", "random", "lowest", "lowest"',
        games=60,
        headline="",
    )
    assert main_metrics(collect(read_run(play(text))))[0].name == "games random"


def test_a_real_but_slight_difference_is_a_limit_and_not_a_rise(evidence_of_passing):
    first, other = evidence_of_passing.run.arms
    plays = next(m for m in main_metrics(evidence_of_passing) if m.name == "plays")
    near = Contrast(other, first, plays, Estimate(-0.007, -0.009, -0.004, 60), 0.001)
    assert near.real
    assert not near.told(evidence_of_passing)
    assert near._replace(difference=Estimate(-0.7, -0.9, -0.4, 60)).told(evidence_of_passing)


def test_a_sentence_claims_what_its_table_calls_significant(evidence_of_passing):
    table = {(r["name"], r["right"]): r["p_holm"] for r in pairs_table(evidence_of_passing).rows}
    told = contrasts_of(evidence_of_passing)
    assert len(told) > 2
    assert [c.p for c in told] == [table[c.metric.name, c.arm.name] for c in told]
    assert not told[0]._replace(p=0.055).told(evidence_of_passing)


def test_bots_are_called_different_where_their_table_does(play):
    text = """
        question = "Who is best?"
        seed = 4
        games = 6
        arms.a.seats = ["random", "lowest", "longest", "longest"]
    """
    evidence = collect(read_run(play(text)))
    rows = [row for row in bot_pairs_table(evidence).rows if row["bots"] == "lowest less longest"]
    found = make_headline(evidence).sentence
    assert is_significant(rows[0]["games"], rows[0]["p_holm"]) == ("does best" in found)
    assert ("no difference was found" in found) == ("does best" not in found)


def test_passing_is_answered_with_the_number_of_passes(evidence_of_passing):
    found = make_headline(evidence_of_passing).sentence
    assert "the number of passes in a round falls from" in found


@pytest.fixture
def evidence_of_passing(play):
    """The sums of a run that switches what a pass means."""
    text = RULE.format(rule='rules.passing = "final"', seats=EQUAL, games=60, headline="")
    return collect(read_run(play(text)))
