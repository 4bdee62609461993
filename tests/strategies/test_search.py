"""The plays a search compares: checked against plain Python."""

import numpy as np
import pytest
from bridge import mask
from games import bot
from searching import decisions, legal_plays, searching
from situations import ask, own_row

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import may_pass
from gofsim.strategies import pimc, race, search
from gofsim.strategies.rollouts import BOT, asked_bot
from gofsim.strategies.search import CANDIDATES, MOST_CANDIDATES, NO_LIMIT, WORLD

_ROLLOUT = pimc._ROLLOUT


@kernel
def candidates(words, hand, parameters, most, margin=NO_LIMIT):
    """Write the candidates; their number."""
    seen, row = pointer_to(words), pointer_to(parameters)
    asked = asked_bot(seen, BOT, row, 0, _ROLLOUT)
    return search.list_candidates(seen, hand, row, asked, most, margin)


@pytest.mark.parametrize("most", [1, 2, 5, 24, MOST_CANDIDATES])
def test_the_candidates(most):
    _, row = searching("linear")
    policy = bot("linear")
    for words, hand, _ in decisions():
        players = int(words[view.PLAYERS])
        first = ask(policy.strategy.choose, words.copy(), hand, own_row(policy))
        legal = legal_plays(words, hand)
        passes = bool(may_pass(words, np.uint64(hand)))
        after = words.copy()
        count = candidates(after, np.uint64(hand), row, most)
        listed = after[CANDIDATES : CANDIDATES + count].tolist()
        assert listed[0] == first, players
        assert len(set(listed)) == count
        assert set(listed) <= legal | ({0} if passes else set())
        room = min(most, len(legal) + passes)
        assert count == (1 if first == hand else room)


def test_a_margin_leaves_out_what_seems_worse_and_never_the_first():
    _, row = searching("lowest")
    numbers = {0.0: 0, 2.0: 0, 10.0: 0, NO_LIMIT: 0}
    for words, hand, _ in decisions():
        listed = {}
        for margin in numbers:
            after = words.copy()
            count = candidates(after, np.uint64(hand), row, MOST_CANDIDATES, margin)
            listed[margin] = after[CANDIDATES : CANDIDATES + count].tolist()
            numbers[margin] += count
            assert count >= 1
            assert listed[margin] == listed[0.0] + listed[margin][len(listed[0.0]) :]
    assert len(decisions()) < numbers[0.0] < numbers[2.0] < numbers[10.0] < numbers[NO_LIMIT]


def test_candidates_do_not_write_over_what_lies_behind_them():
    """The hand with the most plays fills the list and no more."""
    _, row = searching("lowest")
    hand = mask("G1 Y1 R1 G2 Y2 R2 G3 Y3 R3 G4 Y4 R4 G5 Y5 R5 G6")
    words = decisions()[-1][0].copy()
    words[view.TO_BEAT : view.OWNER] = 0
    words[view.OWNER], words[view.REQUIRED], words[view.BOUND] = view.NO_SEAT, 0, 0
    words[WORLD : view.IMAGINED] = 77
    assert len(legal_plays(words, hand)) > 2 * MOST_CANDIDATES
    assert candidates(words, np.uint64(hand), row, MOST_CANDIDATES) == MOST_CANDIDATES
    assert set(words[WORLD : view.IMAGINED].tolist()) == {77}


@pytest.mark.parametrize("kind", ["pimc", "pimc-infer", "oracle"])
@pytest.mark.parametrize("rollout", ["counter", "linear"])
def test_nothing_is_written_outside_the_view_and_its_room(kind, rollout):
    settings = {"rollout": rollout, "candidates": MOST_CANDIDATES}
    settings |= {} if kind == "oracle" else {"worlds": 2}
    settings |= {"model": rollout, "warm_up": 5} if kind == "pimc-infer" else {}
    seat, behind = bot(kind, **settings), race.RACE_END
    for words, hand, world in decisions()[:12]:
        room = np.full(view.VIEW_SIZE + 2000, 77, np.uint64)
        room[: view.VIEW_SIZE] = words
        room[behind : view.IMAGINED] = 77
        players = int(words[view.PLAYERS])
        hands = np.zeros(view.SEATS, np.uint64)
        hands[:players] = world
        answer = ask(seat.strategy.choose, room, hand, own_row(seat, players, hands))
        assert answer in legal_plays(words, hand) | {0}
        assert set(room[behind : view.IMAGINED].tolist()) == {77}
        assert set(room[view.VIEW_SIZE :].tolist()) == {77}
