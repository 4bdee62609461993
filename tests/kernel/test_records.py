"""Every column of the three tables, worked out again from the game logs."""

import random
from itertools import pairwise

import numpy as np
import oracle
import pytest
from games import game, random_rules, random_seats

from gofsim.kernel import records
from gofsim.kernel.combinations import KIND_NAMES
from gofsim.simulation.play import play_blocks, seating_count

DECK = oracle.full_deck()
RULES = oracle.default_rules()
SEATS = range(4)


def numbers_of(hand):
    """number -> how many cards of it, where there are four or more."""
    counts = [sum(card_number(card) == number for card in hand) for number in range(1, 11)]
    return {number: count for number, count in enumerate(counts, 1) if count >= 4}


def card_number(card):
    return oracle.strength(card)[0]


def hands_of(entry):
    """Hands as dealt and after the exchange."""
    dealt = [oracle.parse(hand) for hand in entry["dealt"]]
    swap = entry["exchange"]
    if not swap:
        return dealt, dealt
    seats = swap["giver"], swap["receiver"]
    return dealt, oracle.exchange(dealt, *seats, swap["returned"])


def gangs_played(entry):
    """(seat, number) -> (size, kind it was played on) for the gangs of a round."""
    on_table, owner, out, passed, found = (), None, set(), set(), {}
    rules_passing = entry["passing"]
    for move in entry["moves"]:
        waiting = set(range(len(entry["dealt"]))) - out - passed - {owner}
        if owner is None or not waiting:
            on_table, passed = (), set()
        play = oracle.parse(move["play"] or "")
        if play:
            if oracle.kind(play, RULES) == "gang":
                beaten = KIND_NAMES.index(oracle.kind(on_table, RULES)) if on_table else 0
                found[move["seat"], card_number(play[0])] = len(play), beaten
            on_table, owner = play, move["seat"]
            passed = set() if rules_passing == "reenter" else passed
            out |= {move["seat"]} if move.get("announced") is False else set()
        else:
            passed.add(move["seat"])
    return found


def tricks_of(entry):
    """Number of leads: plays that the oracle's round counts so."""
    _, held = hands_of(entry)
    clockwise = entry["direction"] == "clockwise"
    state = oracle.Round(
        entry["rules"], entry["number"], held, entry["leader"], clockwise, entry["opening"]
    )
    for move in entry["moves"]:
        play = oracle.parse(move["play"]) if move["play"] else None
        state.apply(play, forgets=move.get("announced") is False)
    return state.tricks


def round_row(entry, log, places):
    """The row of a round, by column name."""
    swap = entry["exchange"] or {}
    dealt, held = hands_of(entry)
    played = gangs_played(entry)
    forgot = {m["seat"] for m in entry["moves"] if m.get("announced") is False}
    card = {key: DECK.index(swap[key]) if swap else -1 for key in ("given", "returned")}
    row = {
        "block": log["block"],
        "seating": log["seating"],
        "round": entry["number"],
        "clockwise": entry["direction"] == "clockwise",
        "dealer": entry["dealer"],
        "leader": entry["leader"],
        "winner": entry["winner"],
        "tricks": tricks_of(entry),
        "plays": sum(bool(move["play"]) for move in entry["moves"]),
        "passes": sum(not move["play"] for move in entry["moves"]),
        "exchange_giver": swap.get("giver", -1),
        "exchange_given": card["given"],
        "exchange_returned": card["returned"],
    }
    for seat in SEATS:
        present = seat < len(dealt)
        columns = {
            "place": places[seat] if present else -1,
            "cards_left": entry["cards_left"][seat] if present else -1,
            "points": entry["points"][seat] if present else -1,
            "gangs_dealt": len(numbers_of(dealt[seat])) if present else -1,
            "gangs_held": len(numbers_of(held[seat])) if present else -1,
            "gangs_played": sum(who == seat for who, _ in played) if present else -1,
            "forgot": seat in forgot if present else -1,
        }
        row |= {f"{name}_{seat}": value for name, value in columns.items()}
    return row


