"""The search within the ranges of parameters: where it starts, what it asks for, that it learns."""

import pytest

from gofsim.simulation.tuning_search import Search, rounded, usual_population
from gofsim.strategies.base import Parameter

PARAMETERS = (
    Parameter("wide", 0, -20, 20, "from below zero"),
    Parameter("whole", 3, 0, 16, "no fractions", whole=True),
    Parameter("edge", 0, 0, 2, "starts at the end of its range"),
)
START = {"wide": 4.0, "whole": 3.0, "edge": 0.0}
GOAL = {"wide": -7.0, "whole": 11.0, "edge": 0.5}
WIDTHS = {"wide": 40, "whole": 16, "edge": 2}


def search(parameters=PARAMETERS, **changes):
    how = {"step": 0.1, "population": 8, "seed": 5} | changes
    return Search(parameters, START, **how)


def loss(values):
    return sum(((values[name] - GOAL[name]) / WIDTHS[name]) ** 2 for name in values)


def searched(found, generations):
    for _ in range(generations):
        found.tell([loss(values) for values in found.ask()])
    return found


def test_it_begins_with_the_values_it_is_given():
    assert search().mean == pytest.approx(START, abs=1e-9)


def test_candidates_are_in_range_and_whole_where_they_must_be():
    found = search(step=1.0)
    for _ in range(10):
        for values in found.ask():
            for each in PARAMETERS:
                assert each.low <= values[each.name] <= each.high
            assert values["whole"] == int(values["whole"])
        found.tell(range(8))


def test_it_finds_the_best_values():
    mean = searched(search(), 60).mean
    assert mean == {"wide": pytest.approx(-7, abs=0.5), "whole": 11,
                    "edge": pytest.approx(0.5, abs=0.05)}  # fmt: skip


def test_one_parameter_is_enough():
    mean = searched(search(PARAMETERS[2:], population=6), 30).mean
    assert mean == {"edge": pytest.approx(0.5, abs=0.05)}


def test_the_same_seed_and_answers_ask_for_the_same(capfd):
    one, two, other = (searched(search(seed=seed), 5) for seed in (1, 1, 2))
    assert one.ask() == two.ask() != other.ask()
    assert one.fingerprint == two.fingerprint != other.fingerprint
    assert capfd.readouterr() == ("", "")


def test_nothing_to_choose_from_is_no_trouble(capfd):
    found = search()
    for _ in range(20):
        found.ask()
        found.tell([1.0] * 8)
    assert found.mean["whole"] in range(17)
    assert capfd.readouterr() == ("", "")


def test_the_usual_population_is_that_of_cma():
    for dimensions in (1, 2, 5, 30):
        parameters = tuple(Parameter(str(i), 0, 0, 1, "?") for i in range(dimensions))
        start = dict.fromkeys(map(str, range(dimensions)), 0.5)
        found = Search(parameters, start, step=0.1, population=None, seed=1)  # type: ignore[arg-type]
        assert len(found.ask()) == usual_population(dimensions)


def test_results_have_four_digits_within_their_ranges():
    parameters = (*PARAMETERS, Parameter("tight", 1, 0.12344, 1, "its low end has five digits"))
    values = {"wide": -7.123456, "whole": 11.0, "edge": 2.0, "tight": 0.12344}
    found = rounded(parameters, values)
    assert found == {"wide": -7.123, "whole": 11, "edge": 2.0, "tight": 0.12344}
    assert isinstance(found["whole"], int)
