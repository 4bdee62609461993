"""Decisions of real games as a bot sees them: views built anew from what is public and one hand."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import oracle
from bridge import cards_of, mask, put_on_table, view_for, word

from gofsim.kernel import view
from gofsim.kernel.bits import call_bot, pointer_to
from gofsim.kernel.jit import bot_table, kernel
from gofsim.strategies.row import parameter_row
from gofsim.strategies.seat import seat_bot

SEED, BLOCK, STREAM = 11, 12, 13  # of the random streams in views built here


@dataclass
class Situation:
    """One decision: the round so far, what came before it, and what was then done."""

    rules: dict
    entry: dict
    totals: list
    state: oracle.Round
    move: dict

    @property
    def hand(self):
        """Cards of the seat to act."""
        return self.state.hands[self.state.turn]

    def view(self):
        """What the seat to act may see; no other hand is looked at, only its size."""
        state, entry = self.state, self.entry
        words = view_for(**self.rules)
        put_on_table(words, word(state.to_beat or ()))
        laid = [card for move in state.moves for card in oracle.parse(move["play"] or "")]
        swap = entry["exchange"] or {"giver": view.NO_SEAT, "receiver": view.NO_SEAT}
        numbers = {
            view.SEAT: state.turn,
            view.NEXT_SEAT: state.next_seat(state.turn),
            view.OWNER: view.NO_SEAT if state.to_beat is None else state.owner,
            view.REQUIRED: mask("M1") if state.opening and not state.plays else 0,
            view.BOUND: state.bound(),
            view.CLOCKWISE: entry["direction"] == "clockwise",
            view.ROUND: entry["number"],
            view.DEALER: entry["dealer"],
            view.LEADER: entry["leader"],
            view.GIVER: swap["giver"],
            view.RECEIVER: swap["receiver"],
            view.GIVEN: mask(swap.get("given", "")),
            view.RETURNED: mask(swap.get("returned", "")),
            view.SEEN: mask(oracle.ordered(laid)),
            view.ANNOUNCED: _bits(state.announced),
            view.OUT: _bits(state.out),
            view.PASSED: _bits(state.passed),
            view.MOVES: len(state.moves),
            view.TRICKS: state.tricks,
            view.PASSES: state.passes,
        }
        for seat, (cards, total) in enumerate(zip(state.hands, self.totals, strict=True)):
            numbers[view.COUNTS + seat], numbers[view.TOTALS + seat] = len(cards), total
        for index, move in enumerate(state.moves):
            numbers[view.MOVE_SEATS + index] = move["seat"]
            numbers[view.MOVE_CARDS + index] = mask(oracle.parse(move["play"] or ""))
        for index, value in numbers.items():
            words[index] = value
        start_streams(words)
        return words

    def deal_unseen_anew(self, rng):
        """Shuffle all cards that the seat to act does not see among the places they lie in."""
        state = self.state
        others = [seat for seat in range(len(state.hands)) if seat != state.turn]
        dead = oracle.parse(self.entry["dead"] or "")
        pool = [card for seat in others for card in state.hands[seat]] + list(dead)
        rng.shuffle(pool)
        for seat in others:
            count = len(state.hands[seat])
            state.hands[seat], pool = oracle.ordered(pool[:count]), pool[count:]


def _bits(seats):
    return sum(1 << seat for seat in seats)


def start_streams(words):
    """The random stream of the seat to act, at its start."""
    words[view.SEED], words[view.BLOCK] = SEED, BLOCK
    words[stream_word(words) + 1] = STREAM


def stream_word(words):
    """Where the position of the acting seat's random stream stands."""
    return int(view.seat_slot(int(words[view.SEAT])))


def situations(log):
    """All decisions of a game log, in order; each is overtaken by the next."""
    rules, totals = log["rules"], [0] * log["rules"]["players"]
    for entry in log["rounds"]:
        state = _start(rules, entry)
        for move in entry["moves"]:
            yield Situation(rules, entry, totals, state, move)
            play = oracle.parse(move["play"]) if move["play"] else None
            state.apply(play, forgets=move.get("announced") is False)
        totals = entry["totals"]


def _start(rules, entry):
    hands = [oracle.parse(hand) for hand in entry["dealt"]]
    swap = entry["exchange"]
    if swap:
        hands = oracle.exchange(hands, swap["giver"], swap["receiver"], swap["returned"])
    lead_rule = rules["first_lead"] if entry["number"] == 1 else rules["next_lead"]
    opening = lead_rule == "multi-one" and "M1" in hands[entry["leader"]]
    clockwise = entry["direction"] == "clockwise"
    return oracle.Round(rules, entry["number"], hands, entry["leader"], clockwise, opening)


@kernel
def _call(functions, words, hand, parameters):
    return call_bot(pointer_to(functions), 0, pointer_to(words), hand, pointer_to(parameters), 0)


def ask(function, words, hand, values=()):
    """What a bot's function answers, as a mask; `values` are its parameters in order."""
    parameters = np.array([*values, 0.0])
    return int(_call(bot_table([function]), words, np.uint64(hand), parameters))


def scene(hand, to_beat="", others=10, bound=False, opening=False, played=(), **switches):
    """A view in text: seat 0 holds the hand, the others so many cards each, seat 1 is next.

    `others` may also be the count of each other seat; `played`: the plays of the round so far.
    """
    words = view_for(**switches)
    put_on_table(words, word(to_beat))
    words[view.SEAT], words[view.NEXT_SEAT] = 0, 1
    words[view.OWNER] = 1 if to_beat else view.NO_SEAT
    words[view.COUNTS] = len(oracle.parse(hand))
    words[view.COUNTS + 1 : view.COUNTS + int(words[view.PLAYERS])] = others
    if bound:
        words[view.BOUND], words[view.ANNOUNCED], words[view.COUNTS + 1] = 1, 0b10, 1
    if opening:
        words[view.REQUIRED] = mask("M1")
    words[view.SEEN], words[view.MOVES] = mask(" ".join(played)), len(played)
    for index, cards in enumerate(played):
        words[view.MOVE_CARDS + index] = mask(cards)
    start_streams(words)
    return words


def own_row(seat, players=4, hands=None):
    """The row of a seat from its own parameters on, as its function gets it."""
    hidden = np.zeros(view.SEATS, np.uint64) if hands is None else hands
    return parameter_row(seat, players, hidden)[1:]


def answer(kind, hand, to_beat="", parameters=None, **more):
    """What a shipped bot does: its play as text, or "pass"."""
    seat = seat_bot(kind, parameters or {}, Path(), kind)
    words = scene(hand, to_beat, **more)
    row = own_row(seat, int(words[view.PLAYERS]))
    return text(ask(seat.strategy.choose, words, mask(hand), row)) or "pass"


def text(cards):
    """Cards of a mask as text."""
    return oracle.text(cards_of(cards))


def model_row(kind, players):
    """The row of a search that takes the others for this bot."""
    return np.array(own_row(seat_bot("pimc-infer", {"model": kind}, Path(), kind), players))