def gang_rows(entry, log):
    """The rows of a round's gangs, by seat and number."""
    dealt, held = hands_of(entry)
    played = gangs_played(entry)
    for seat, (before, after) in enumerate(zip(dealt, held, strict=True)):
        was, has = numbers_of(before), numbers_of(after)
        for number in sorted(was | has):
            size, beat = played.get((seat, number), (0, -1))
            yield {
                "block": log["block"],
                "seating": log["seating"],
                "round": entry["number"],
                "seat": seat,
                "number": number,
                "dealt": was.get(number, 0),
                "held": has.get(number, 0),
                "played": size,
                "beat": beat,
            }


def game_row(log, places):
    players = len(log["bots"])
    totals = log["rounds"][-1]["totals"]
    row = {
        "block": log["block"],
        "seating": log["seating"],
        "rounds": len(log["rounds"]),
        "winners": sum(1 << seat for seat in log["winners"]),
    }
    row |= {f"place_{seat}": places[seat] if seat < players else -1 for seat in SEATS}
    return row | {f"total_{seat}": totals[seat] if seat < players else -1 for seat in SEATS}


def same_rows(columns, rows):
    """Every column there, none besides, each value equal."""
    assert not rows or set(columns) == set(rows[0])
    for name, column in columns.items():
        np.testing.assert_array_equal(column, [row[name] for row in rows], err_msg=name)


@pytest.mark.parametrize("seed", range(12))
def test_rows_are_what_the_logs_say(seed):
    rng = random.Random(seed)
    rules = random_rules(rng, target=rng.choice((1, 100)))
    seats = random_seats(rng, rules.players)
    seating = ("fixed", "rotations", "all")[seed % 3]
    root, first = rng.randrange(2**63), rng.choice((0, 2**62))
    blocks = range(first, first + (2 if seating == "all" else 4))
    played = play_blocks(
        seats, rules, seed=root, blocks=blocks, seating=seating, single_round=False, arm="a"
    )
    plain, count = rules.model_dump(mode="json"), seating_count(rules.players, seating)
    rounds, games, gangs = [], [], []
    for number, (block, k) in enumerate((b, k) for b in blocks for k in range(count)):
        log = game(seats, rules, seed=root, block=block, seating=seating, seating_index=k)
        places = [int(played.games[f"place_{seat}"][number]) for seat in range(rules.players)]
        assert [seats[place].request[0] for place in places] == log["bots"]
        for entry in log["rounds"]:
            entry["passing"], entry["rules"] = plain["passing"], plain
            way = "first_lead" if entry["number"] == 1 else "next_lead"
            opening = plain[way] == "multi-one"
            entry["opening"] = opening and "M1" in hands_of(entry)[1][entry["leader"]]
            rounds.append(round_row(entry, log, places))
            gangs += gang_rows(entry, log)
        games.append(game_row(log, places))
    same_rows(played.rounds, rounds)
    same_rows(played.games, games)
    same_rows(played.gangs, gangs)


def test_columns_are_the_documented_ones():
    assert len(records.ROUND_FIELDS) + 4 * len(records.SEAT_FIELDS) == records.ROUND_COLUMNS
    assert len(records.ROUND_FIELDS) == records.R_SEATS
    assert len(records.GANG_FIELDS) == records.GANG_COLUMNS


def test_rows_stand_in_order():
    rules = random_rules(random.Random(1), players=4, target=100)
    seats = random_seats(random.Random(1), 4)
    played = play_blocks(
        seats, rules, seed=1, blocks=range(5), seating="rotations", single_round=False, arm="a"
    )
    for table, names in (
        (played.rounds, ("block", "seating", "round")),
        (played.games, ("block", "seating")),
        (played.gangs, ("block", "seating", "round", "seat", "number")),
    ):
        keys = list(zip(*(table[name].tolist() for name in names), strict=True))
        assert all(before < after for before, after in pairwise(keys))
