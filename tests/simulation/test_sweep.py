"""Sweeps: the arms they make, and every fault with its key and value."""

import pytest

from gofsim.errors import BadInputError
from gofsim.simulation.description import described
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

RIFFLE = ("[bots.cautious]", '[rules]\nshuffle = "riffle"\n[bots.cautious]')


@pytest.fixture
def sweep(write):
    """Write the usual experiment with a sweep of these lines, and replacements."""

    def write_sweep(lines, *changes):
        return write(("[bots.cautious]", f"[sweep]\n{lines}\n[bots.cautious]"), *changes)

    return write_sweep


def faults(path):
    """The fault lines of an experiment, without the file's name."""
    with pytest.raises(BadInputError) as caught:
        load_experiment(path)
    return [line.removeprefix(f"{path}: ") for line in caught.value.faults]


def test_every_arm_is_multiplied_the_first_factor_slowest(sweep):
    path = sweep(
        '"rules.riffles" = [0, 3]\n"bots.cautious.gang_when_opponent_at_most" = [2, 4]', RIFFLE
    )
    arms = load_experiment(path).arms
    assert [arm.name for arm in arms] == [
        f"{base} riffles={riffles} gang_when_opponent_at_most={cards}"
        for base in ("on", "off")
        for riffles in (0, 3)
        for cards in (2, 4)
    ]
    last = arms[-1]
    assert last.rules.riffles == 3
    assert (last.rules.shuffle, last.rules.exchange) == ("riffle", "off")
    assert [seat.values.get("gang_when_opponent_at_most") for seat in last.seats] == [
        5, 5, 4, None
    ]  # fmt: skip
    assert len({arm.hash for arm in arms}) == 8


def test_what_the_manifest_says_of_a_sweep(sweep):
    path = sweep('"rules.target" = [50, 100]\n"bots.lowest.give" = ["lowest", "highest"]')
    told = described(load_experiment(path))
    assert told["sweep"] == {
        "rules.target": [50, 100],
        "bots.lowest.give": ["lowest", "highest"],
    }
    arm = told["arms"]["off target=50 give=highest"]
    assert arm["base"] == "off"
    assert arm["factors"] == {"rules.target": 50, "bots.lowest.give": "highest"}
    assert [bot["give"] for bot in arm["bots"]] == ["highest", "highest", "lowest", "lowest"]


def test_an_arm_of_a_sweep_is_the_arm_that_is_written_out(sweep, write):
    swept = load_experiment(sweep('"rules.target" = [50]\n"bots.cautious.forget" = [0.5]')).arms
    plain = write(
        ('"random"]\n\n', '"random"]\nrules.target = 50\n\n'),
        ("= 3\n", "= 3\nforget = 0.5\n"),
    )
    on, _ = load_experiment(plain).arms
    assert swept[0].hash == on.hash


def test_values_as_they_stand_in_names(sweep):
    points = list(range(17))
    path = sweep(
        f'"rules.scoring" = [{points}]\n"rules.multi_one_wild" = [true]\n'
        '"bots.lowest.forget" = [0.5]\n"bots.random.forget" = [0.25]'
    )
    assert load_experiment(path).arms[0].name == (
        "on scoring=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 multi_one_wild=true "
        "bots.lowest.forget=0.5 bots.random.forget=0.25"
    )


def test_a_sweep_changes_neither_the_results_folder_nor_known_arms(sweep, tmp_path):
    small = load_experiment(sweep('"rules.target" = [30]'), games=5)
    large = load_experiment(sweep('"rules.target" = [20, 30]'), games=5)
    folder = run_experiment(small, tmp_path, workers=1)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
    assert run_experiment(large, tmp_path, workers=1) == folder
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert len(list(folder.rglob("*.parquet"))) == 2 * len(before)


def test_shuffles_and_riffles_together(sweep):
    path = sweep('"rules.shuffle" = ["uniform", "riffle"]\n"rules.riffles" = [1, 2]')
    assert len(load_experiment(path).arms) == 8


