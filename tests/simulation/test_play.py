"""Rows of blocks: golden sums, prefixes and single games, and errors that name their place."""

import json
from concurrent.futures import ThreadPoolExecutor

import golden_sums
import numpy as np
import pytest
from games import bot
from table_bots import FREE, scripted

from gofsim.errors import PlayError
from gofsim.kernel.game import MOST_ROUNDS
from gofsim.rules import Rules
from gofsim.simulation import play
from gofsim.simulation.play import fixed_is_enough, play_blocks, seating_count

TABLES = ("rounds", "games", "gangs")
MIXED = [bot("random"), bot("lowest"), bot("random-nopass"), bot("lowest", forget=0.5)]
GOLDEN = json.loads(golden_sums.FILE.read_text("utf-8"))
CHANGED = (
    "the same seed gives other rows: if that is meant, raise RESULTS_VERSION, write it into "
    "CHANGELOG.md under `Changes results`, and run `python tests/golden_sums.py`"
)


def played(blocks, seats=MIXED, rules=None, seating="rotations", **changes):
    place = {"seed": 11, "single_round": False, "arm": "on"} | changes
    return play_blocks(seats, rules or Rules(), blocks=blocks, seating=seating, **place)


def assert_same(one, other):
    for table in TABLES:
        columns = getattr(one, table)
        assert set(columns) == set(getattr(other, table))
        for name, column in columns.items():
            np.testing.assert_array_equal(column, getattr(other, table)[name], err_msg=name)


# Results that stay


@pytest.mark.parametrize("case", golden_sums.CASES)
def test_golden_sums(case):
    assert golden_sums.sums_of(case) == GOLDEN["cases"][case], CHANGED


def test_golden_sums_are_of_this_version():
    assert GOLDEN["results_version"] == play.RESULTS_VERSION, CHANGED


def test_the_first_blocks_of_a_longer_run():
    short, long = played(range(1_000)), played(range(5_000))
    for table in TABLES:
        mine = getattr(long, table)["block"] < 1_000
        first = {name: column[mine] for name, column in getattr(long, table).items()}
        for name, column in getattr(short, table).items():
            np.testing.assert_array_equal(column, first[name])


@pytest.mark.parametrize("first", [0, 17, 2**62])
def test_any_block_alone(first):
    together = played(range(first, first + 6))
    for block in range(first, first + 6):
        alone = played(range(block, block + 1))
        for table in TABLES:
            mine = getattr(together, table)["block"] == block
            for name, column in getattr(alone, table).items():
                np.testing.assert_array_equal(column, getattr(together, table)[name][mine])


def test_any_split_into_ranges():
    whole = played(range(100))
    parts = [played(range(0, 33)), played(range(33, 34)), played(range(34, 100))]
    assert_same(whole, play._joined(parts))


def test_more_blocks_than_a_call_counts():
    """Blocks are counted in sixteen bits within a call."""
    blocks = range(2**40, 2**40 + 30_500)
    many = played(blocks, seating="fixed", single_round=True)
    assert many.rounds["block"].dtype == np.int64
    np.testing.assert_array_equal(many.rounds["block"], np.arange(blocks.start, blocks.stop))
    last = played(blocks[-100:], seating="fixed", single_round=True)
    assert (many.rounds["points_0"][-100:] == last.rounds["points_0"]).all()


def test_seed_zero_and_the_largest():
    rows = [played(range(3), seed=seed).rounds["points_0"] for seed in (0, 2**63 - 1)]
    assert len(rows[0]) != len(rows[1]) or (rows[0] != rows[1]).any()


def test_arms_share_deals():
    """A bot that plays otherwise meets the same hands in round 1."""
    one = played(range(20), seating="fixed", single_round=True)
    other = played(range(20), [bot("lowest")] * 4, seating="fixed", single_round=True, arm="off")
    for seat in range(4):
        assert (one.rounds[f"gangs_dealt_{seat}"] == other.rounds[f"gangs_dealt_{seat}"]).all()
    assert (one.rounds["winner"] != other.rounds["winner"]).any()


def test_the_name_of_the_arm_changes_nothing():
    assert_same(played(range(5)), played(range(5), arm="another"))


def test_integers_wide_enough():
    rows = played(range(2), rules=Rules(scoring=[0] + [1000] * 16, target=10_000))
    assert max(int(rows.games[f"total_{seat}"].max()) for seat in range(4)) >= 10_000
    assert all(column.dtype.kind == "i" for column in rows.rounds.values())
    assert rows.rounds["round"].max() == rows.games["rounds"].max()


def test_single_rounds():
    rows = played(range(4), single_round=True)
    assert set(rows.rounds["round"]) == {1}
    assert len(rows.rounds["block"]) == 16


