"""Trials: where few worlds are possible, what each play came to in all of them; and scenes."""

import random
from itertools import islice

import numpy as np
import oracle
import pytest
from bridge import cards_of, mask, view_for
from games import bot, game, random_rules
from hidden_hands import HiddenHands
from plays_of_searches import SEARCH_SCENES
from situations import own_row, scene, situations, start_streams

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import bot_number, kernel
from gofsim.kernel.turn import list_legal
from gofsim.strategies.rollouts import BOT, imagine, roll_out
from gofsim.strategies.search import WORLD
from gofsim.strategies.trials import FIRST, LEAD, OUTCOMES, POINTS, SHARE, try_gifts, try_plays


@kernel
def ended(words, play, hands, number, row):
    """Play on in a world; what the seats hold then stands in the imagined view."""
    seen = pointer_to(words)
    for seat in range(len(hands)):
        seen[WORLD + seat] = hands[seat]
    seen[BOT] = number
    imagine(seen)
    return roll_out(seen, play, WORLD, np.uint64(1), pointer_to(row), 0, 0)


def playing(kind, players=4):
    """A bot's number and row."""
    seat = bot(kind)
    return np.uint64(bot_number(seat.strategy.choose)), np.array([0.0, *own_row(seat, players)])


def legal(words, hand):
    """All legal plays, as masks; the pass is not among them."""
    room = words.copy()
    count = list_legal(room, np.uint64(hand), view.SCRATCH)
    return room[view.SCRATCH : view.SCRATCH + count].copy()


def outcome(words, rules, me):
    """(points, lead, first) of a seat at the end of the imagined round."""
    counts = words[view.IMAGINED + view.COUNTS :][: rules["players"]]
    points = [rules["scoring"][int(count)] for count in counts]
    others = (sum(points) - points[me]) / (rules["players"] - 1)
    return points[me], points[me] - others, counts[me] == 0


def small_positions(players):
    """Decisions of games among `lowest` in which few worlds are possible."""
    for number in range(20):
        rng = random.Random(number)
        rules = random_rules(rng, players=players, shuffle="uniform", target=60)
        for each in situations(game([bot("lowest")] * players, rules)):
            hidden = HiddenHands(each)
            choices = len(legal(each.view(), mask(each.hand)))
            if 5 <= hidden.deals() <= 1500 and choices > 1:
                yield each, hidden.all_worlds()


@pytest.mark.parametrize("players", [3, 4])
def test_means_are_those_over_all_possible_worlds(players):
    number, row = playing("lowest", players)
    tested = 0
    for each, worlds in islice(small_positions(players), 4):
        plays, me = legal(each.view(), mask(each.hand))[:3], each.state.turn
        means = np.empty((50, len(plays), OUTCOMES))
        hand, seen = np.uint64(mask(each.hand)), each.view()
        assert try_plays(each.view(), hand, plays, row, number, False, 40, means)
        for i, play in enumerate(plays):
            exact = np.zeros(3)
            for world, times in worlds.items():
                words = seen.copy()
                hands = np.array([*world, *[0] * (4 - len(world))], np.uint64)
                ended(words, play, hands, number, row)
                exact += times * np.array(outcome(words, each.rules, me))
            exact /= worlds.total()
            found = means[:, i, [POINTS, LEAD, FIRST]]
            reach = 4.5 * found.std(axis=0, ddof=1) / np.sqrt(len(found)) + 1e-9
            assert (np.abs(found.mean(axis=0) - exact) <= reach).all()
            tested += 1
    assert tested > 6


@pytest.mark.parametrize(
    ("sentence", "hand", "to_beat", "more", "best"),
    SEARCH_SCENES,
    ids=[scene[0] for scene in SEARCH_SCENES],
)
def test_scene(sentence, hand, to_beat, more, best):
    words = scene(hand, to_beat, **more)
    plays = legal(words, mask(hand))
    number, row = playing("linear")
    means = np.empty((20, len(plays), OUTCOMES))
    assert try_plays(words, np.uint64(mask(hand)), plays, row, number, False, 20, means)
    assert oracle.text(cards_of(plays[means.mean(axis=0)[:, LEAD].argmin()])) == best


def test_shares_fall_with_the_points():
    words = scene("G1 Y9 RD", "G8", others=2)
    plays, (number, row) = legal(words, mask("G1 Y9 RD")), playing("lowest")
    means = np.empty((30, len(plays), OUTCOMES))
    assert try_plays(words, np.uint64(mask("G1 Y9 RD")), plays, row, number, False, 10, means)
    assert ((means[..., SHARE] > 0) & (means[..., SHARE] < 1)).all()
    flat = means.reshape(-1, OUTCOMES)
    assert np.corrcoef(flat[:, LEAD], flat[:, SHARE])[0, 1] < -0.9


def test_gifts():
    """Of a hand that is two plays but for one low card, that card goes."""
    hand = "G5 R5 Y5 G6 R6 Y6 G7 Y7 R7 G8 R8 Y8 G9 R9 Y9 R2 RD"
    words = view_for()
    numbers = {view.ROUND: 2, view.GIVER: 1, view.RECEIVER: 0, view.GIVEN: mask("RD")}
    numbers |= {view.COUNTS: 17, view.COUNTS + 1: 15, view.COUNTS + 2: 16, view.COUNTS + 3: 16}
    for word, value in (numbers | {view.LEADER: view.NO_SEAT}).items():
        words[word] = value
    start_streams(words)
    cards = np.array([mask(card) for card in hand.split()], np.uint64)
    number, row = playing("linear")
    means = np.empty((20, len(cards), OUTCOMES))
    assert try_gifts(words, np.uint64(mask(hand)), cards, row, number, 10, means)
    assert hand.split()[means.mean(axis=0)[:, LEAD].argmin()] == "R2"


def test_a_bot_that_breaks_the_rules_is_told():
    words = scene("G1 Y9 RD", "G8", others=2)
    means = np.empty((2, 1, OUTCOMES))
    number, row = playing("lowest")
    illegal = np.array([mask("G1")], np.uint64)
    hand = np.uint64(mask("G1 Y9 RD"))
    assert not try_plays(words, hand, illegal, row, number, False, 2, means)
