"""Decisions for the searches to make, and their rows of settings."""

import random
from functools import cache

import numpy as np
from bridge import mask
from games import bot, game, random_rules
from situations import own_row, situations

from gofsim.kernel import view
from gofsim.kernel.turn import list_legal


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
