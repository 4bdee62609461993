"""Finishing orders drawn from known strengths, and their choices block by block."""

import numpy as np

from gofsim.analysis.ratings import Choices, choices_in


def draw_orders(chance, logs, tables, games):
    """Orders of the bots at each table, first to last: exact draws of Plackett-Luce (Gumbel)."""
    noise = chance.gumbel(size=(games, len(tables), len(tables[0])))
    score = np.asarray(logs)[np.asarray(tables)] + noise
    order = np.argsort(-score, axis=-1)
    return np.take_along_axis(np.broadcast_to(tables, order.shape), order, axis=-1)


def one_by_one(order):
    """An order without ties, in the form that `choices_in` takes."""
    return [[int(bot)] for bot in order]


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
