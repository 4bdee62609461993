"""The share of the game that a round promises: the figures by which searching bots value it."""

import numpy as np
import pytest
from bridge import view_for

from gofsim.analysis.game_share import GAME, game_shares
from gofsim.kernel import view
from gofsim.kernel.bits import pointer_to
from gofsim.kernel.jit import kernel
from gofsim.rules import DEFAULT_SCORING
from gofsim.strategies.standing import GAMES, round_loss


@kernel
def loss_of(words, seat):
    return round_loss(pointer_to(words), seat, GAMES)


@pytest.mark.parametrize(("players", "target"), [(3, 100), (4, 100), (4, 60), (3, 20)])
def test_it_is_what_the_bots_reckon_with(players, target):
    rng, scoring = np.random.default_rng(players * target), np.array(DEFAULT_SCORING)
    left = rng.integers(1, 17, (200, players))
    winner = rng.integers(0, players, 200)
    left[np.arange(200), winner] = 0
    found = game_shares(scoring[left], winner, target)
    words = view_for(players=players, target=target)
    for row in range(200):
        words[view.COUNTS : view.COUNTS + players] = left[row]
        wanted = [GAME - int(loss_of(words, seat)) for seat in range(players)]
        assert found[row] == pytest.approx(wanted, abs=1)  # of 2^20
    assert np.abs(found.sum(axis=1) - GAME).max() <= players
