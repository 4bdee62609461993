"""Every sum against the same sum done row by row in plain Python on a real run."""

from collections import Counter
from itertools import pairwise

import polars as pl
import pytest

from gofsim.analysis import exchange, rates
from gofsim.analysis.collect import PLAYED, collect
from gofsim.analysis.metrics import METRICS
from gofsim.analysis.run_folder import read_run


@pytest.fixture(scope="module")
def evidence(mixed):
    """The sums of the run of different bots."""
    return collect(read_run(mixed))


@pytest.fixture(scope="module", params=["on", "off", "three"])
def arm(request, evidence):
    """Each of the arms."""
    return next(arm for arm in evidence.run.arms if arm.name == request.param)


def rows_of(evidence, arm, table):
    return evidence.run.rows(table, arm, range(evidence.run.blocks)).rows(named=True)


def games_of(evidence, arm):
    """Lists of the rounds of each game, in order."""
    games = {}
    for row in rows_of(evidence, arm, "rounds"):
        games.setdefault((row["block"], row["seating"]), []).append(row)
    return list(games.values())


def each(row, prefix, arm):
    return [row[f"{prefix}_{seat}"] for seat in range(arm.players)]


def loser_of(rounds, arm):
    """Most points in the last of the rounds, then the higher total, then nearest to the winner."""
    points = each(rounds[-1], "points", arm)
    totals = [sum(r[f"points_{seat}"] for r in rounds) for seat in range(arm.players)]
    way = -1 if arm.rules["exchange_tie"] == "counterclockwise" else 1
    winner = rounds[-1]["winner"]
    near = [(winner + way * step) % arm.players for step in range(1, arm.players)]
    return max(near, key=lambda seat: (points[seat], totals[seat], -near.index(seat)))


def test_roles_of_the_last_round(evidence, arm):
    count = Counter()
    for game in games_of(evidence, arm):
        for index, (_, row) in enumerate(pairwise(game), start=1):
            winner, loser = game[index - 1]["winner"], loser_of(game[:index], arm)
            if row["exchange_giver"] is not None:
                assert row["exchange_giver"] == loser
            count["next"] += 1
            count["again"] += row["winner"] == winner
            count["again_points"] += row[f"points_{winner}"]
            count["loser_wins"] += row["winner"] == loser
            count["loser_points"] += row[f"points_{loser}"]
            count["next_points"] += sum(each(row, "points", arm))
    sums = evidence.sums["play"]
    assert count["next"] > 100
    assert {key: sums.total(arm.name, key) for key in count} == count


def test_chances_of_all_roles_add_up_to_one(evidence, arm):
    chances = [exchange.role_chance(evidence, arm, role).value for role in exchange.ROLES]
    assert chances[0] + chances[1] + (arm.players - 2) * chances[2] == pytest.approx(1)


def test_rounds_and_what_happens_in_them(evidence, arm):
    count = Counter()
    for row in rows_of(evidence, arm, "rounds"):
        count["rounds"] += 1
        for key in ("plays", "passes", "tricks"):
            count[key] += row[key]
        count["points"] += sum(each(row, "points", arm))
        count["slams"] += each(row, "cards_left", arm).count(16)
        count["lead_wins"] += row["leader"] == row["winner"]
        for key in ("dealt", "held", "played"):
            count[key] += sum(each(row, f"gangs_{key}", arm))
    sums = evidence.sums["play"]
    assert {key: sums.total(arm.name, key) for key in count} == count


def test_bots_seats_turns_and_neighbours(evidence, arm):
    bot_count, seat_count, near_count = Counter(), Counter(), Counter()
    number = {place: arm.distinct.index(label) for place, label in enumerate(arm.labels)}
    for row in rows_of(evidence, arm, "rounds"):
        n = arm.players
        step = 1 if row["clockwise"] else -1
        for seat in range(n):
            won, points = row["winner"] == seat, row[f"points_{seat}"]
            bot = number[row[f"place_{seat}"]]
            before = number[row[f"place_{(seat - step) % n}"]]
            turn = (seat - row["leader"]) * step % n
            bot_count[f"wins_{bot}"] += won
            bot_count[f"points_{bot}"] += points
            for kind, place in (("seat", seat), ("turn", turn)):
                seat_count[f"{kind}_wins_{place}"] += won
                seat_count[f"{kind}_points_{place}"] += points
            field = n * points - sum(each(row, "points", arm))
            near_count[f"seats_{bot}_{before}"] += 1
            near_count[f"wins_{bot}_{before}"] += won
            near_count[f"points_{bot}_{before}"] += field
    for family, count in (("bots", bot_count), ("seats", seat_count), ("neighbours", near_count)):
        sums = evidence.sums[family]
        assert {key: sums.total(arm.name, key) for key in count} == count


def test_points_less_the_field_of_each_bot(evidence, arm):
    for label in arm.distinct:
        differences = []
        for row in rows_of(evidence, arm, "rounds"):
            own = []
            for seat in range(arm.players):
                if arm.labels[row[f"place_{seat}"]] == label:
                    others = [row[f"points_{s}"] for s in range(arm.players) if s != seat]
                    own.append(row[f"points_{seat}"] - sum(others) / len(others))
            differences.append(sum(own) / len(own))
        found = evidence.sums["bots"].estimate(rates.field_rate(arm, label))
        assert found.value == pytest.approx(sum(differences) / len(differences), abs=1e-9)


