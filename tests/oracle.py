"""The slow reference of Gang of Four: rounds, games and game logs (rules.md, sections 5 to 10).

Written from the rules alone, for tests; nothing here is shared with the engine.
The parts about cards and combinations are in oracle_cards.py and offered here as well.
"""

from collections import Counter

from oracle_cards import (
    FULL_TABLE,
    HAND_SIZE,
    all_combinations,
    all_combinations_by_subsets,
    beats,
    check_rules,
    deal_riffled,
    default_rules,
    full_deck,
    gather,
    holds,
    key,
    kind,
    legal_plays,
    need,
    ordered,
    parse,
    riffle,
    strength,
    text,
    without,
)

__all__ = [
    "Round",
    "all_combinations",
    "all_combinations_by_subsets",
    "beats",
    "best_single",
    "check_log",
    "check_rules",
    "deal_riffled",
    "dealer_right",
    "default_rules",
    "direction",
    "exchange",
    "first_leader",
    "full_deck",
    "gather",
    "key",
    "kind",
    "legal_plays",
    "loser",
    "next_leader",
    "parse",
    "points",
    "riffle",
    "strength",
    "text",
]


class Round:
    """Sections 6 and 7: one round from its first lead until somebody goes out."""

    def __init__(self, rules, number, hands, leader, clockwise, opening):
        """Start from the hands after the exchange; opening: the first play must hold M1."""
        self.rules, self.number = rules, number
        self.hands = [ordered(hand) for hand in hands]
        self.turn, self.step = leader, 1 if clockwise else -1
        self.opening = opening
        self.to_beat = self.owner = self.winner = None
        self.announced, self.out, self.passed = set(), set(), set()
        self.tricks = self.plays = self.passes = 0
        self.moves = []
        need(not opening or "M1" in self.hands[leader], f"seat {leader} cannot open with M1")

    def next_seat(self, seat, skip=()):
        """Section 6: the seat after this one in the direction of play, leaving some out."""
        n = len(self.hands)
        following = [(seat + self.step * i) % n for i in range(1, n + 1)]
        return next(s for s in following if s not in self.out and s not in skip)

    def others_in_play(self, seat):
        """Section 7: the other seats that have not forgotten their last card."""
        return set(range(len(self.hands))) - self.out - {seat}

    def bound(self):
        """Section 7: whether the seat to act has the duty of the player before a last card."""
        if self.rules["last_card"] != "forced" or not self.others_in_play(self.turn):
            return False  # nobody comes before himself
        return self.next_seat(self.turn) in self.announced

    def may_pass(self):
        """Sections 6 and 7: a leader may not pass, nor a bound seat whose best card beats."""
        if self.turn is None or self.to_beat is None:
            return False
        if not self.bound() or len(self.to_beat) > 1:
            return True
        return not beats((best_single(self.hands[self.turn]),), self.to_beat, self.rules)

    def allows(self, play):
        """Sections 5 to 7: whether the seat to act may lay these cards now."""
        if self.turn is None or not holds(self.hands[self.turn], play):
            return False
        if kind(play, self.rules) is None:
            return False
        if self.to_beat is not None and not beats(play, self.to_beat, self.rules):
            return False
        if self.opening and self.plays == 0:
            return "M1" in play
        return not self.bound() or self.duty_allows(play)

    def duty_allows(self, play):
        """Section 7: what a bound seat may lay, of the plays that beat."""
        hand = self.hands[self.turn]
        is_best = play == (best_single(hand),)
        if self.to_beat is None:
            return len(play) > 1 or (is_best and not self.holds_several(hand))
        return len(self.to_beat) > 1 or is_best or kind(play, self.rules) == "gang"

    def holds_several(self, hand):
        """Section 7: whether the hand has a combination of two cards or more."""
        return any(len(cards) > 1 for cards in all_combinations(hand, self.rules))

    def legal(self):
        """Sections 5 to 7: all plays of the seat to act, and whether it may pass."""
        if self.turn is None:
            return set(), False
        found = all_combinations(self.hands[self.turn], self.rules)
        return {cards for cards in found if self.allows(cards)}, self.may_pass()

    def apply(self, play, forgets=False):
        """Section 6: the seat to act plays or passes; ValueError when it may not."""
        need(self.winner is None, "the round is over")
        if play is None:
            self.apply_pass()
        else:
            self.apply_play(ordered(play), forgets)
        if self.winner is None:
            self.move_on()

    def apply_pass(self):
        """Section 6: a pass, which ends the trick when it is the last one wanting."""
        need(self.may_pass(), f"seat {self.turn} may not pass")
        self.passes += 1
        self.passed.add(self.turn)
        self.moves.append({"seat": self.turn, "play": None})

    def apply_play(self, play, forgets):
        """Section 6: cards leave the hand; the last of them end the round."""
        need(self.allows(play), f"seat {self.turn} may not play {text(play)}")
        self.tricks += self.to_beat is None
        self.plays += 1
        self.hands[self.turn] = without(self.hands[self.turn], play)
        self.to_beat, self.owner = play, self.turn
        if self.rules["passing"] == "reenter":
            self.passed = set()
        self.moves.append({"seat": self.turn, "play": text(play)})
        self.last_card(forgets)
        if not self.hands[self.turn]:
            self.winner, self.turn = self.turn, None

    def must_announce(self, seat):
        """Section 7: whether the seat, having just played, owes the word."""
        return len(self.hands[seat]) == 1 and self.rules["last_card"] != "off"

    def last_card(self, forgets):
        """Section 7: the word is said or forgotten; a lone seat cannot forget it."""
        if not self.must_announce(self.turn):
            return
        said = not forgets or not self.others_in_play(self.turn)
        (self.announced if said else self.out).add(self.turn)
        self.moves[-1]["announced"] = said

    def move_on(self):
        """Section 6: the next seat that has not passed, or the lead of a new trick."""
        if self.others_in_play(self.owner) - self.passed:
            self.turn = self.next_seat(self.turn, skip=self.passed)
            return
        # the owner leads, unless it forgot: then the seat after it that is still in play
        self.turn = self.next_seat(self.owner) if self.owner in self.out else self.owner
        self.to_beat, self.passed = None, set()


