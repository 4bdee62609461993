"""How a bot fares at a table, as rates over blocks."""

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.measures import SHARES
from gofsim.analysis.run_folder import ArmInfo


def games_rate(arm: ArmInfo, label: str) -> Rate:
    """Share of games a bot wins on one of its places; ties split."""
    if arm.symmetric:
        return Rate(arm.name, {"games": 1}, "games", arm.players)
    bot, places = arm.distinct.index(label), len(arm.places(label))
    return Rate(arm.name, {f"share_{bot}": 1}, "games", SHARES * places)


def rounds_rate(arm: ArmInfo, label: str) -> Rate:
    """Share of rounds a bot wins on one of its places."""
    if arm.symmetric:
        return Rate(arm.name, {"rounds": 1}, "rounds", arm.players)
    bot, places = arm.distinct.index(label), len(arm.places(label))
    return Rate(arm.name, {f"wins_{bot}": 1}, "rounds", places)


def points_rate(arm: ArmInfo, label: str) -> Rate:
    """Points a round that a bot takes on one of its places."""
    if arm.symmetric:
        return Rate(arm.name, {"points": 1}, "rounds", arm.players)
    bot, places = arm.distinct.index(label), len(arm.places(label))
    return Rate(arm.name, {f"points_{bot}": 1}, "rounds", places)


def field_rate(arm: ArmInfo, label: str) -> Rate:
    """A bot's points a round less the mean of the other places, averaged over its places.

    On one place own - (all - own) / (n - 1) = (n own - all) / (n - 1).
    """
    if arm.symmetric:
        return Rate(arm.name, {}, "rounds")
    bot, places, n = arm.distinct.index(label), len(arm.places(label)), arm.players
    return Rate(arm.name, {f"points_{bot}": n, "points": -places}, "rounds", places * (n - 1))
