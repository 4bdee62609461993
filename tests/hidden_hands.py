"""Which hidden hands are possible at a decision of a logged game: by the rules, in plain Python."""

from collections import Counter
from functools import cached_property
from itertools import combinations

import numpy as np
import oracle
from bridge import cards_of, mask

DEAD = 3  # where the dead hand stands among the hands, with three players


class HiddenHands:
    """What is public about the hands that the seat to act does not see."""

    def __init__(self, situation):
        state, entry = situation.state, situation.entry
        self.me, self.players = state.turn, len(state.hands)
        self.hand = situation.hand
        self.counts = [len(hand) for hand in state.hands]
        self.laid = [Counter() for _ in range(self.players)]
        for move in state.moves:
            self.laid[move["seat"]] += Counter(oracle.parse(move["play"] or ""))
        seen = sum(self.laid, Counter(self.hand))
        self.unseen = Counter(oracle.full_deck()) - seen
        self.known = {seat: Counter() for seat in range(4)}
        self.giver, self.best = None, None
        if entry["exchange"]:
            self._learn_from(entry["exchange"])
        rule = situation.rules["first_lead" if entry["number"] == 1 else "next_lead"]
        if self.players == DEAD and rule == "multi-one" and self.unseen["M1"]:
            self.known[DEAD]["M1"] = 1
        dead = oracle.parse(entry["dead"] or "")
        self.truth = tuple(mask(hand) for hand in (*state.hands, *([dead] if dead else [])))

    def _learn_from(self, swap):
        """Rules, section 9: the giver gave its best; who got a card holds it until it lays one."""
        if swap["giver"] != self.me:
            self.giver, self.best = swap["giver"], oracle.strength(swap["given"])
            self._got(swap["giver"], swap["returned"])
        if swap["receiver"] != self.me and swap["given"] != swap["returned"]:
            self._got(swap["receiver"], swap["given"])

    def _got(self, seat, card):
        self.known[seat][card] = int(not self.laid[seat][card])

    @cached_property
    def sizes(self):
        """Cards of each hand, the own one and a dead one among them."""
        rest = sum(self.unseen.values()) - sum(self.counts) + len(self.hand)
        return [*self.counts, *([rest] if self.players == DEAD else [])]

    def fault(self, world):
        """What speaks against a world (masks of four hands), or None."""
        hands = [Counter(cards_of(int(cards))) for cards in world[: len(self.sizes)]]
        if hands[self.me] != Counter(self.hand):
            return "not the own hand"
        if [sum(hand.values()) for hand in hands] != self.sizes:
            return "wrong counts"
        if sum(hands, Counter()) - hands[self.me] != self.unseen:
            return "not the unseen cards"
        for seat, cards in self.known.items():
            if cards - (hands[seat] if seat < len(hands) else Counter()):
                return f"seat {seat} lacks what it is known to hold"
        if self.giver is not None:
            own = hands[self.giver] - self.known[self.giver]
            if any(oracle.strength(card) > self.best for card in own):
                return "the giver holds a better card than it gave"
        return None

    def all_worlds(self):
        """Counter of the possible worlds: each as often as its cards, twins apart, can be dealt."""
        others = [seat for seat in range(len(self.sizes)) if seat != self.me]
        pool = list((self.unseen - sum(self.known.values(), Counter())).elements())
        found = Counter()
        self._deal(others, pool, {self.me: self.hand}, found)
        return found

    def _deal(self, seats, pool, hands, found):
        if not seats:
            found[tuple(mask(hands[seat]) for seat in sorted(hands))] += 1
            return
        seat, *rest = seats
        fixed = list(self.known[seat].elements())
        places = [
            place
            for place, card in enumerate(pool)
            if seat != self.giver or oracle.strength(card) <= self.best
        ]
        for chosen in combinations(places, self.sizes[seat] - len(fixed)):
            taken = oracle.ordered([pool[place] for place in chosen] + fixed)
            left = [card for place, card in enumerate(pool) if place not in chosen]
            self._deal(rest, left, {**hands, seat: taken}, found)

    def deals(self):
        """A bound on the worlds that `all_worlds` has to go through."""
        pool = sum(self.unseen.values()) - sum(map(Counter.total, self.known.values()))
        ways = 1
        for seat, size in enumerate(self.sizes):
            if seat not in (self.me, DEAD if self.players == DEAD else None):
                for i in range(size - self.known[seat].total()):
                    ways = ways * (pool - i) // (i + 1)
                pool -= size - self.known[seat].total()
        return ways


def counted(worlds):
    """Counter of the worlds in an array, a world a row."""
    rows, numbers = np.unique(worlds, axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, rows.tolist()), numbers.tolist(), strict=True)))
