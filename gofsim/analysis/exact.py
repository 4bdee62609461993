"""Exact probabilities of dealt hands, 16 of 64 cards, counted with whole numbers.

Hands are counted pile by pile with generating functions (coefficient k: the ways to hold k cards);
several hands at once by the method of inclusion and exclusion on marked gangs.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb, perm

DECK = 64
HAND = 16
COPIES = (7, 6, 6, 6, 6, 6, 6, 6, 6, 6)  # of the numbers 1 to 10
COLOURED = 20  # cards of one colour: two of each number
UNNUMBERED = 3  # two phoenixes and the dragon
GANG = 4
RUN = 5

Counts = list[int]  # counts[k] = ways to hold k cards
Marked = dict[tuple[int, int, int, int], int]


def gang_of(number: int, size: int) -> Fraction:
    """P(a hand holds exactly ``size`` cards of ``number``): hypergeometric."""
    copies = COPIES[number - 1]
    return _share(comb(copies, size) * comb(DECK - copies, HAND - size))


def any_gang_of(number: int) -> Fraction:
    """P(a hand holds four or more cards of ``number``)."""
    sizes = range(GANG, COPIES[number - 1] + 1)
    return sum((gang_of(number, size) for size in sizes), Fraction())


def largest_count(most: int) -> Fraction:
    """P(the number a hand holds most of is there exactly ``most`` times)."""
    return _share(_no_number_above(most) - _no_number_above(most - 1))


def straight() -> Fraction:
    """P(a hand holds a straight)."""
    without = _without_run([_pile(copies) for copies in COPIES])
    return 1 - _share(_times(without, _pile(UNNUMBERED))[HAND])


def straight_flush() -> Fraction:
    """P(a hand holds a straight flush); the multi-coloured 1 is a 1 of all three colours."""
    plain = _without_run([_pile(2)] * 10)
    with_multi = _without_run([_pile(2)] * 10, first_held=True)
    return 1 - _share(_three_colours(plain, with_multi))


def full_house() -> Fraction:
    """P(a hand holds a full house), by counting the hands that hold none.

    They have no number three times; or just one, all others at most once, and not both phoenixes.
    """
    none = _no_number_above(2)
    for often, copies in enumerate(COPIES):
        ways = _times(_pile(1), _pile(2)[:2])
        ways = _times(ways, [0, 0, 0, *_pile(copies)[3:]])
        for other in COPIES[:often] + COPIES[often + 1 :]:
            ways = _times(ways, _pile(other)[:2])
        none += ways[HAND]
    return 1 - _share(none)


def plain_flush() -> Fraction:
    """P(a hand holds five cards of one colour that are no straight flush).

    A colour offers none with four cards or fewer, or with exactly five that are a straight: of six
    cards one set of five always breaks the row. With M1 in hand only 2 3 4 5 can be that straight.
    """
    plain = [*_pile(COLOURED)[:RUN], 6 * 2**RUN]
    with_multi = [*_pile(COLOURED)[: RUN - 1], 2 ** (RUN - 1)]
    return 1 - _share(_three_colours(plain, with_multi))


def phoenix_pair() -> Fraction:
    """P(a hand holds both phoenixes)."""
    return _share(comb(DECK - 2, HAND - 2))


@cache
def gangs_joint(others: int) -> dict[tuple[int, int], Fraction]:
    """P(I hold i gangs and ``others`` further hands hold k together), as {(i, k): probability}.

    From the factorial moments of the numbers of gangs (Jordan's formula), which need only the
    signed ways to mark gangs; see `_marked`.
    """
    moments: dict[tuple[int, int], Fraction] = {}
    for (mine, theirs, _, cards), ways in _marked(others).items():
        chance = Fraction(ways, perm(DECK, cards))
        moments[mine, theirs] = moments.get((mine, theirs), Fraction()) + chance
    return {
        (i, k): sum(
            (
                (-1) ** (a - i + b - k) * comb(a, i) * comb(b, k) * moment
                for (a, b), moment in moments.items()
                if a >= i and b >= k
            ),
            Fraction(),
        )
        for i, k in moments
    }


def gangs_in_hands(hands: int) -> list[Fraction]:
    """P(0, 1, 2, ... gangs in ``hands`` dealt hands together)."""
    joint = gangs_joint(hands - 1)
    most = max(i + k for i, k in joint)
    together = [Fraction()] * (most + 1)
    for (i, k), chance in joint.items():
        together[i + k] += chance
    return together


def gangs_among_others(mine: int, others: int = 3) -> list[Fraction]:
    """P(0, 1, 2, ... gangs among the others' hands, given that I hold ``mine`` gangs)."""
    joint = gangs_joint(others)
    row = [joint[key] for key in sorted(joint) if key[0] == mine]
    return [chance / sum(row) for chance in row]


def _share(hands: int) -> Fraction:
    return Fraction(hands, comb(DECK, HAND))


def _pile(cards: int) -> Counts:
    return [comb(cards, held) for held in range(cards + 1)]


def _times(left: Sequence[int], right: Sequence[int]) -> Counts:
    """Ways for two separate piles together; more than a hand is never needed."""
    ways = [0] * (HAND + 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right[: HAND + 1 - i]):
            ways[i + j] += a * b
    return ways


def _plus(piles: Sequence[Counts]) -> Counts:
    return [sum(column) for column in zip(*piles, strict=True)]


def _no_number_above(most: int) -> int:
    ways = _pile(UNNUMBERED)
    for copies in COPIES:
        ways = _times(ways, _pile(copies)[: most + 1])
    return ways[HAND]


def _without_run(piles: Sequence[Sequence[int]], first_held: bool = False) -> Counts:
    """Ways to hold k cards of the piles with never five piles in a row touched.

    ``first_held``: the first pile counts as touched whatever is taken of it.
    """
    by_run = [[1] + [0] * HAND] + [[0] * (HAND + 1) for _ in range(RUN - 1)]
    for place, pile in enumerate(piles):
        forced = first_held and place == 0
        broken = _plus(by_run) if not forced else [0] * (HAND + 1)
        touched = pile if forced else [0, *pile[1:]]
        by_run = [broken, *(_times(ways, touched) for ways in by_run[:-1])]
    return _plus(by_run)


def _three_colours(plain: Sequence[int], with_multi: Sequence[int]) -> int:
    """Hands whose three colours all satisfy a condition, given its counts without and with M1."""
    hands = 0
    for colour, multi in ((plain, 0), (with_multi, 1)):
        three = _times(_times(colour, colour), colour)
        hands += _times(three, _pile(UNNUMBERED))[HAND - multi]
    return hands


def _marks(copies: int) -> Counts:
    """Weights w with [held >= 4] = sum of w[j] * (share of the j-sets of the number held)."""
    signed = [(-1) ** (j - GANG) * comb(j - 1, GANG - 1) for j in range(GANG, copies + 1)]
    return [0] * GANG + [s * comb(copies, j + GANG) for j, s in enumerate(signed)]


def _marked_hand() -> dict[tuple[int, int, int], int]:
    """Signed ways one hand marks gangs: {(others marked, ones marked, cards): ways}.

    Each of the marked cards may lie in any of the hand's places, hence the falling factorial.
    """
    found = {}
    for ones in (0, 1):
        ways = _marks(COPIES[0]) if ones else [1]
        for rest in range(HAND // GANG + 1):
            for cards, weight in enumerate(ways):
                if weight:
                    found[rest, ones, cards] = weight * perm(HAND, cards)
            ways = _times(ways, _marks(COPIES[1]))
    return found


def _marked(others: int) -> Marked:
    """Signed ways to mark gangs: {(mine, the others', ones marked, cards marked): ways}."""
    states: Marked = {(0, 0, 0, 0): 1}
    for hand in range(others + 1):
        after: Marked = {}
        for (mine, theirs, one, cards), ways in states.items():
            free = len(COPIES) - 1 - (mine + theirs - one)
            for (rest, ones, used), weight in _marked_hand().items():
                if one + ones > 1 or rest > free:
                    continue
                more = rest + ones
                key = (
                    (more, 0, ones, used)
                    if hand == 0
                    else (mine, theirs + more, one + ones, cards + used)
                )
                after[key] = after.get(key, 0) + ways * weight * comb(free, rest)
        states = after
    return states