def test_an_arm_may_bring_the_riffles(sweep):
    own = ('rules.exchange = "off"', 'rules.shuffle = "riffle"')
    assert faults(sweep('"rules.riffles" = [1, 2]', own)) == [
        "[sweep] rules.riffles: decides nothing in [arms.on], which does not have "
        'rules.shuffle = "riffle"'
    ]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ('"rules.rifles" = [1]',
         "unknown key `rules.rifles` in [sweep]; did you mean `rules.riffles`?"),
        ('"bots.cautios.forget" = [1]',
         "unknown key `bots.cautios.forget` in [sweep]; did you mean `bots.cautious.forget`?"),
        ('"bots.cautious.forgt" = [1]',
         "unknown key `bots.cautious.forgt` in [sweep]; did you mean `bots.cautious.forget`?"),
        ('"games" = [100, 200]', "unknown key `games` in [sweep]"),
        ('"se\\ned" = [1]', 'unknown key `"se\\ned"` in [sweep]'),
        ("rules.target = [50]",
         '[sweep] rules: write the whole key in quotes, such as "rules.riffles" = [0, 3]'),
        ('"rules.target" = 50', "[sweep] rules.target: must be a list of values, not 50"),
        ('"rules.target" = []', "[sweep] rules.target: must not be empty"),
        ('"rules.target" = [50, 60, 50]', "[sweep] rules.target: 50 is there 2 times"),
        ('"rules.target" = [50, 0]', "[sweep] rules.target: must be at least 1, not 0"),
        ('"rules.target" = [true]', "[sweep] rules.target: must be a whole number, not true"),
        ('"rules.passing" = ["finl"]',
         '[sweep] rules.passing: must be "reenter" or "final", not "finl"; did you mean `final`?'),
        ('"rules.scoring" = [[0, 1]]',
         "[sweep] rules.scoring: needs 17 whole numbers (for 0 to 16 cards left), not 2"),
        ('"bots.cautious.gang_when_opponent_at_most" = [3, 99]',
         "[sweep] bots.cautious.gang_when_opponent_at_most: must be 0 to 16, not 99"),
        ('"bots.random.give" = ["higest"]',
         '[sweep] bots.random.give: must be "lowest", "highest", "random", "min-turns" '
         'or "value", not "higest"'),
        ('"rules.exchange" = ["off", "standard"]',
         "[arms.off] rules: `exchange` is varied by [sweep]; leave it out here"),
        ('"rules.players" = [3, 4]', "[arms.on] seats: 4 bots, but 3 players (rules.players)"),
        ('"bots.idle.forget" = [0, 1]\n[bots.idle]\nkind = "lowest"',
         '[sweep] bots.idle.forget: no arm seats "idle"'),
    ],
)  # fmt: skip
def test_one_fault_one_line(sweep, lines, fault):
    assert faults(sweep(lines)).count(fault) == 1


def test_an_empty_sweep(sweep):
    assert faults(sweep("")) == ["sweep: must not be empty"]


def test_all_faults_at_once(sweep):
    path = sweep(
        '"rules.target" = [0, "x"]\n"rules.rifles" = [1]', ('"random"]\n\n', '"rndom"]\n\n')
    )
    assert len(faults(path)) == 4


def test_a_faulty_bot_is_told_of_once(sweep):
    assert len(faults(sweep('"bots.cautious.forget" = [0]', ("= 3", "= 99")))) == 1


def test_at_most_2000_arms(sweep):
    values = list(range(1, 1002))
    assert faults(sweep(f'"rules.target" = {values}')) == [
        "[sweep]: makes 2,002 arms, more than 2,000; take fewer values"
    ]


def test_single_rounds_refuse_what_only_matters_later(sweep):
    path = sweep(
        '"rules.target" = [50]', ("games = 60", "rounds = 60"), ('rules.exchange = "off"', "")
    )
    assert faults(path) == [
        "[sweep]: `target` decides nothing with `rounds` (single rounds); leave it out"
    ]


def test_a_stop_rule_compares_arms_of_the_sweep(sweep):
    def stop(first, second):
        rule = f'[stop]\nrule = "width"\nwidth = 0.1\nof = ["{first}", "{second}"]'
        return sweep(f'"rules.target" = [50, 80]\n{rule}', ("games = 60", "games = 100"))

    assert load_experiment(stop("on target=50", "off target=80")).stop.of[1] == "off target=80"
    assert faults(stop("off", "on target=50")) == [
        '[stop] of: no arm "off"; the arms are off target=50, off target=80, on target=50, '
        "on target=80"
    ]