def test_shares_of_games_split_ties(evidence, arm):
    won, games = Counter(), 0
    for row in rows_of(evidence, arm, "games"):
        winners = [seat for seat in range(arm.players) if row["winners"] >> seat & 1]
        games += 1
        for seat in winners:
            won[arm.labels[row[f"place_{seat}"]]] += 1 / len(winners)
    for label in arm.distinct:
        found = evidence.sums["games"].estimate(rates.games_rate(arm, label))
        places = len(arm.places(label))
        assert found.value == pytest.approx(won[label] / games / places, abs=1e-9)


def test_hands_by_gangs_held(evidence, arm):
    count = Counter()
    for row in rows_of(evidence, arm, "rounds"):
        for seat in range(arm.players):
            held = min(3, row[f"gangs_held_{seat}"])
            count[f"hands_{held}"] += 1
            count[f"wins_{held}"] += row["winner"] == seat
            count[f"points_{held}"] += row[f"points_{seat}"]
    sums = evidence.sums["hands"]
    assert {key: sums.total(arm.name, key) for key in count} == count


def test_gangs_by_number_size_and_what_they_beat(evidence, arm):
    count = Counter()
    for row in rows_of(evidence, arm, "gangs"):
        for stage in ("dealt", "held", "played"):
            if row[stage]:
                count[stage] += 1
                count[f"{stage}_number_{row['number']}"] += 1
                count[f"{stage}_size_{row[stage]}"] += 1
        if row["beat"] is not None:
            count[f"on {row['beat']}"] += 1
    sums = evidence.sums["gangs"]
    assert {key: sums.total(arm.name, key) for key in count} == count
    assert sums.total(arm.name, "dealt") == evidence.sums["play"].total(arm.name, "dealt")


def test_games_that_end_as_in_the_first_arm(evidence):
    first, other, three = evidence.run.arms
    ends = [name for name in rows_of(evidence, first, "games")[0] if name.startswith("total")]
    same = sum(
        all(a[key] == b[key] for key in (*ends, "rounds", "winners"))
        for a, b in zip(*(rows_of(evidence, arm, "games") for arm in (first, other)), strict=True)
    )
    sums = evidence.sums["games"]
    assert sums.total(first.name, "same") == sums.total(first.name, "games")
    assert sums.total(other.name, "same") == same
    assert sums.total(three.name, "same") == 0


def test_rounds_up_to_the_first_that_goes_otherwise(evidence):
    first, other, three = evidence.run.arms
    before = {}
    for row in rows_of(evidence, first, "rounds"):
        before.setdefault((row["block"], row["seating"]), []).append(row)
    games = {}
    for row in rows_of(evidence, other, "rounds"):
        games.setdefault((row["block"], row["seating"]), []).append(row)
    tried = parted = 0
    for game, rounds in games.items():
        for mine, theirs in zip(rounds, before[game], strict=False):
            tried += 1
            if any(mine[key] != theirs[key] for key in mine if key.startswith(PLAYED)):
                parted += 1
                break
    sums = evidence.sums["games"]
    assert (sums.total(other.name, "tried"), sums.total(other.name, "parted")) == (tried, parted)
    assert sums.total(first.name, "tried") == sums.total(first.name, "length")
    assert sums.total(first.name, "parted") == 0
    assert sums.total(three.name, "tried") == 0


def test_every_deal_is_counted_once(evidence):
    first = evidence.run.arms[0]
    deals = {}
    for arm in evidence.run.arms:
        if arm.players == first.players:
            for row in rows_of(evidence, arm, "rounds"):
                pattern = tuple(each(row, "gangs_dealt", arm))
                assert deals.setdefault((row["block"], row["round"]), pattern) == pattern
    assert evidence.counts.deals[4] == Counter(deals.values())


def test_small_windows_give_the_same_sums(evidence, mixed, monkeypatch):
    monkeypatch.setattr("gofsim.analysis.run_folder.ROWS_A_WINDOW", 3000)
    again = collect(read_run(mixed))
    assert len(list(again.run.windows())) > 1
    for name, sums in evidence.sums.items():
        assert (again.sums[name].totals == sums.totals).all()
        pairs = zip(again.sums[name].products, sums.products, strict=True)
        assert all((mine == theirs).all() for mine, theirs in pairs)
    assert again.counts.deals == evidence.counts.deals
    assert again.counts.cards_left == evidence.counts.cards_left


def test_cards_of_the_exchange(evidence):
    sums = evidence.sums["cards"]
    arm = evidence.run.arms[0]
    rows = pl.DataFrame(rows_of(evidence, arm, "rounds"), infer_schema_length=None)
    dragons = rows.filter(pl.col("exchange_given") == 63)
    assert sums.total(arm.name, "given dragon") == len(dragons) > 0
    groups = [key for name, key in sums.columns if name == arm.name and key.startswith("given ")]
    assert sum(sums.total(arm.name, key) for key in groups) == sums.total(arm.name, "exchanges")
    back = [key for name, key in sums.columns if name == arm.name and key.startswith("returned")]
    assert sum(sums.total(arm.name, key) for key in back) == sums.total(arm.name, "exchanges")
    assert not sums.has("off", "exchanges")


def test_the_leaders_points_less_the_others(evidence):
    arm = evidence.run.arms[0]
    n, own, rest, rounds = arm.players, 0, 0, 0
    for row in rows_of(evidence, arm, "rounds"):
        points = each(row, "points", arm)
        own += points[row["leader"]]
        rest += sum(points) - points[row["leader"]]
        rounds += 1
    metric = next(m for m in METRICS if m.name == "lead_points")
    assert metric.estimate(evidence, arm).value == pytest.approx((own - rest / (n - 1)) / rounds)
