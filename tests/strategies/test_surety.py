"""Chances of not being beaten: sure cases, and dealt hands counted."""

import random

import numpy as np
import oracle
import pytest
from bridge import mask, word
from situations import ask, scene

from gofsim.kernel import view
from gofsim.kernel.cards import complement
from gofsim.kernel.jit import kernel
from gofsim.strategies.surety import remembered_pool, surety

RULES = oracle.default_rules()
REST = "G1 Y2 R2 G5 Y5 R7 G8 Y8 R8 G9"


@kernel
def _pool(words, hand, parameters, offset):
    return remembered_pool(words, hand, np.int64(parameters[offset]))


@pytest.mark.parametrize(
    ("play", "pool", "others", "chance"),
    [
        ("RD", REST, 10, 1),
        ("G5", REST, 10, np.exp(-6.0 * 3)),
        ("Y9", REST, 10, 1),
        ("G1 Y1", "G9 Y9", 1, 1),  # nobody holds two
        ("G4 Y4 R4 R4", REST, 10, 1),  # gangs of others are left out
        ("GP YP", "R9 R9", 10, 1),
        ("Y9 R9", "GP YP G2 Y3", 2, np.exp(-3 * 0.25)),
        ("R7 R7", "G8 Y8 R8 G9", 4, np.exp(-3.0 * 3)),
        ("G7 Y7 R7", "G8 Y8 R8 G9", 4, np.exp(-1.0 * 3)),
        ("G3 Y4 R5 G6 G7", "R4 G5 Y6 Y7 R8", 5, 0),
        ("G3 Y4 R5 G6 G7", "R4 G5 Y6 Y7 R8", 4, 1),
        ("R6 Y7 R8 R9 R10", "R4 G5 Y6 Y7 R8", 5, 1),
    ],
)
def test_chance(play, pool, others, chance):
    words = scene(play, others=others)
    assert surety(words, word(play), word(pool)) == pytest.approx(chance)


@pytest.mark.parametrize("play", ["R8", "R9", "R10", "R6 R6", "R8 R8", "Y7 R7 R7"])
def test_it_is_near_the_share_of_deals_in_which_nobody_can(play):
    """Hands of one round are dealt without replacement, so the law errs, by at most 0.15."""
    rng, laid = random.Random(3), oracle.parse(play)
    rest = list(oracle.full_deck())
    for card in laid:
        rest.remove(card)
    pool, held, deals = rng.sample(rest, 24), 0, 2000
    for _ in range(deals):
        rng.shuffle(pool)
        hands = [pool[start : start + 4] for start in (0, 4, 8)]
        held += not any(oracle.legal_plays(hand, laid, RULES) for hand in hands)
    chance = surety(scene(play, others=4), word(play), word(tuple(pool)))
    assert chance == pytest.approx(held / deals, abs=0.15)


@pytest.mark.parametrize(
    ("memory", "seen"),
    [(64, "R2 G5 G5 RD"), (3, "R2 G5 G5 RD"), (2, "G5 G5 RD"), (1, "RD"), (0, "")],
)
def test_memory_keeps_the_last_plays(memory, seen):
    words = scene("G3 R9", played=("R2", "G5 G5", "RD"))
    words[view.MOVE_CARDS + 3] = words[view.MOVE_CARDS + 2]  # a pass before the dragon
    words[view.MOVE_CARDS + 2] = 0
    words[view.MOVES], words[view.PASSES] = 4, 1
    found = ask(_pool, words, mask("G3 R9"), [memory])
    assert complement(np.uint64(found)) == word(f"G3 R9 {seen}")
