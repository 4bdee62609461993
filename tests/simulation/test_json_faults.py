"""What is wrong with documents is told in our words, whatever stands in them."""

import pytest
from pydantic import ValidationError

from gofsim.rules import Rules
from gofsim.simulation import schema
from gofsim.simulation.deal_table import DealTable, SeatDeal
from gofsim.simulation.exchange_told import Exchange
from gofsim.simulation.game_log import PARTS as LOG_PARTS
from gofsim.simulation.game_log import GameLog, Round
from gofsim.simulation.json_faults import json_fault
from gofsim.simulation.position import PARTS, Move, Position
from gofsim.simulation.reading import parse_experiment
from gofsim.simulation.schema import ArmTable, ExperimentTable

ODD = (
    None, 3, -1, 10**30, 2.5, float("nan"), "odd", "", True,
    [], [None], ["x"] * 300, {}, {"odd": 1},
)  # fmt: skip
# What only the library would say.
WORDS = ("Input", "input", "should", "valid ", "instance", "Value error", "validation")


def lines(document, whole, parts):
    try:
        whole.model_validate(document)
    except ValidationError as error:
        return [json_fault(each, whole, parts) for each in error.errors()]
    return []


def odd_documents(model, wrap):
    for name in model.model_fields:
        for value in ODD:
            yield wrap({name: value})
    yield from map(wrap, ODD)


IN_LOG = {
    GameLog: lambda told: told,
    Round: lambda told: {"rounds": [told]},
    Move: lambda told: {"rounds": [{"moves": [told]}]},
    Exchange: lambda told: {"rounds": [{"exchange": told}]},
}
IN_POSITION = {
    Position: lambda told: told,
    Move: lambda told: {"moves": [told]},
    Exchange: lambda told: {"exchange": told},
}
CASES = [
    *((GameLog, LOG_PARTS, model, wrap) for model, wrap in IN_LOG.items()),
    *((Position, PARTS, model, wrap) for model, wrap in IN_POSITION.items()),
    (GameLog, LOG_PARTS, LOG_PARTS["rules"], lambda told: {"rules": told}),
    (Position, PARTS, PARTS["rules"], lambda told: {"rules": told}),
]


@pytest.mark.parametrize(("whole", "parts", "model", "wrap"), CASES)
def test_no_line_has_words_of_the_library(whole, parts, model, wrap):
    found = [line for each in odd_documents(model, wrap) for line in lines(each, whole, parts)]
    assert len(found) > 20
    assert [line for line in found if any(word in line for word in WORDS)] == []


TABLES = [
    ((), ExperimentTable),
    (("arms", "x"), ArmTable),
    (("arms", "x", "rules"), Rules),
    (("deal",), DealTable),
    (("deal", "seat0"), SeatDeal),
    *(((name,), model) for name, model in schema.TABLES.items() if name != "deal"),
]


@pytest.mark.parametrize(("keys", "model"), TABLES)
def test_nor_has_any_line_about_an_experiment_file(keys, model):
    def wrap(told):
        for key in reversed(keys):
            told = {key: told}
        return told

    documents = [each for each in odd_documents(model, wrap) if isinstance(each, dict)]
    found = [line for each in documents for line in parse_experiment(each)[1]]
    assert len(found) > 20
    assert [line for line in found if any(word in line for word in WORDS)] == []
