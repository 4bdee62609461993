"""The race of plays in common worlds: who drops out and who wins, against plain Python."""

import numpy as np
import pytest
from bridge import mask
from searching import decisions, legal_plays, searching
from situations import ask

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies import pimc, race, search
from gofsim.strategies.rollouts import BOT, asked_bot, roll_out
from gofsim.strategies.search import CANDIDATES, WORLD
from gofsim.strategies.worlds import deal_world, note_what_is_known

_ROLLOUT = pimc._ROLLOUT


@kernel
def all_losses(words, hand, parameters, most, objective, losses):
    """Fill a table: a world a row, a candidate a column; as pimc draws, one by one."""
    seen, row = pointer_to(words), pointer_to(parameters)
    part = asked_bot(seen, BOT, row, 0, _ROLLOUT)
    count = search.list_candidates(seen, hand, row, part, most)
    if count == 1:
        return count
    note_what_is_known(seen, hand)
    for world in range(len(losses)):
        deal_world(seen, hand, WORLD)
        stream = view.draw_word(seen)
        for i in range(count):
            play = seen[CANDIDATES + i]
            losses[world, i] = roll_out(seen, play, WORLD, stream, row, part, objective)
    return count


@kernel
def compared(words, hands, parameters, plays, sums):
    """Sums of the losses of given plays in one world, compared twice over, or -1."""
    seen, row = pointer_to(words), pointer_to(parameters)
    part = asked_bot(seen, BOT, row, 0, _ROLLOUT)
    search.imagine(seen)
    for i in range(len(plays)):
        seen[CANDIDATES + i] = plays[i]
    race.start_race(seen, len(plays))
    for seat in range(len(hands)):
        seen[WORLD + seat] = hands[seat]
    legal = True
    for _ in range(2):
        legal = legal and race.run_in(seen, len(plays), WORLD, row, part, 0)
    for i in range(len(plays)):
        sums[i] = seen[search.LOSSES + i]
    return legal


def left_in_race(losses, doubt):
    """Indices of the columns that no test of paired differences drops, world by world."""
    running = list(range(losses.shape[1]))
    for worlds in range(8, len(losses) + 1):
        so_far = losses[:worlds].astype(float)
        best = min(running, key=lambda i: so_far[:, i].sum())
        apart = {i: so_far[:, i] - so_far[:, best] for i in running}
        error = {i: np.std(each, ddof=1) / np.sqrt(worlds) for i, each in apart.items()}
        running = [i for i in running if apart[i].mean() < doubt * error[i] or not apart[i].sum()]
    return running


@pytest.mark.parametrize("objective", ["points", "games", "both"])
@pytest.mark.parametrize("rollout", ["lowest", "random"])
@pytest.mark.parametrize(("worlds", "doubt"), [(6, 1.0), (30, 1.3), (30, 100.0)])
def test_the_pick_is_the_least_sum_and_the_first_of_equals(rollout, objective, worlds, doubt):
    """Of those that are not surely worse by a test of their own differences on the way."""
    others = dropped = 0
    settings = {"candidates": 5, "margin": search.NO_LIMIT, "objective": objective}
    seat, row = searching(rollout, worlds=worlds, doubt=doubt, **settings)
    for words, hand, _ in decisions()[:25]:
        losses = np.zeros((worlds, 5), np.int64)
        after = words.copy()
        number = ("points", "games", "both").index(objective)
        count = all_losses(after, np.uint64(hand), row, 5, number, losses)
        plays = after[CANDIDATES : CANDIDATES + count].tolist()
        answer = ask(seat.strategy.choose, words.copy(), hand, row)
        sums = losses[:, :count].sum(axis=0).tolist()
        assert losses[:, :count].min() >= 0
        left = left_in_race(losses[:, :count], doubt) if count > 1 else [0]
        best = min(left, key=lambda i: sums[i])
        assert answer == plays[best]
        dropped += len(left) < count
        others += best > 0
    assert others > 3
    assert dropped > 5 or worlds < 8 or doubt > 50


def test_of_equals_the_first_listed():
    settings = {"candidates": 5, "margin": search.NO_LIMIT, "objective": "games"}
    seat, row = searching("lowest", worlds=6, **settings)
    ties = 0
    for words, hand, _ in decisions()[:40]:
        losses, after = np.zeros((6, 5), np.int64), words.copy()
        count = all_losses(after, np.uint64(hand), row, 5, 1, losses)
        if count > 1:
            sums = losses[:, :count].sum(axis=0).tolist()
            ties += sums.count(min(sums)) > 1
            answer = ask(seat.strategy.choose, words.copy(), hand, row)
            assert answer == after[CANDIDATES + sums.index(min(sums))]
    assert ties > 0


def test_the_same_play_twice_has_the_same_loss():
    """Candidates share the world and the draws of the bots that play on."""
    _, row = searching("random")
    some = set()
    for words, hand, world in decisions()[:20]:
        for play in sorted(legal_plays(words, hand))[:2]:
            sums = np.zeros(3, np.int64)
            plays = np.full(3, play, np.uint64)
            assert compared(words.copy(), world, row, plays, sums)
            assert len(set(sums.tolist())) == 1
            some.add(int(sums[0]))
    assert len(some) > 5


def test_an_illegal_play_among_them_breaks_the_comparison():
    _, row = searching("lowest")
    words, hand, world = next(each for each in decisions() if legal_plays(*each[:2]))
    plays = np.array([min(legal_plays(words, hand)), mask("G1 R9")], np.uint64)
    assert not compared(words.copy(), world, row, plays, np.zeros(2, np.int64))
