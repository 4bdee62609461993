"""The examples of docs/experiments.md are experiments, its tables hold every key and value."""

import re
from pathlib import Path
from typing import get_args

import pytest

from gofsim.rules import Rules
from gofsim.simulation.deal_table import DealTable, SeatDeal
from gofsim.simulation.experiment import experiment_from
from gofsim.simulation.schema import (
    ArmTable,
    ExperimentTable,
    LeagueTable,
    RunTable,
    StopTable,
    WorthTable,
)
from gofsim.simulation.sources import read_toml

TEXT = (Path(__file__).parent.parent / "docs" / "experiments.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


def example(question, folder):
    """Load the example that asks this."""
    (text,) = [each for each in EXAMPLES if question in each]
    path = folder / "example.toml"
    path.write_text(text, "utf-8")
    return experiment_from(read_toml(path), path)


def test_arms(tmp_path):
    on, off = example("Does the exchange matter?", tmp_path).arms
    assert (on.rules.exchange, off.rules.exchange) == ("standard", "off")
    assert on.labels == off.labels


def test_league(tmp_path):
    experiment = example("Who is best?", tmp_path)
    assert {"lowest-vs-control", "control-vs-control"} <= {arm.name for arm in experiment.arms}
    assert len(experiment.arms) == 9


def test_sweep(tmp_path):
    arms = example("How well must one shuffle?", tmp_path).arms
    assert len(arms) == 6
    assert all(f"`{arm.name}`" in TEXT for arm in (*arms[:2], arms[-1]))


def test_stop(tmp_path):
    stop = example("Is caution any good?", tmp_path).stop
    assert (stop.rule, stop.of, stop.first) == ("sprt", ("cautious", "lowest"), 100)


def test_deal(tmp_path):
    experiment = example("What are a gang of five and the dragon worth", tmp_path)
    assert experiment.deal.described() == {"seat0": {"gang": 5}, "seat1": {"cards": "RD"}}


def test_worth(tmp_path):
    experiment = example("What are the cards worth to a bot", tmp_path)
    assert experiment.worth.described() == {"bot": "patient", "of": ["cards", "exchange"]}
    assert {"RD", "no RD", "exchange", "no exchange"} <= {arm.name for arm in experiment.arms}


def test_every_example_is_tested():
    assert len(EXAMPLES) == 6


@pytest.mark.parametrize(
    ("heading", "table"),
    [
        ("At the top", ExperimentTable),
        ("`[rules]`", Rules),
        ("`[arms.NAME]`", ArmTable),
        ("`[league]`", LeagueTable),
        ("`[stop]`", StopTable),
        ("`[run]`", RunTable),
        ("`[deal]`", DealTable),
        ("`[deal]`", SeatDeal),
        ("`[worth]`", WorthTable),
    ],
)
def test_every_key_and_value_is_on_the_page(heading, table):
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    for name, field in table.model_fields.items():
        has_a_section = f"## `[{name}" in TEXT
        assert has_a_section or f"`{name}`" in section
        words = [] if table is Rules else get_args(field.annotation)
        for word in [w for each in words for w in (get_args(each) or [each])]:
            assert not isinstance(word, str) or f'`"{word}"`' in section