# Between the rounds


def points(cards_left, rules):
    """Section 8: penalty points for the cards a seat is left with."""
    return rules["scoring"][cards_left]


def loser(winner, round_points, totals, rules):
    """Section 9: most points, then the higher total, then the nearest to the winner."""
    n = len(round_points)
    step = 1 if rules["exchange_tie"] == "clockwise" else -1
    nearest_first = [(winner + step * i) % n for i in range(1, n)]
    return max(nearest_first, key=lambda seat: (round_points[seat], totals[seat]))


def best_single(hand):
    """Section 9: the highest card of a hand."""
    return max(hand, key=strength)


def exchange(hands, giver, receiver, returned):
    """Section 9: the hands after the giver's best card and the returned card changed places."""
    need(giver != receiver, "a seat exchanges with another one")
    new, given = list(hands), best_single(hands[giver])
    new[giver] = without(new[giver], (given,))
    new[receiver] = without((*new[receiver], given), (returned,))
    new[giver] = ordered((*new[giver], returned))
    return new


def direction(round_number, rules):
    """Section 6 and the switch: whether this round goes clockwise."""
    if rules["direction"] == "alternate":
        return round_number % 2 == 0
    return rules["direction"] == "clockwise"


def dealer_right(dealer, n):
    """Section 5: the seat on the dealer's right."""
    return (dealer - 1) % n


def multi_one_leader(hands, dealer):
    """Section 5: (the holder of M1, True), or (the dealer's right, False) when it lies dead."""
    for seat, hand in enumerate(hands):
        if "M1" in hand:
            return seat, True
    return dealer_right(dealer, len(hands)), False


def first_leader(hands, dealer, rules, random_seat=None):
    """Sections 5 and 10: who leads round 1, and whether the first play must hold M1."""
    if rules["first_lead"] == "random":
        return random_seat, False
    return multi_one_leader(hands, dealer)


def next_leader(hands, winner, last_loser, rules, random_seat=None):
    """Sections 9 and 10: the same for rounds 2 and later; hands are those after the exchange."""
    if rules["next_lead"] == "multi-one":
        return multi_one_leader(hands, dealer=winner)
    seats = {"winner": winner, "loser": last_loser, "random": random_seat}
    return seats[rules["next_lead"]], False


# Game logs


def check_log(log, single_round=False):
    """Follow a game log by the rules; AssertionError at its first fault, with round and move."""
    located("head", check_head, log)
    rules = log["rules"]
    last = {"winner": None, "loser": None, "totals": [0] * rules["players"]}
    for number, entry in enumerate(log["rounds"], start=1):
        over = max(last["totals"]) >= rules["target"]
        check(single_round or not over, f"round {number}: the game ended with the round before")
        last = located(f"round {number}", check_round, entry, number, last, rules)
    if single_round:
        check(len(log["rounds"]) == 1, "round 2: only one is played here")
        check(log.get("winners") is None, "winners of a game that was not played")
    else:
        located("end", check_end, log, last["totals"], rules)


def check_head(log):
    """Interfaces, section 5: format, rule fields, one bot a seat, some rounds."""
    check(log["format"] == "gofsim-game/1", f"unknown format {log['format']!r}")
    check_rules(log["rules"])
    check(len(log["bots"]) == log["rules"]["players"], "one bot for each seat, please")
    check(log["rounds"], "no rounds")


def check(condition, fault):
    """An assertion that stays when Python leaves its assert statements out."""
    if not condition:
        raise AssertionError(fault)


