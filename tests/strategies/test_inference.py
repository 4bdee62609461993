"""What moves tell: the true hands explain all of them."""

import random

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
