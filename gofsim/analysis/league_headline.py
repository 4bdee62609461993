"""The answer of a league in a sentence made from its numbers."""

from collections.abc import Sequence

from gofsim.analysis.league_cycles import Cycles
from gofsim.analysis.league_matrix import Matrix
from gofsim.analysis.league_pairs import Pair
from gofsim.analysis.league_ratings import Ratings
from gofsim.analysis.table import widest
from gofsim.analysis.words import limit, listed, size_interval, size_of, with_interval

MOST_NAMED = 3  # bots that a sentence names


def rivals_of(ratings: Ratings) -> list[str]:
    """The bots whose ratings are not separated from the highest; not those identical with it."""
    first, leaders = ratings.order[0], ratings.like(ratings.order[0])
    return [b for b in ratings.order if b not in leaders and not ratings.separated(first, b)]


def top_words(ratings: Ratings) -> str:
    """Who is the strongest, and how far ahead of the next."""
    first, pool = ratings.order[0], f"the {len(ratings.order)} bots"
    leaders, rivals = ratings.like(first), rivals_of(ratings)
    if ratings.alike:
        return f"all of {pool} fare identically"
    if rivals:
        largest = widest(ratings.ahead[first, rival] for rival in rivals)
        return (
            f"the ratings of the strongest of {pool}, {_named(leaders + rivals)}, are not"
            f" separated: they differ by {limit(largest, 'change', 'points')}"
        )
    second = next(bot for bot in ratings.order if bot not in leaders)
    lead = ratings.ahead[first, second]
    who = f"is {first}" if leaders == [first] else f"are {listed(leaders)}, which fare identically"
    rating = with_interval(ratings.of[first], "change")
    return (
        f"the strongest of {pool} {who}: the rating is {rating}, {size_of(lead, 'change')} points"
        f" ahead of {listed(ratings.like(second))} ({size_interval(lead, 'change')})"
    )


def one_sided_words(ratings: Ratings) -> str:
    """Which bots have no finite rating, as they were never beaten or never ahead."""
    found = [f"{bot} was {flag}" for bot, flag in ratings.flags.items() if flag]
    why = f" ({listed(found)})" if 0 < len(found) <= MOST_NAMED else ""
    return f"the finishing orders are one-sided{why}, so distances on the ladder are no estimates"


def fields_words(matrix: Matrix, bot: str, rivals: Sequence[str]) -> str:
    """In how many fields a bot is proved to do better than equal.

    That of a bot whose rating is not separated from its own, one of the ``rivals``, among them:
    then the words say that this goes beyond the ratings.
    """
    games = matrix.kind == "share"
    what = "more than an equal share of games" if games else "fewer points a round than its field"
    mine = {field: cell for (one, field), cell in matrix.cells.items() if one == bot}
    rest = [field for field, cell in mine.items() if not (cell.real and matrix.is_good(cell))]
    if len(rest) == len(mine):
        verb = "win" if games else "take"
        return f"alone, {bot} was not shown to {verb} {what} in any field"
    does = f"{_beyond(rivals, rest)}alone, {bot} {'wins' if games else 'takes'} {what} in"
    if not rest:
        return f"{does} the field of every other bot"
    return f"{does} the fields of {len(mine) - len(rest)} of {len(mine)} other bots{_but(rest)}"


def pairs_words(pairs: Sequence[Pair], bot: str, rivals: Sequence[str]) -> str:
    """Of how many bots a bot is proved to be the better at the same table; see `fields_words`."""
    mine = [pair for pair in pairs if bot in (pair.first, pair.second)]
    rest = [pair.second if pair.first == bot else pair.first for pair in mine if pair.better != bot]
    if len(rest) == len(mine):
        return f"{bot} was not shown to take fewer points a round than any bot at its table"
    does = f"{_beyond(rivals, rest)}at the same table {bot} takes fewer points a round than"
    if not rest:
        return f"{does} every other bot"
    return f"{does} {len(mine) - len(rest)} of {len(mine)} other bots{_but(rest)}"


def _named(bots: Sequence[str]) -> str:
    if len(bots) <= MOST_NAMED:
        return listed(bots)
    return listed([*bots[:MOST_NAMED], f"{len(bots) - MOST_NAMED} more"])


def _beyond(rivals: Sequence[str], rest: Sequence[str]) -> str:
    return "but " if set(rivals) - set(rest) else ""


def _but(rest: Sequence[str]) -> str:
    return f" (not shown for {_named(rest)})"


def cycles_words(cycles: Cycles) -> str:
    """How fair the ladder is, and the strongest circle in which each beats the next."""
    fair = f"one ladder explains {100 * (1 - cycles.cyclic):.1f}% of the squared edges"
    closed = [circle for circle in cycles.circles if circle.real and circle.closed]
    if not closed:
        return f"{fair}, and no three bots were found that beat one another in a circle"
    one, two, three = closed[0].bots
    size = closed[0].size
    return (
        f"{fair}, but {one} beats {two}, {two} beats {three} and {three} beats {one}, by"
        f" {size_of(size, 'change')} points a round on average ({size_interval(size, 'change')})"
    )