def test_the_slowest_game_there_is_comes_to_an_end():
    """One point for each loser, and ten thousand to reach."""
    slow = Rules(players=3, target=10_000, scoring=[0] + [1] * 16)
    rows = played(range(1), [bot("lowest")] * 3, slow, seating="fixed")
    assert 10_000 < rows.games["rounds"][0] < MOST_ROUNDS
    assert len(rows.rounds["round"]) == rows.games["rounds"][0] == rows.rounds["round"][-1]


def test_threads_do_not_disturb_one_another():
    parts = [range(100 * i, 100 * i + 100) for i in range(6)]
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(played, parts))
    for part, rows in zip(parts, together, strict=True):
        assert_same(rows, played(part))


# Seatings


def test_seating_counts():
    assert [seating_count(4, kind) for kind in ("fixed", "rotations", "all")] == [1, 4, 24]
    assert [seating_count(3, kind) for kind in ("fixed", "rotations", "all")] == [1, 3, 6]


@pytest.mark.parametrize(
    ("seats", "enough"),
    [
        ([bot("lowest")] * 4, True),
        ([bot("lowest"), bot("lowest", gang_when_opponent_at_most=5)] * 2, True),
        ([bot("lowest"), bot("lowest", gang_when_opponent_at_most=4)] * 2, False),
        ([bot("lowest"), bot("lowest", give="highest")] * 2, False),
        ([bot("lowest", forget=0.5)] * 4, False),
        ([bot("lowest", give="random")] * 4, False),
        ([bot("random")] * 4, False),
        ([bot("lowest"), bot("random-nopass")] * 2, False),
    ],
)
def test_when_one_seating_is_enough(seats, enough):
    assert fixed_is_enough(seats) == enough
    if enough:
        table = played(range(5), seats).games
        for name in ("winners", "rounds", "total_0"):
            assert (table[name].reshape(5, 4) == table[name].reshape(5, 4)[:, :1]).all()


# Bots that break the rules


FULL = 2**64 - 1
NONSENSE = {
    "every card": FULL,
    "no such hand": 0x5555555555555555,
    "upper twins alone": 0xAAAAAAAAAAAAAAAA,
    "the phoenixes and the dragon": 7 << 61,
    "the dragon and a 1": 1 << 63 | 1,
    "nothing, as the leader": 0,
}


@pytest.mark.parametrize("name", NONSENSE)
@pytest.mark.parametrize("game_round", [1, 2, 3])
def test_an_illegal_play_is_named(name, game_round):
    """Bots of four seats lay nonsense whenever it is their turn in one round."""
    cheats = [scripted(NONSENSE[name], game_round=game_round)] * 4
    with pytest.raises(PlayError) as caught:
        played(range(7, 9), cheats, Rules(target=1000), seating="fixed")
    line = str(caught.value)
    assert line.startswith("arm on: bot scripted on seat ")
    assert f"block 7, seating 0, round {game_round}, move 0: " in line
    opening = " (the opening must hold M1)" if game_round == 1 else ""
    assert line.endswith(f": not legal{opening}")
    assert ("passed as a lead" if name.startswith("nothing") else "laid ") in line
    assert "\n" not in line


def test_the_bot_of_the_place_is_named():
    """In rotations the cheat sits elsewhere in each seating; its seat is found by its place."""
    seats = [bot("lowest"), bot("lowest"), scripted(FULL), bot("lowest")]
    with pytest.raises(PlayError, match=r"bot scripted on seat \d, block 3, seating 0, round 1"):
        played(range(3, 4), seats)


def test_the_play_the_table_and_the_hand_are_told():
    seats = [bot("lowest"), scripted(1 << 63 | 1), bot("lowest"), bot("lowest")]
    with pytest.raises(PlayError, match=r"move \d+: laid G1 RD on [^:]+ from [^:]+: not legal"):
        played(range(1), seats, seating="fixed")


@pytest.mark.parametrize(
    ("gift", "told"),
    [(0, "gave back nothing"), (1 << 63 | 1, "gave back G1 RD"), (FULL, "gave back G1 G1 Y1")],
)
def test_an_illegal_gift_is_named(gift, told):
    cheats = [scripted(FREE, game_round=2, gift=gift)] * 4
    with pytest.raises(PlayError, match=rf"bot scripted on seat \d, block 0.*round 2: {told}"):
        played(range(1), cheats, seating="fixed")


def test_a_gift_that_is_not_held():
    """Whoever wins round 1 gives back G1, which he does not hold in every game."""
    cheats = [scripted(FREE, game_round=2, gift=1)] * 4
    with pytest.raises(PlayError, match="not one card of its hand"):
        played(range(20), cheats, seating="fixed")
