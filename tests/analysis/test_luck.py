"""Luck and skill: parts of known size are found again, and nothing where nothing is."""

from dataclasses import fields

import numpy as np
import pytest
from made_cells import made

from gofsim.analysis.luck import Parts, parts_of, shares_of

NAMES = [each.name for each in fields(Parts)]
KNOWN = {"bot": 1.0, "seat": 1.25, "lead": 5.0, "deal": 9.0, "interplay": 4.0, "chance": 2.25}


def everything(seed, blocks, times=2):
    """Cells that have the variances KNOWN."""
    return made(
        np.random.default_rng(seed), blocks, bot=2.0, seat=1.0, lead=2.0, deal=3.0, interplay=2.0,
        chance=1.5, times=times,
    )  # fmt: skip


def test_all_parts_are_found_again():
    cells = everything(1, 30_000)
    parts = parts_of(cells)
    for name, variance in KNOWN.items():
        assert getattr(parts, name) == pytest.approx(variance, abs=0.12), name
    single = np.concatenate([cells.first[:, :, 0].ravel(), cells.second[:, :, 0].ravel()])
    assert parts.whole == pytest.approx(single.var(), rel=0.01)


def test_without_a_second_result_chance_stays_with_interplay():
    parts = parts_of(everything(2, 30_000, times=1))
    assert parts.interplay == pytest.approx(KNOWN["interplay"] + KNOWN["chance"], abs=0.15)
    assert parts.deal == pytest.approx(KNOWN["deal"], rel=0.03)
    assert parts.chance == 0


def test_more_results_of_the_field_alone_change_no_part():
    """Of a cell the field's bot may have several results where the other has one."""
    cells = everything(3, 30_000, times=4)
    fewer = type(cells)(cells.first[:, :, :1], *list(vars(cells).values())[1:])
    assert not fewer.tells_chance
    parts = parts_of(fewer)
    assert parts.interplay == pytest.approx(KNOWN["interplay"] + KNOWN["chance"], abs=0.15)
    assert parts.whole == pytest.approx(sum(KNOWN.values()), rel=0.02)


def test_a_field_that_draws_nothing_needs_no_second_result():
    draws, sure = everything(7, 30_000, times=4), made(np.random.default_rng(8), 30_000)
    cells = type(draws)(draws.first, sure.second, draws.places, False, True)
    assert cells.tells_chance
    assert parts_of(cells).chance == pytest.approx(KNOWN["chance"] / 2, rel=0.03)


def test_what_is_not_there_is_not_found():
    parts = parts_of(made(np.random.default_rng(4), 20_000, deal=0.0, interplay=1.0, draws=False))
    for name in ("bot", "seat", "lead", "deal"):
        assert getattr(parts, name) == pytest.approx(0, abs=0.02), name
    assert parts.chance == 0


@pytest.fixture(scope="module")
def studies():
    """Shares of the same kind of cells, forty times."""
    return [shares_of(everything(seed, 300)) for seed in range(40)]


@pytest.mark.parametrize("name", NAMES)
def test_intervals_hold(studies, name):
    """Of forty studies at most six miss: 95% would miss two."""
    share, missed = KNOWN[name] / sum(KNOWN.values()), 0
    for shares in studies:
        missed += not shares[name].low < share < shares[name].high
    assert missed <= 6


def test_shares_make_one(studies):
    for shares in studies:
        assert sum(each.value for each in shares.values()) == pytest.approx(1)


def test_the_seats_of_a_block_may_depend_on_one_another():
    """Points less those of others sum to zero over the table: the seat's part stays at zero."""
    rng, found = np.random.default_rng(5), []
    for _ in range(400):
        cells = made(rng, 100, deal=1.0, interplay=0.2)
        free = cells.first - cells.first.mean(axis=1, keepdims=True)
        same = type(cells)(free, free, cells.places, False, False)
        found.append([parts_of(same).seat, parts_of(same).lead])
    # With cells taken for independent both would come out too large by 0.002.
    errors = np.std(found, axis=0) / 20
    assert (np.abs(np.mean(found, axis=0)) < 3 * errors).all()
    assert (errors < 0.0005).all()


def test_nothing_ever_varies():
    cells = made(np.random.default_rng(6), 60, deal=0.0, draws=False)
    assert set(parts_of(cells).shares().values()) == {0.0}
