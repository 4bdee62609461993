"""Sweeps: which arm stands where, effects and interactions by hand, words about turning round."""

import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from gofsim.analysis.arms import pairs_table
from gofsim.analysis.collect import collect
from gofsim.analysis.estimates import Estimate, paired_difference
from gofsim.analysis.run_folder import MOST_SHOWN, read_run
from gofsim.analysis.sweep import level_text, sweep_of
from gofsim.analysis.sweep_section import sweep_section
from gofsim.analysis.sweep_tables import findings_of, verdict
from gofsim.analysis.sweep_words import sweep_sentence, turn_words
from gofsim.analysis.table import Table
from gofsim.simulation.sweep import text


@pytest.fixture(scope="module")
def two(swept):
    """What a sweep over two rules found."""
    evidence = collect(read_run(swept))
    return findings_of(evidence, sweep_of(evidence.run))


@pytest.fixture(scope="module")
def one(riffled):
    """What a sweep over one rule found."""
    evidence = collect(read_run(riffled))
    return findings_of(evidence, sweep_of(evidence.run))


def lengths(found, base, *levels):
    """Rounds a game of every block of an arm with one game a block."""
    arm = found.sweep.at(base, levels)
    games = found.evidence.run.rows("games", arm, range(found.evidence.run.blocks))
    by_block = games.group_by("block").agg(pl.col("rounds").mean()).sort("block")
    return by_block["rounds"].to_numpy().astype(np.float64)


def row_of(table: Table, **wanted):
    rows = [r for r in table.rows if all(r[key] == value for key, value in wanted.items())]
    assert len(rows) == 1
    return rows[0]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (3, "3"),
        (0.5, "0.5"),
        (True, "true"),
        ([7, False], "7,false"),
        ({"policy": "value", "rollout": {"kind": "lowest"}}, "policy=value,rollout=kind=lowest"),
    ],
)
def test_values_read_as_in_the_names_of_arms(value, words):
    assert level_text(value) == text(value) == words


def test_arms_stand_at_their_levels(two):
    sweep = two.sweep
    assert sweep.bases == ("random", "lowest")
    assert sweep.origin == ("winner", "40")
    assert [factor.name for factor in sweep.factors] == ["next_lead", "target"]
    assert [factor.numeric for factor in sweep.factors] == [False, True]
    arm = sweep.at("lowest", ("loser", "60"))
    assert (arm.rules["next_lead"], arm.rules["target"]) == ("loser", 60)
    assert arm.labels == ("lowest",) * 4
    assert len(sweep.arms) == 12


def test_arms_of_one_base_are_compared(two):
    groups = two.evidence.run.groups
    assert [{arm.base for arm in group} for group in groups] == [{"random"}, {"lowest"}]
    assert [group[0].factors for group in groups] == [
        {"rules.next_lead": "winner", "rules.target": 40}
    ] * 2


def test_an_effect_is_the_paired_difference_from_the_first_level(two):
    found = row_of(two.effects, base="lowest", change="40 to 80")["game_length"]
    by_hand = paired_difference(
        lengths(two, "lowest", "winner", "80"), lengths(two, "lowest", "winner", "40")
    )
    assert found.value == pytest.approx(by_hand.value)
    assert found.low == pytest.approx(by_hand.low)
    assert found.p == pytest.approx(by_hand.p)


def test_an_interaction_is_a_difference_of_differences(two):
    row = row_of(two.interactions, base="lowest", **{"rules.next_lead": "loser",
                                                     "rules.target": "80"})  # fmt: skip
    both, lead, target, none = (
        lengths(two, "lowest", *place)
        for place in (("loser", "80"), ("loser", "40"), ("winner", "80"), ("winner", "40"))
    )
    by_hand = paired_difference(both + none, lead + target)
    assert row["game_length"].value == pytest.approx(by_hand.value)
    assert row["game_length"].high == pytest.approx(by_hand.high)
    assert len(two.interactions.rows) == 2 * 1 * 2


def test_bases_are_compared_by_the_effect_from_first_to_last(two):
    row = row_of(two.turns, name="game_length", factor="target", base="lowest")
    one, other = (
        row_of(two.effects, base=base, change="40 to 80")["game_length"]
        for base in ("random", "lowest")
    )
    assert row["effect_first"] == one
    assert row["effect"] == other
    assert row["contrast"].value == pytest.approx(other.value - one.value)
    assert row["p_holm"] >= row["contrast"].p


def test_p_values_are_adjusted_over_the_whole_table(one):
    keys = [column.key for column in one.effects.columns if column.key.startswith("p ")]
    cells = [(row[key[2:]].p, row[key]) for row in one.effects.rows for key in keys]
    smallest = min(p for p, _ in cells)
    assert min(adjusted for _, adjusted in cells) == pytest.approx(min(1, smallest * len(cells)))
    strong = {
        (place, key[2:])
        for place, row in enumerate(one.effects.rows)
        for key in keys
        if row[key] < 0.05
    }
    marked = {(place, key) for place, row in enumerate(one.effects.rows) for key in row["strong"]}
    assert strong == marked
    assert strong


