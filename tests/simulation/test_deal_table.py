"""Experiments with [deal]: what holds in which round, in the files, and again from the seed."""

import polars as pl
import pytest
from games import bot

from gofsim.analysis.collect import collect
from gofsim.analysis.report import make_report, warnings_of
from gofsim.analysis.run_folder import read_run
from gofsim.errors import BadInputError
from gofsim.notation import text_of
from gofsim.rules import Rules
from gofsim.run_manifest import read_manifest
from gofsim.simulation.deal_table import DealTable, SeatDeal
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.manifest import write_manifest
from gofsim.simulation.play import play_blocks
from gofsim.simulation.replay import replay_game
from gofsim.simulation.run import run_experiment
from gofsim.simulation.run_replay import replay
from gofsim.simulation.verifying import verify_run

DEAL = DealTable(seat0=SeatDeal(cards="RD GP"), seat2=SeatDeal(gang=5, gang_number=4))
TABLE = '[deal]\nseat0.cards = "RD GP"\nseat2 = {gang = 5, gang_number = 4}\n'
WHOLE = " ".join(sorted(text_of(2**64 - 1).split()))


def played(blocks, rules=None, **more):
    place = {"seed": 5, "seating": "rotations", "single_round": True, "arm": "", "deal": DEAL}
    rules = rules or Rules()
    seats = (bot("lowest"),) * rules.players
    return play_blocks(seats, rules, blocks=blocks, **place | more)


def with_deal(write, *more, deal=TABLE):
    return write(("[bots.cautious]", f"{deal}[bots.cautious]"), *more)


def test_rows_are_a_function_of_seed_and_block():
    whole, part = played(range(20)), played(range(12, 20))
    assert (
        pl.DataFrame(whole.rounds).filter(pl.col("block") >= 12).equals(pl.DataFrame(part.rounds))
    )
    gangs = pl.DataFrame(whole.gangs).filter(seat=2, number=4)
    assert len(gangs) == 20 * 4
    assert gangs["dealt"].min() == 5


@pytest.mark.parametrize("riffles", [0, 3])
@pytest.mark.parametrize("players", [3, 4])
def test_in_games_it_holds_in_the_first_round(players, riffles):
    rules = Rules(players=players, target=150, shuffle="riffle", riffles=riffles)
    log = replay_game(
        (bot("lowest"),) * players, rules, seed=2, block=3, seating="fixed", seating_index=0,
        single_round=False, arm="", deal=DEAL,
    )  # fmt: skip
    first, *later = log["rounds"]
    assert {"RD", "GP"} <= set(first["dealt"][0].split())
    assert sum(card[1:] == "4" for card in first["dealt"][2].split()) >= 5
    assert not all("RD" in each["dealt"][0] for each in later)
    for each in log["rounds"]:  # the dead hand went back into the deck
        cards = " ".join([*each["dealt"], each["dead"] or ""]).split()
        assert " ".join(sorted(cards)) == WHOLE


def test_a_run_keeps_verifies_and_replays_it(write, tmp_path):
    experiment = load_experiment(with_deal(write, ("games = 60", "games = 12")))
    one, two = (run_experiment(experiment, tmp_path / f"{w}", workers=w) for w in (1, 2))
    manifest = read_manifest(one)
    assert manifest["experiment"]["deal"] == {
        "seat0": {"cards": "GP RD"}, "seat2": {"gang": 5, "gang_number": 4}
    }  # fmt: skip
    tables = [pl.read_parquet(folder / "rounds/*.parquet") for folder in (one, two)]
    assert (
        tables[0]
        .sort("arm", "block", "seating", "round")
        .equals(tables[1].sort("arm", "block", "seating", "round"))
    )
    assert verify_run(one, sample=4, seed=1).replayed == 4
    log = replay(one, arm="off", block=7, seating=2)
    assert {"RD", "GP"} <= set(log["rounds"][0]["dealt"][0].split())
    changed = replay(one, arm="off", block=7, seating=2, changes=["1:1=" + _other(log)])
    assert changed["rounds"][0]["dealt"] == log["rounds"][0]["dealt"]