def located(place, function, *args):
    """Call a checking function and put the place in front of any fault it finds."""
    try:
        return function(*args)
    except (AssertionError, ValueError) as caught:
        fault = f"{place}: {caught}"
        raise AssertionError(fault) from caught
    except (KeyError, IndexError, TypeError, AttributeError) as caught:
        fault = f"{place}: malformed, {caught!r}"
        raise AssertionError(fault) from caught


def check_end(log, totals, rules):
    """Section 8: the game is really over, and the lowest totals have won."""
    reached = max(totals) >= rules["target"]
    check(reached, f"after round {len(log['rounds'])} no total is at the target")
    best = [seat for seat, total in enumerate(totals) if total == min(totals)]
    check(log["winners"] == best, f"winners are {best}, not {log['winners']}")


def check_round(entry, number, last, rules):
    """Sections 5 to 9 for one round; returns its winner, loser and the totals after it."""
    clockwise = direction(number, rules)
    check(entry["number"] == number, f"its number is {entry['number']}")
    check(entry["direction"] == ("clockwise" if clockwise else "counterclockwise"), "direction")
    dealer_known = number == 1 or entry["dealer"] == last["winner"]
    check(dealer_known and entry["dealer"] in range(rules["players"]), "dealer")
    hands = check_exchange(entry, number, check_deal(entry, rules), last, rules)
    leader, opening = check_leader(entry, number, hands, last, rules)
    state = Round(rules, number, hands, leader, clockwise, opening)
    for index, move in enumerate(entry["moves"]):
        located(f"move {index}", check_move, state, move)
    return check_result(entry, state, last["totals"], rules)


def check_deal(entry, rules):
    """Sections 2 and 5: 16 cards for each seat, a dead hand with three, 64 in all."""
    n = rules["players"]
    hands = [parse(words) for words in entry["dealt"]]
    check(len(hands) == n, f"{len(hands)} hands dealt")
    check([text(hand) for hand in hands] == entry["dealt"], "dealt hands are not written in order")
    check((entry["dead"] is None) == (n == FULL_TABLE), "a dead hand, with three players only")
    piles = hands if n == FULL_TABLE else [*hands, parse(entry["dead"])]
    check(all(len(pile) == HAND_SIZE for pile in piles), "16 cards each, please")
    check(Counter(card for pile in piles for card in pile) == Counter(full_deck()), "not one deck")
    return hands


def check_exchange(entry, number, hands, last, rules):
    """Section 9: present when due, the right seats, the best card; the hands after it."""
    swap = entry["exchange"]
    due = number > 1 and rules["exchange"] == "standard"
    check((swap is not None) == due, f"exchange {'missing' if due else 'not due'}")
    if not due:
        return hands
    check(set(swap) == {"giver", "receiver", "given", "returned"}, "fields of the exchange")
    check(swap["giver"] == last["loser"], f"giver must be {last['loser']}")
    check(swap["receiver"] == last["winner"], f"receiver must be {last['winner']}")
    best = best_single(hands[swap["giver"]])
    check(swap["given"] == best, f"given card must be {best}")
    return exchange(hands, swap["giver"], swap["receiver"], swap["returned"])


def check_leader(entry, number, hands, last, rules):
    """Sections 5, 9 and 10: the right leader (a random one is the log's), and any opening."""
    drawn = entry["leader"]
    if number == 1:
        leader, opening = first_leader(hands, entry["dealer"], rules, drawn)
    else:
        leader, opening = next_leader(hands, last["winner"], last["loser"], rules, drawn)
    check(drawn == leader and leader in range(len(hands)), f"leader {drawn}, not {leader}")
    return leader, opening


def check_move(state, move):
    """Sections 6 and 7: whose move it is, whether it is legal, and the flag of a last card."""
    check(state.winner is None, "the round is over")
    check(move["seat"] == state.turn, f"seat {move['seat']} moves, it is {state.turn}'s turn")
    play = None if move["play"] is None else parse(move["play"])
    state.apply(play, forgets=move.get("announced") is False)
    expected = state.moves[-1]
    check(move == expected, f"logged as {move}, should be {expected}")


def check_result(entry, state, totals, rules):
    """Section 8: winner, cards left, points and totals as logged."""
    check(state.winner is not None, "the moves end before anybody is out")
    left = [len(hand) for hand in state.hands]
    scored = [points(count, rules) for count in left]
    totals = [before + new for before, new in zip(totals, scored, strict=True)]
    names = ("winner", "cards_left", "points", "totals")
    for name, value in zip(names, (state.winner, left, scored, totals), strict=True):
        check(entry[name] == value, f"{name} is {value}, not {entry[name]}")
    last_loser = loser(state.winner, scored, totals, rules)
    return {"winner": state.winner, "loser": last_loser, "totals": totals}
