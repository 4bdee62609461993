"""What moves tell: the true hands explain all of them."""

import random
from itertools import chain

import numpy as np
import pytest
from bridge import mask
from games import bot, game, random_rules
from situations import model_row, situations

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies import inference, pimc_infer
from gofsim.strategies.rollouts import asked_bot, imagine
from gofsim.strategies.worlds import note_what_is_known

_MODEL = pimc_infer._MODEL


@kernel
def misses_of(words, hand, hands, parameters, misses):
    """By seat how many of its moves the model would not have made with these hands."""
    seen, row = pointer_to(words), pointer_to(parameters)
    imagine(seen)
    model = asked_bot(seen, inference.MODEL, row, 0, _MODEL)
    note_what_is_known(seen, hand)
    inference.note_clues(seen)
    inference.forget_judged(seen)
    for seat in range(len(misses)):
        if np.uint64(seat) != seen[view.SEAT]:
            most = view.MOST_MOVES
            misses[seat] = inference.misses_of(seen, seat, hands[seat], most, row, model)


@pytest.mark.parametrize("kind", ["lowest", "counter", "linear"])
@pytest.mark.parametrize("number", range(4))
def test_the_true_hands_explain_every_move_of_the_model(kind, number):
    rng = random.Random(f"{kind} {number}")
    rules = random_rules(rng, players=3 + number % 2, target=40)
    log = game([bot(kind, forget=rng.choice((0, 0.4))) for _ in range(rules.players)], rules)
    row = model_row(kind, rules.players)
    for each in situations(log):
        hands = np.array([mask(hand) for hand in each.state.hands], np.uint64)
        misses = np.full(rules.players, -1)
        misses_of(each.view(), hands[each.state.turn], hands, row, misses)
        assert misses.tolist() == [-(seat == each.state.turn) for seat in range(rules.players)]


@kernel
def clues(words, hand, parameters):
    """How many clues there are."""
    seen, row = pointer_to(words), pointer_to(parameters)
    imagine(seen)
    asked_bot(seen, inference.MODEL, row, 0, _MODEL)
    note_what_is_known(seen, hand)
    inference.note_clues(seen)
    return seen[inference.CLUE_COUNT]


def rounds_with_gifts(number):
    """Situations of a game of `linear` in rounds in which a card was given back."""
    rules = random_rules(random.Random(number), players=4, target=40)
    for each in situations(game([bot("linear")] * 4, rules)):
        if each.entry["exchange"]:
            yield each, each.entry["exchange"]["receiver"]


def test_every_move_of_others_is_a_clue_and_so_is_their_gift():
    for each, winner in rounds_with_gifts(5):
        me = each.state.turn
        moves = sum(move["seat"] != me for move in each.state.moves)
        found = clues(each.view(), np.uint64(mask(each.hand)), model_row("linear", 4))
        assert found == moves + (winner != me)


def test_a_model_of_whose_gifts_nothing_is_known_has_none():
    row = model_row("linear", 4)
    row[int(row[_MODEL]) + 1] = float(inference.UNKNOWN_GIVER)
    for each, _ in rounds_with_gifts(5):
        moves = sum(move["seat"] != each.state.turn for move in each.state.moves)
        assert clues(each.view(), np.uint64(mask(each.hand)), row) == moves


def test_in_most_other_worlds_the_winner_would_have_given_another_card():
    known, unknown, rng = model_row("linear", 4), model_row("linear", 4), random.Random(6)
    unknown[int(unknown[_MODEL]) + 1] = float(inference.UNKNOWN_GIVER)
    told = []
    for each, winner in chain(*map(rounds_with_gifts, range(5, 9))):
        if winner == each.state.turn or len(each.state.moves) > 8:
            continue
        misses, hidden = np.zeros((2, 4), np.int64), list(each.state.hands)
        each.deal_unseen_anew(rng)
        hands = np.array([mask(hand) for hand in each.state.hands], np.uint64)
        each.state.hands[:] = hidden
        for row, found in zip((unknown, known), misses, strict=True):
            misses_of(each.view(), np.uint64(mask(each.hand)), hands, row, found)
        told.append(misses[1] - misses[0])
        assert told[-1].sum() == told[-1][winner]
    assert len(told) > 20
    assert {gift.sum() for gift in told} <= {0, 1}
    assert np.mean([gift.sum() for gift in told]) > 0.7


def test_other_hands_do_not():
    rules = random_rules(random.Random(3), players=4, target=30)
    row, missed, rng = model_row("linear", 4), 0, random.Random(4)
    for each in situations(game([bot("linear")] * 4, rules)):
        hidden = list(each.state.hands)
        each.deal_unseen_anew(rng)
        hands, misses = [mask(hand) for hand in each.state.hands], np.zeros(4, np.int64)
        each.state.hands[:] = hidden
        misses_of(each.view(), np.uint64(mask(each.hand)), np.array(hands, np.uint64), row, misses)
        missed += sum(misses.tolist()) > len(each.state.moves) / 4
    assert missed > 20