def _other(log):
    """The opening again: a change that leaves the game as it is."""
    return log["rounds"][0]["moves"][0]["play"]


def test_the_report_says_so_and_compares_no_first_deals(write, tmp_path):
    text = (("games = 60", "rounds = 40"), ('exchange = "off"', 'passing = "final"'))
    folder = run_experiment(load_experiment(with_deal(write, *text)), tmp_path, workers=1)
    report = make_report(folder)
    assert report.warnings[0] == (
        "Deals are not as they come, but under conditions: seat 0 holds GP RD; seat 2 holds a gang "
        "of number 4 of 5 or more. Seats are not alike."
    )
    assert "gangs_dealt" not in report.tables


def test_in_games_the_deals_of_later_rounds_are_as_they_come(write, tmp_path):
    experiment = load_experiment(with_deal(write, ("games = 60", "games = 20")))
    run = read_run(run_experiment(experiment, tmp_path, workers=1))
    dealt = collect(run).counts.dealt[4]
    fours, rounds = sum(n for (number, _), n in dealt.items() if number == 4), dealt.total()
    assert 0 < fours < rounds / 4
    told = "in the first round of each game. Seats are not alike."
    assert any(line.endswith(told) for line in warnings_of(run))


@pytest.mark.parametrize(
    ("deal", "line"),
    [
        ({"seat0": {"cards": "G6 G6"}, "seat1": {"cards": "G6"}}, "3 times G6"),
        ({"seat0": {"cards": "X1"}}, "is damaged"),
        ({"seat0": {"cards": 3}}, "is damaged"),
        ({"seat0": {"gang": 5}}, "is not what it was"),
    ],
)
def test_a_manifest_that_was_changed_is_refused(write, tmp_path, deal, line):
    experiment = load_experiment(with_deal(write, ("games = 60", "games = 1")))
    folder = run_experiment(experiment, tmp_path, workers=1)
    manifest = read_manifest(folder)
    manifest["experiment"]["deal"] = deal
    write_manifest(folder, manifest)
    with pytest.raises(BadInputError, match=line):
        replay(folder, arm="off", block=0)


def test_names_and_hashes_know_it(write):
    plain, asked = load_experiment(write()), load_experiment(with_deal(write))
    other = load_experiment(with_deal(write, deal=TABLE.replace("RD GP", "gp rd")))
    assert plain.run_name != asked.run_name == other.run_name
    assert plain.arms[0].hash != asked.arms[0].hash == other.arms[0].hash


def test_every_fault_is_told_with_its_place(write):
    deal = '[deal]\nseat0.gan = 5\nseat1.cards = "RD RD"\nseat5.gang = 4\nseat2.gang = 3\n'
    with pytest.raises(BadInputError) as error:
        load_experiment(path := with_deal(write, deal=deal))
    assert [line.removeprefix(f"{path}: ") for line in error.value.faults] == [
        "unknown key `gan` in [deal.seat0]; did you mean `gang`?",
        "[deal.seat1] cards: 2 times RD: the deck has only one copy of it",
        "[deal.seat2] gang: must be 0, 4, 5, 6 or 7, not 3",
        "unknown key `seat5` in [deal]; did you mean `seat3`?",
    ]


@pytest.mark.parametrize(
    ("more", "deal", "line"),
    [
        ([], "[deal]\n", "[deal]: asks for nothing; leave it out"),
        ([('rules.exchange = "off"', "rules.players = 3"), ('"cautious", "random"]\nrules', '"random"]\nrules')],  # noqa: E501
         "[deal]\nseat3.gang = 4\n", "[deal.seat3]: there is no such seat with three players"),
        ([("games = 60", 'games = 60\nheadline = "gangs"')], TABLE,
         'headline: "gangs" is about deals as they come, not those of [deal]'),
    ],
)  # fmt: skip
def test_what_does_not_go_with_it_is_refused(write, more, deal, line):
    with pytest.raises(BadInputError) as error:
        load_experiment(path := with_deal(write, *more, deal=deal))
    assert error.value.faults == (f"{path}: {line}",)