def test_no_riffle_at_all_deals_fewer_gangs(one):
    row = row_of(one.effects, base="random", change="10 to 0")
    assert "gangs_dealt" in row["strong"]
    assert row["gangs_dealt"].value < -0.05


def test_what_is_not_found_is_said_with_its_limit(one):
    first = sweep_sentence(one).split(";")[0]
    assert re.fullmatch(
        r"With riffles = 7 instead of 10, at a table of random bots, no difference found: the"
        r" number of gangs dealt differs by 0\.\d+ a hand at most",
        first,
    )


@pytest.mark.parametrize(
    ("random", "lowest", "words"),
    [
        ({"1", "2"}, {"5"}, "going from 10, the first value that makes a difference is 1 in random"
         " and 5 in lowest"),
        (set(), {"2", "3"}, "going from 10, the first value that makes a difference is 2 in"
         " lowest"),
        ({"0", "3"}, set(), None),  # the very next value, or none at all
    ],
)  # fmt: skip
def test_the_sentence_says_where_an_effect_begins(one, random, lowest, words):
    told = {"random": random, "lowest": lowest}
    rows = tuple(
        row | {"strong": {"gangs_dealt"} if row["change"].split()[-1] in told[row["base"]] else ()}
        for row in one.effects.rows
    )
    sentence = sweep_sentence(replace(one, effects=replace(one.effects, rows=rows)))
    if words is None:
        assert "makes a difference" not in sentence
    else:
        assert f"; {words};" in sentence


def change(value, error):
    return Estimate(value, value - 2 * error, value + 2 * error, 100, error, 0.01)


def turned(before, after, *, real=True, p=0.001):
    contrast = change(after - before, 0.1)
    row = {
        "effect_first": change(before, 0.1), "effect": change(after, 0.1), "real_first": real,
        "real": real, "contrast": contrast, "p_holm": p, "base": "control", "kind": "change",
    }  # fmt: skip
    return row | {"verdict": verdict(row)}


@pytest.mark.parametrize(
    ("row", "word", "words"),
    [
        (turned(-1.0, 2.0), "turns round", "the effect turns round between random and control"),
        (turned(1.0, 2.0), "larger", "does not turn round between random and control, but the two"),
        (turned(2.0, 1.0), "smaller", "are 1.0 points apart"),
        (turned(-1.0, 2.0, real=False), "larger", "no turn of the effect was found"),
        (turned(-1.0, 2.0, p=0.2), "no difference found", "the two differ by 3.2 points at most"),
    ],
)
def test_a_turn_needs_two_real_effects_and_a_real_difference(row, word, words):
    assert row["verdict"] == word
    assert words in turn_words(row, "random", "points")


def test_the_sentence_names_every_factor_and_the_interaction(two):
    sentence = sweep_sentence(two)
    assert re.match(r"With next_lead = loser instead of winner, at a table of random", sentence)
    assert "; with target = 80 instead of 40, at a table of random bots" in sentence
    assert "both together" in sentence
    assert sentence.count("turn") >= 2


def test_pictures_by_number_of_factors(one, two):
    names = [
        [picture.name for picture in sweep_section(found.evidence).pictures] for found in (one, two)
    ]
    assert names == [["sweep"], ["sweep_map_1", "sweep_map_2"]]


def test_large_sweeps_show_the_ends_and_compare_with_the_first(riffled, report_of, one):
    run = one.evidence.run
    assert len(run.arms) == 14 > MOST_SHOWN
    assert [arm.factors["rules.riffles"] for arm in run.shown] == [10, 7, 10, 7]
    report_of(riffled)
    page = (riffled / "report.html").read_text("utf-8")
    assert "show 4 of the 14 arms" in page
    assert "random riffles=7" in page
    findings, _, games = page.partition("Games worth a look")
    assert "random riffles=2" not in findings
    assert "gofsim replay" in games  # any arm may have played one of these
    every = pl.read_csv(riffled / "tables" / "turns.csv")
    assert set(every["arm"]) == {arm.name for arm in run.arms}
    assert {row["left"] for row in pairs_table(one.evidence).rows} == {
        "random riffles=10", "random riffles=0", "random riffles=1", "random riffles=2",
        "random riffles=3", "random riffles=5", "lowest riffles=10", "lowest riffles=0",
        "lowest riffles=1", "lowest riffles=2", "lowest riffles=3", "lowest riffles=5",
    }  # fmt: skip


def test_long_tables_show_the_last_values(two, monkeypatch):
    monkeypatch.setattr("gofsim.analysis.sweep_tables.MOST_ROWS", 3)
    found = findings_of(two.evidence, two.sweep)
    assert [row["change"] for row in found.effects.page_rows] == ["winner to loser", "40 to 80"] * 2
    assert len(found.effects.rows) == 6
    assert {row["rules.next_lead"] for row in found.interactions.page_rows} == {"loser"}


def test_runs_without_a_sweep_have_none(mixed):
    evidence = collect(read_run(mixed))
    assert sweep_of(evidence.run) is None
    assert sweep_section(evidence) is None
