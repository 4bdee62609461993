"""Roll-outs: played on with the true hands by the bots that played, a round ends as it did."""

import random

import numpy as np
import oracle
import pytest
from bridge import mask
from games import bot, game, random_rules
from situations import own_row, situations

from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.strategies import pimc
from gofsim.strategies.rollouts import BOT, FAILED, asked_bot, imagine, roll_out
from gofsim.strategies.search import WORLD
from gofsim.strategies.standing import GAMES, POINTS

_ROLLOUT = pimc._ROLLOUT


@kernel
def rolled(words, play, hands, parameters, stream, objective):
    """The loss of a play in a world; the imagined round stays in the view."""
    seen, row = pointer_to(words), pointer_to(parameters)
    part = asked_bot(seen, BOT, row, 0, _ROLLOUT)
    for seat in range(len(hands)):
        seen[WORLD + seat] = hands[seat]
    imagine(seen)
    return roll_out(seen, play, WORLD, stream, row, part, objective)


def rollout_row(kind, players=4, **settings):
    """The row of a search that plays on with this bot."""
    return np.array(own_row(bot("pimc", rollout={"kind": kind, **settings}), players))


def roll(situation, play, row, stream=5, objective=POINTS):
    """(loss, cards left) when the seat to act makes a play, with the true hands."""
    hands = np.array([mask(hand) for hand in situation.state.hands], np.uint64)
    words = situation.view()
    loss = rolled(words, np.uint64(play), hands, row, np.uint64(stream), objective)
    left = words[view.IMAGINED + view.COUNTS :][: len(hands)]
    return loss, left.tolist()


def nobody_forgets_later(situation):
    """Roll-outs forget nothing: whoever does in the log has done so before."""
    done = len(situation.state.moves)
    return all(move.get("announced", True) for move in situation.entry["moves"][done:])


@pytest.mark.parametrize("kind", ["lowest", "counter", "linear"])
@pytest.mark.parametrize("number", range(4))
def test_with_the_true_hands_the_round_ends_as_it_did(kind, number):
    rng = random.Random(f"{kind} {number}")
    rules = random_rules(rng, players=3 + number % 2, target=40)
    seats = [bot(kind, forget=rng.choice((0, 0.4))) for _ in range(rules.players)]
    row, tested = rollout_row(kind, rules.players), 0
    for each in situations(game(seats, rules)):
        if not nobody_forgets_later(each):
            continue
        play = mask(oracle.parse(each.move["play"] or ""))
        loss, left = roll(each, play, row)
        assert left == each.entry["cards_left"]
        scored, me = each.entry["points"], each.state.turn
        others = rules.players - 1
        assert loss == others * (scored[me] + rules.scoring[16]) - (sum(scored) - scored[me])
        tested += 1
    assert tested > 20


def drawn():
    """(true hands, play made, view) of decisions early in a round."""
    rules = random_rules(random.Random(2), players=4, target=30, last_card="forced")
    found = []
    for each in situations(game([bot("lowest")] * 4, rules)):
        if len(each.state.moves) < 6:
            world = np.array([mask(hand) for hand in each.state.hands], np.uint64)
            found.append((world, mask(oracle.parse(each.move["play"] or "")), each.view()))
    return found[:12]


def test_the_settings_of_the_roll_out_bot_count():
    rows = [rollout_row("random", pass_weight=weight) for weight in (0, 100)]
    for world, play, words in drawn():
        one, other = (
            rolled(words.copy(), np.uint64(play), world, row, np.uint64(1), POINTS) for row in rows
        )
        assert one != other


@pytest.mark.parametrize("objective", [POINTS, GAMES])
def test_the_same_stream_gives_the_same_draws(objective):
    row, differ = rollout_row("random"), 0
    for world, play, words in drawn():
        losses = []
        for stream in (1, 1, 2, 1, 3):
            after = words.copy() if stream == 1 else words  # what stands behind changes nothing
            losses.append(rolled(after, np.uint64(play), world, row, np.uint64(stream), objective))
        assert losses[0] == losses[1] == losses[3]
        differ += len(set(losses)) > 1
    assert differ > 3


@kernel
def passes_twice(words, play, hands, parameters):
    """Passes in the imagined round after each of two roll-outs of one decision."""
    seen, row = pointer_to(words), pointer_to(parameters)
    part = asked_bot(seen, BOT, row, 0, _ROLLOUT)
    for seat in range(len(hands)):
        seen[WORLD + seat] = hands[seat]
    imagine(seen)
    roll_out(seen, play, WORLD, np.uint64(1), row, part, POINTS)
    first = seen[view.IMAGINED + view.PASSES]
    roll_out(seen, play, WORLD, np.uint64(1), row, part, POINTS)
    return first, seen[view.IMAGINED + view.PASSES]


def test_every_roll_out_begins_with_the_passes_of_the_round():
    row = rollout_row("lowest")
    for world, play, words in drawn():
        first, second = passes_twice(words, np.uint64(play), world, row)
        assert first == second > words[view.PASSES]


def test_the_view_itself_is_left_alone():
    row = rollout_row("linear")
    for world, play, words in drawn():
        after = words.copy()
        rolled(after, np.uint64(play), world, row, np.uint64(1), POINTS)
        assert after[: view.SEARCH].tolist() == words[: view.SEARCH].tolist()
        assert after[WORLD : WORLD + 4].tolist() == world.tolist()


@pytest.mark.parametrize("play", [0, 2**64 - 1, mask("G1 R9")], ids=hex)
def test_an_illegal_play_is_a_failure(play):
    world, _, words = drawn()[0]  # a lead: no pass
    loss = rolled(words, np.uint64(play), world, rollout_row("lowest"), np.uint64(1), POINTS)
    assert loss == FAILED
