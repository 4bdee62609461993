"""A round gone through again from its record: every decision looks as it did when it was made."""

import random

import numpy as np
import pytest
from games import random_game
from situations import situations

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.combinations import FULL_HOUSE
from gofsim.kernel.jit import kernel
from gofsim.kernel.retrace import redo, rewind, show_turn

COMPARED = [*range(view.RULES), view.PASSES]


@kernel
def again(words, record, hands, decisions):
    """Take a view back to the first lead, and keep it before each move of a record."""
    seen, held, final_out = pointer_to(words), pointer_to(hands), words[view.OUT]
    rewind(seen)
    for move in range(np.int64(record[view.MOVES])):
        seat = np.int64(record[view.MOVE_SEATS + move])
        show_turn(seen, seat)
        for word in range(decisions.shape[1]):
            decisions[move, word] = words[word]
        forgets = (final_out >> np.uint64(seat)) & np.uint64(1) != np.uint64(0)
        redo(seen, held, seat, record[view.MOVE_CARDS + move], forgets)
    show_turn(seen, np.int64(record[view.SEAT]))


def check(decisions):
    """The views of all decisions of a round so far, gone through again from the last of them."""
    last = decisions[-1]
    words, hands = last.copy(), np.full(view.SEATS, 2**64 - 1, np.uint64)
    kept = np.zeros((len(decisions), view.DRAWS), np.uint64)
    again(words, last, hands, kept)
    for before, after in zip(decisions[:-1], kept, strict=False):
        assert public(after) == public(before)
    assert public(words) == public(last)


def public(words):
    """What is compared: all but a floor that tells nothing, of a full house no longer on top."""
    found = {word: int(words[word]) for word in COMPARED}
    if found[view.TO_BEAT_KIND] != FULL_HOUSE:
        del found[view.FLOOR_PAIR]
    return found


@pytest.mark.parametrize("number", range(12))
def test_every_decision_looks_as_it_did(number):
    rng = random.Random(number)
    fixed = {"passing": ("reenter", "final")[number % 2], "target": 30}
    log, *_ = random_game(rng, **fixed)
    rounds = {}
    for each in situations(log):
        rounds.setdefault(each.entry["number"], []).append(each.view())
    for decisions in rounds.values():
        check(decisions)
        check(decisions[: rng.randrange(1, len(decisions) + 1)])


def test_the_games_are_of_all_kinds():
    """Forgotten last cards, duties, openings and passes that are final are among them."""
    forgotten = final = bound = 0
    for number in range(12):
        rng = random.Random(number)
        log, *_ = random_game(rng, passing=("reenter", "final")[number % 2], target=30)
        for each in situations(log):
            forgotten += bool(each.state.out)
            bound += each.state.bound()
            final += log["rules"]["passing"] == "final" and len(each.state.passed) > 0
    assert min(forgotten, final, bound) > 20
