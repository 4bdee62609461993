"""Experiments with `[worth]`: the arms they make, playing them, and their faults."""

import pytest

from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.description import described
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.manifest import write_manifest
from gofsim.simulation.open import open_run
from gofsim.simulation.run import run_experiment
from gofsim.simulation.run_replay import replay
from gofsim.simulation.verifying import verify_run

CARDS = """
question = "What is the exchange worth?"
seed = 7
rounds = 60

[worth]
bot = "hasty"
of = ["exchange"]

[bots.hasty]
kind = "random"
give = "random"
"""
EXAMPLE = 'of = ["exchange"]'


@pytest.fixture
def cards(write):
    """Write the experiment with replacements."""
    return lambda *changes: write(*changes, text=CARDS)


def faults(path, **options):
    with pytest.raises(BadInputError) as caught:
        load_experiment(path, **options)
    return [line.removeprefix(f"{path}: ") for line in caught.value.faults]


def test_it_asks_about_everything_unless_it_is_told(cards):
    experiment = load_experiment(cards((EXAMPLE, "")))
    names = [arm.name for arm in experiment.arms]
    assert len(names) == len({arm.hash for arm in experiment.arms}) == 2 * 34 + 62 + 11 + 2
    assert {"RD", "no RD", "1 x 1", "7 x 1", "no 1", "6 x 10", "GP YP", "no phoenix"} < {*names}
    assert names[-2:] == ["exchange", "no exchange"]
    assert all(arm.labels == ("hasty",) * 4 for arm in experiment.arms)
    assert all((arm.seatings, arm.rules.first_lead) == (1, "random") for arm in experiment.arms)
    assert experiment.headline == "worth"


def test_what_is_done_to_the_deal_is_part_of_the_hash_and_of_the_manifest(cards):
    experiment = load_experiment(cards((EXAMPLE, 'of = ["cards"]')))
    arms = described(experiment)["arms"]
    assert arms["RD"]["deal"] == {"act": "held", "cards": "RD", "count": 1}
    assert arms["no RD"]["deal"] == {"act": "without", "cards": "RD"}
    assert described(experiment)["worth"] == {"bot": "hasty", "of": ["cards"]}
    every = load_experiment(cards((EXAMPLE, "")))
    assert every.run_name == experiment.run_name
    assert {a.name: a.hash for a in experiment.arms}.items() <= {
        a.name: a.hash for a in every.arms
    }.items()


def test_a_run_is_longer_by_its_new_blocks_and_is_what_one_go_would_be(cards, tmp_path):
    path = cards()
    run = open_run(run_experiment(load_experiment(path, games=25), tmp_path / "parts", workers=2))
    before = read_manifest(run.folder)["shards"]
    folder = run_experiment(load_experiment(path), tmp_path / "parts", workers=1)
    assert run.folder == folder
    assert all(shard in read_manifest(folder)["shards"] for shard in before)
    whole = run_experiment(load_experiment(path), tmp_path / "whole", workers=1)
    one, other = (open_run(each).rounds.collect().sort("arm", "block") for each in (folder, whole))
    assert one.equals(other)
    assert one["exchange_giver"].null_count() == 60


def test_replay_and_verify_play_the_same_deals(cards, tmp_path):
    folder = run_experiment(load_experiment(cards()), tmp_path, workers=1)
    assert verify_run(folder, sample=120, seed=1).replayed == 120
    rows = open_run(folder).rounds.collect().to_dicts()
    for row in [rows[3], rows[64]]:
        log = replay(folder, arm=row["arm"], block=row["block"])["rounds"][0]
        assert log["points"] == [row[f"points_{seat}"] for seat in range(4)]
        assert log["leader"] == row["leader"]


def test_another_deal_than_was_played_is_no_arm_of_the_run(cards, tmp_path):
    path = cards((EXAMPLE, 'of = ["cards"]'), ("rounds = 60", "rounds = 2"))
    folder = run_experiment(load_experiment(path), tmp_path, workers=1)
    manifest = read_manifest(folder)
    arms = manifest["experiment"]["arms"]
    arms["RD"]["deal"], arms["GP"]["deal"] = arms["GP"]["deal"], arms["RD"]["deal"]
    write_manifest(folder, manifest)
    with pytest.raises(BadInputError, match="arm `RD` is not what it was"):
        replay(folder, arm="RD", block=0)


STOPPED = """rounds = 100
stop = { rule = "width", of = ["exchange", "no exchange"], width = 1 }"""
BESIDE = "[worth] makes its own arms; take out "


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ('bot = "hasty"', 'bot = "hasti"',
         ['[worth] bot: unknown bot "hasti"; did you mean `hasty`?']),
        ('bot = "hasty"', "", ["`bot` is missing in [worth]"]),
        (EXAMPLE, 'of = ["card"]',
         ['[worth] of[0]: must be "cards", "numbers" or "exchange", not "card";'
          " did you mean `cards`?"]),
        (EXAMPLE, "of = []", ["[worth] of: must not be empty"]),
        (EXAMPLE, 'of = ["cards", "cards"]', ['[worth] of: "cards" is there 2 times']),
        (EXAMPLE, 'off = ["cards"]', ["unknown key `off` in [worth]; did you mean `of`?"]),
        (EXAMPLE, '[arms.a]\nseats = ["hasty", "hasty", "hasty", "hasty"]', [BESIDE + "[arms]"]),
        (EXAMPLE, '[league]\nbots = ["lowest", "random"]', [BESIDE + "[league]"]),
        (EXAMPLE, '[sweep]\n"rules.passing" = ["final", "reenter"]', [BESIDE + "[sweep]"]),
        ("rounds = 60", STOPPED, [BESIDE + "[stop]"]),
        (EXAMPLE, '[deal]\nseat0.cards = "RD"', [BESIDE + "[deal]"]),
        ("seed = 7", 'seed = 7\nseating = "all"', [BESIDE + "`seating`"]),
        ("seed = 7", 'seed = 7\nheadline = "arms"', [BESIDE + "`headline`"]),
        ("rounds = 60", "games = 60",
         ["[worth] plays single rounds: `rounds`, such as rounds = 10_000, instead of `games`"]),
        (EXAMPLE, '[rules]\nfirst_lead = "random"',
         ["[rules]: `first_lead` decides nothing with [worth], where a seat that is drawn leads;"
          " leave it out"]),
        (EXAMPLE, '[rules]\nexchange = "off"',
         ["[rules]: `exchange` decides nothing with `rounds` (single rounds); leave it out"]),
    ],
)  # fmt: skip
def test_one_fault_one_line(cards, old, new, lines):
    assert faults(cards((old, new))) == lines


def test_the_target_decides_the_share_of_games(cards):
    experiment = load_experiment(cards((EXAMPLE, "[rules]\ntarget = 40\nplayers = 3")))
    assert {(arm.rules.target, len(arm.seats)) for arm in experiment.arms} == {(40, 3)}
