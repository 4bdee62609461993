"""Cards, combinations, riffles and rule fields of the slow reference (rules.md, 2 to 4 and 10).

Nothing here is shared with the engine: the two readings of the rules must stay independent.
A card is its text ("G7", "M1", "GP", "YP", "RD"); a hand or a play is a sorted tuple of cards.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, product

COLOURS = "GYRM"
HIGHEST, PHOENIX, DRAGON = 10, 11, 12  # numbers; a phoenix and a dragon only compare by them
FULL_TABLE, HAND_SIZE, FIVE = 4, 16, 5
SPECIALS = {"GP": (PHOENIX, 1), "YP": (PHOENIX, 2), "RD": (DRAGON, 3)}
PHOENIXES = ("GP", "YP")
FIVE_CARD_KINDS = ("straight", "flush", "full house", "straight flush")

DEFAULT_SCORING = [0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80]
CHOICES = {  # the first value is the default
    "players": (4, 3),
    "tie_break": ("lexicographic", "top-card"),
    "phoenix_in_full_house": (True, False),
    "multi_one_wild": (True, False),
    "passing": ("reenter", "final"),
    "first_lead": ("multi-one", "random"),
    "next_lead": ("winner", "loser", "random", "multi-one"),
    "exchange": ("standard", "off"),
    "exchange_tie": ("counterclockwise", "clockwise"),
    "direction": ("alternate", "counterclockwise", "clockwise"),
    "last_card": ("forced", "advice", "off"),
    "shuffle": ("uniform", "riffle"),
}


def need(condition, fault):
    """Refuse bad input, saying why."""
    if not condition:
        raise ValueError(fault)


# Rule fields


def default_rules(**changes):
    """Section 10: a rule set with its default values, some of them replaced."""
    rules = {field: values[0] for field, values in CHOICES.items()}
    rules |= {"target": 100, "scoring": list(DEFAULT_SCORING), "riffles": 3}
    rules |= changes
    check_rules(rules)
    return rules


def check_rules(rules):
    """Section 10: every field is there, none besides, each with a value it may have."""
    wrong = set(rules) ^ {*CHOICES, "target", "scoring", "riffles"}
    need(not wrong, f"missing or unknown rule fields: {sorted(wrong)}")
    for field, values in CHOICES.items():
        need(rules[field] in values, f"rule {field} cannot be {rules[field]!r}")
    need(rules["target"] in range(1, 10_001), f"rule target cannot be {rules['target']!r}")
    need(rules["riffles"] in range(21), f"rule riffles cannot be {rules['riffles']!r}")
    check_scoring(list(rules["scoring"]))


def check_scoring(table):
    """Section 10: nothing for no cards, then 1..1000 for 1..16 cards, never falling."""
    need(len(table) == HAND_SIZE + 1 and table[0] == 0, "rule scoring: 17 numbers, the first 0")
    need(all(value in range(1, 1001) for value in table[1:]), "rule scoring: 1..1000 after the 0")
    need(table == sorted(table), "rule scoring must not decrease")


# Cards


def full_deck():
    """Section 2: the 64 cards, weakest first."""
    twice = [f"{colour}{number}" for colour in "GYR" for number in range(1, 11)] * 2
    return sorted([*twice, "M1", "GP", "YP", "RD"], key=strength)


@cache  # only to spare time, as below
def strength(card):
    """Section 4: the (number, colour) of a card; also the order in which cards are written."""
    if card in SPECIALS:
        return SPECIALS[card]
    return (int(card[1:]), COLOURS.index(card[0]) + 1)


def number(card):
    """Section 2: the number of a card; 11 and 12 for the cards that have none."""
    return strength(card)[0]


COPIES = Counter(full_deck())


def ordered(cards):
    """Section 2: the cards as a tuple, weakest first."""
    return tuple(sorted(cards, key=strength))


@lru_cache(maxsize=1 << 16)
def parse(words):
    """Section 2: the cards of a text, in any case and order; faults name the card."""
    cards = words.upper().split()
    for card, count in Counter(cards).items():
        need(card in COPIES, f"no such card: {card}")
        need(count <= COPIES[card], f"{count} copies of {card}, the deck has {COPIES[card]}")
    return ordered(cards)


def text(cards):
    """Section 2: the cards in writing, weakest first."""
    return " ".join(ordered(cards))


def holds(hand, cards):
    """Whether all these cards, copies counted, are in the hand."""
    return not Counter(cards) - Counter(hand)


def without(hand, cards):
    """The hand after these cards have left it."""
    need(holds(hand, cards), f"{text(cards)} is not in the hand {text(hand)}")
    return ordered((Counter(hand) - Counter(cards)).elements())


# Kinds of combinations


def kind(cards, rules):
    """Section 3: the name of the combination these cards make, None when they make none."""
    return _kind(ordered(cards), rules["phoenix_in_full_house"], rules["multi_one_wild"])


@lru_cache(maxsize=200_000)
def _kind(cards, phoenix_in_full_house, multi_one_wild):
    """Section 3 by the number of cards; cached only to spare time."""
    if len(cards) == 1:
        return "single"
    if len({number(card) for card in cards}) == 1:
        return _same_number_kind(cards)
    if len(cards) == FIVE:
        return _five_card_kind(cards, phoenix_in_full_house, multi_one_wild)
    return None


def _same_number_kind(cards):
    """Section 3: pair, triple or gang; the phoenixes share a number here but only pair up."""
    if cards == PHOENIXES:
        return "pair"
    if number(cards[0]) > HIGHEST:
        return None
    return {2: "pair", 3: "triple"}.get(len(cards), "gang")


def _five_card_kind(cards, phoenix_in_full_house, multi_one_wild):
    """Section 3: the highest of the kinds these five cards, not all of one number, make."""
    straight = is_straight(cards)
    flush = is_flush(cards, multi_one_wild)
    if straight and flush:
        return "straight flush"
    if is_full_house(cards, phoenix_in_full_house):
        return "full house"
    return "flush" if flush else "straight" if straight else None


def is_straight(cards):
    """Section 3: five numbers in a row; phoenixes, 11 in our order, must not follow a 10."""
    numbers = [number(card) for card in cards]
    return numbers[-1] <= HIGHEST and numbers == list(range(numbers[0], numbers[0] + FIVE))


def is_flush(cards, multi_one_wild):
    """Section 3: number cards of one colour; M1 fits all of them, or none."""
    if any(card in SPECIALS for card in cards):
        return False
    return len({card[0] for card in cards if card != "M1" or not multi_one_wild}) == 1


def is_full_house(cards, phoenix_in_full_house):
    """Section 3: three of a number with a pair; a single phoenix never helps."""
    (three, size), (two, other) = Counter(map(number, cards)).most_common()[:2]
    if (size, other) != (3, 2) or three > HIGHEST:
        return False
    return two <= HIGHEST or (two == PHOENIX and phoenix_in_full_house)


# Comparing


def key(cards, rules):
    """Section 4: within one kind, the higher key is the stronger combination."""
    name = kind(cards, rules)
    need(name, f"{text(cards)} is no combination")
    if name == "gang":
        return (len(cards), number(cards[0]))
    falling = descending(cards, name)
    if rules["tie_break"] == "lexicographic" or name not in FIVE_CARD_KINDS:
        return tuple(falling)
    # "top-card": the triple of a full house counts by its number, the others by their best card
    return falling[0][:1] if name == "full house" else falling[0]


def descending(cards, name):
    """Section 4: the (number, colour) of the cards, best first, of a full house triple first."""
    strengths = sorted(map(strength, cards), reverse=True)
    if name != "full house":
        return strengths
    counts = Counter(value for value, _ in strengths)
    return sorted(strengths, key=lambda pair: counts[pair[0]], reverse=True)


def beats(a, b, rules):
    """Section 4: whether a may be played on the combination b."""
    kind_a, kind_b = kind(a, rules), kind(b, rules)
    need(kind_b, f"{text(b)} is no combination")
    if kind_a is None:
        return False
    if kind_a == kind_b:
        return key(a, rules) > key(b, rules)
    if "gang" in (kind_a, kind_b):
        return kind_a == "gang"
    if len(a) != len(b):
        return False
    return FIVE_CARD_KINDS.index(kind_a) > FIVE_CARD_KINDS.index(kind_b)


# All combinations of a hand


def all_combinations(hand, rules):
    """Section 3: the distinct combinations in a hand, made kind by kind."""
    groups = {
        n: [card for card in ordered(hand) if number(card) == n] for n in range(1, HIGHEST + 1)
    }
    found = {(card,) for card in hand} | _straights(groups) | _flushes(hand, rules)
    for group in groups.values():
        for size in range(2, len(group) + 1):
            found |= set(combinations(group, size))
    if holds(hand, PHOENIXES):
        found.add(PHOENIXES)
    return found | _full_houses(groups, hand, rules)


def _straights(groups):
    """Section 3: every choice of one card for each of five numbers in a row."""
    found = set()
    for low in range(1, 7):
        found |= set(product(*(groups[value] for value in range(low, low + 5))))
    return found


def _flushes(hand, rules):
    """Section 3: every five cards of a colour, straight flushes among them."""
    found = set()
    for colour in "GYR":
        suited = [c for c in ordered(hand) if c not in SPECIALS and c[0] == colour]
        if rules["multi_one_wild"] and "M1" in hand:
            suited = ordered([*suited, "M1"])
        found |= set(combinations(suited, 5))
    return found


def _full_houses(groups, hand, rules):
    """Section 3: every triple with every pair of another number, or with the phoenixes."""
    pairs = {pair for group in groups.values() for pair in combinations(group, 2)}
    if rules["phoenix_in_full_house"] and holds(hand, PHOENIXES):
        pairs.add(PHOENIXES)
    triples = {triple for group in groups.values() for triple in combinations(group, 3)}
    return {
        ordered(triple + pair)
        for triple, pair in product(triples, pairs)
        if number(triple[0]) != number(pair[0])
    }


def all_combinations_by_subsets(hand, rules):
    """Section 3 by brute force: every subset that has a kind. For small hands only."""
    subsets = (c for size in range(1, 8) for c in combinations(ordered(hand), size))
    return {cards for cards in subsets if kind(cards, rules)}


def legal_plays(hand, to_beat, rules):
    """Section 6 without opening and duty: the plays that beat, or all of them for a lead."""
    found = all_combinations(hand, rules)
    if to_beat is None:
        return found
    return {cards for cards in found if beats(cards, to_beat, rules)}


# Shuffling by riffles


def gather(moves_of_round, hands_left, dead):
    """Section 10: the deck picked up after a round, top first."""
    played = [parse(move["play"]) for move in moves_of_round if move["play"]]
    left = [ordered(hand) for hand in hands_left]
    return [card for cards in (*played, *left, dead or ()) for card in cards]


def riffle(deck, from_top):
    """Section 10: two packets joined; entry i says whether card i comes from the top one."""
    need(len(from_top) == len(deck), "one entry for each card, please")
    size = sum(from_top)
    top, bottom = iter(deck[:size]), iter(deck[size:])
    return [next(top) if is_top else next(bottom) for is_top in from_top]


def deal_riffled(deck, dealer, clockwise, n):
    """Section 10: (hands, dead) of cards dealt in turn; the dead hand is the last place."""
    step = 1 if clockwise else -1
    seats = [(dealer + step * i) % n for i in range(1, n + 1)]
    piles = {seat: deck[place::FULL_TABLE] for place, seat in enumerate(seats)}
    dead = tuple(deck[n::FULL_TABLE]) if n < FULL_TABLE else None
    return [ordered(piles[seat]) for seat in range(n)], dead
