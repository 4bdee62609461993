"""The plays a search compares, and which it takes: checked against plain Python."""

import random
from functools import cache

import numpy as np
import pytest
from bridge import mask
from games import bot, game, random_rules
from situations import ask, own_row, situations

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.kernel.turn import list_legal, may_pass
from gofsim.strategies import inference, search
from gofsim.strategies.rollouts import BOT, asked_bot, roll_out
from gofsim.strategies.search import CANDIDATES, MOST_CANDIDATES, WORLD
from gofsim.strategies.worlds import deal_world, note_what_is_known

_ROLLOUT = 3  # the word of pimc's row that says where the roll-out bot's part begins


@kernel
def candidates(words, hand, parameters, most):
    """Write the candidates; their number."""
    seen, row = pointer_to(words), pointer_to(parameters)
    return search.list_candidates(seen, hand, row, asked_bot(seen, BOT, row, 0, _ROLLOUT), most)


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
    """Sums of the losses of given plays in one world, compared twice over."""
    seen, row = pointer_to(words), pointer_to(parameters)
    part = asked_bot(seen, BOT, row, 0, _ROLLOUT)
    search.imagine(seen)
    for i in range(len(plays)):
        seen[CANDIDATES + i], seen[search.LOSSES + i] = plays[i], np.uint64(0)
    for seat in range(len(hands)):
        seen[WORLD + seat] = hands[seat]
    legal = True
    for _ in range(2):
        legal = legal and search.compare_in(seen, len(plays), WORLD, row, part, 0)
    for i in range(len(plays)):
        sums[i] = seen[search.LOSSES + i]
    return legal


def searching(rollout, players=4, **settings):
    """A search's seat and its row."""
    seat = bot("pimc", rollout=rollout, **settings)
    return seat, np.array(own_row(seat, players))


@cache
def decisions():
    """(view, hand, true hands) of some decisions of games of three and of four."""
    found = []
    for players in (3, 4):
        rules = random_rules(random.Random(players), players=players, target=60)
        for each in situations(game([bot("lowest")] * players, rules)):
            world = np.array([mask(hand) for hand in each.state.hands], np.uint64)
            found.append((each.view(), mask(each.hand), world))
    return random.Random(1).sample(found, 60)


def legal_plays(words, hand):
    words = words.copy()
    count = list_legal(words, np.uint64(hand), view.SCRATCH)
    return set(words[view.SCRATCH : view.SCRATCH + count].tolist())


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
        if passes and first not in (0, hand) and most > 1:
            assert listed[1] == 0


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
    seat, behind = bot(kind, **settings), inference.INFERENCE_END
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


@pytest.mark.parametrize("objective", ["points", "games"])
@pytest.mark.parametrize("rollout", ["lowest", "random"])
def test_the_pick_is_the_least_sum_and_the_first_of_equals(rollout, objective):
    ties = others = 0
    seat, row = searching(rollout, worlds=6, candidates=5, objective=objective)
    for words, hand, _ in decisions()[:25]:
        losses = np.zeros((6, 5), np.int64)
        after = words.copy()
        number = ("points", "games").index(objective)
        count = all_losses(after, np.uint64(hand), row, 5, number, losses)
        plays = after[CANDIDATES : CANDIDATES + count].tolist()
        answer = ask(seat.strategy.choose, words.copy(), hand, row)
        sums = losses[:, :count].sum(axis=0).tolist()
        assert losses[:, :count].min() >= 0
        best = min(range(count), key=lambda i: sums[i]) if count > 1 else 0
        assert answer == plays[best]
        ties += count > 1 and sums.count(min(sums)) > 1
        others += best > 0
    assert ties > 0
    assert others > 3


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
