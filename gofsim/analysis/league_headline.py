"""The answer of a league in a sentence made from its numbers."""

from collections.abc import Sequence

from gofsim.analysis.league_cycles import Cycles
from gofsim.analysis.league_matrix import Matrix
from gofsim.analysis.league_pairs import Pair
from gofsim.analysis.league_ratings import Ratings
from gofsim.analysis.words import limit, listed, size_interval, size_of, with_interval

MOST_NAMED = 3  # bots that a sentence names


def top_words(ratings: Ratings) -> str:
    """Who is the strongest, and how far ahead of the second."""
    first, second, *_ = ratings.order
    lead, pool = ratings.ahead[first, second], f"the {len(ratings.order)} bots"
    if ratings.separated(first, second):
        return (
            f"the strongest of {pool} is {first}: its rating is"
            f" {with_interval(ratings.of[first], 'change')}, {size_of(lead, 'change')} points ahead"
            f" of {second}, the second ({size_interval(lead, 'change')})"
        )
    if lead.flag == "identical":
        return (
            f"the strongest of {pool}, {first} and {second}, fare identically, at a rating of"
            f" {with_interval(ratings.of[first], 'change')}"
        )
    return (
        f"no difference was found between the strongest of {pool}, {first} and {second}: their"
        f" ratings differ by {limit(lead, 'change', 'points')}"
    )


def fields_words(matrix: Matrix, bot: str) -> str:
    """Against how many fields a bot is proved to do better than equal."""
    does = (
        "wins more than an equal share of games"
        if matrix.kind == "share"
        else "takes fewer points a round than its field"
    )
    mine = {field: cell for (one, field), cell in matrix.cells.items() if one == bot}
    rest = [field for field, cell in mine.items() if not (cell.real and matrix.is_good(cell))]
    if not rest:
        return f"alone, {bot} {does} in the field of every other bot"
    of_all = f"in {len(mine) - len(rest)} of {len(mine)} fields of other bots"
    return f"alone, {bot} {does} {of_all}{_but(rest, 'of')}"


def pairs_words(pairs: Sequence[Pair], bot: str) -> str:
    """Of how many bots a bot is proved to be the better at the same table."""
    mine = [pair for pair in pairs if bot in (pair.first, pair.second)]
    rest = [pair.second if pair.first == bot else pair.first for pair in mine if pair.better != bot]
    does = f"at the same table {bot} takes fewer points a round than"
    if not rest:
        return f"{does} every other bot"
    return f"{does} {len(mine) - len(rest)} of {len(mine)} other bots{_but(rest, 'than')}"


def _but(rest: Sequence[str], word: str) -> str:
    return f" (not {word} {listed(rest)})" if len(rest) <= MOST_NAMED else ""


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
