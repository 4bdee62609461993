"""Finishing orders drawn from known strengths, and their choices one by one."""

from collections import Counter, defaultdict

import numpy as np

from gofsim.analysis.ratings import Choices


def draw_orders(chance, logs, tables, games):
    """Orders of the bots at each table, first to last: exact draws of Plackett-Luce (Gumbel)."""
    noise = chance.gumbel(size=(games, len(tables), len(tables[0])))
    score = np.asarray(logs)[np.asarray(tables)] + noise
    order = np.argsort(-score, axis=-1)
    return np.take_along_axis(np.broadcast_to(tables, order.shape), order, axis=-1)


def one_by_one(order):
    """An order without ties, in the form that `choices_in` takes."""
    return [[int(bot)] for bot in order]


def choices_in(order, bots):
    """The (stage, bot) of every choice in one order, with their weights: a slow twin.

    ``order`` holds bots from first to last, those that tie together; a tie counts as all orders
    it leaves open, in equal parts. A stage with one kind of bot tells nothing and is left out.
    """
    weights = defaultdict(float)
    behind = Counter(bot for tied in order for bot in tied)
    for tied in order:
        behind -= Counter(tied)
        ways = {tuple(sorted(tied)): 1.0}
        for size in range(len(tied), 0, -1):
            later = defaultdict(float)
            for group, weight in ways.items():
                there = behind + Counter(group)
                stage = tuple(there[bot] for bot in range(bots))
                for place, bot in enumerate(group):
                    weights[stage, bot] += weight / size
                    later[group[:place] + group[place + 1 :]] += weight / size
            ways = later
    return {choice: w for choice, w in weights.items() if np.count_nonzero(choice[0]) > 1}


def tally(blocks, bots):
    """Choices and float64[blocks, outcomes] of blocks, each a list of orders with ties."""
    found = [
        [choices_in(order, len(bots)) for order in block]
        for block in blocks
    ]  # fmt: skip
    outcomes = sorted({choice for block in found for order in block for choice in order})
    stages = sorted({stage for stage, _ in outcomes})
    choices = Choices(tuple(bots), stages, [(stages.index(stage), bot) for stage, bot in outcomes])
    places = {outcome: place for place, outcome in enumerate(outcomes)}
    counts = np.zeros((len(found), len(outcomes)))
    for row, block in enumerate(found):
        for order in block:
            for choice, weight in order.items():
                counts[row, places[choice]] += weight
    return choices, counts
