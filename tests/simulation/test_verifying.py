"""Verifying: what was played passes, and what was changed afterwards, however well, is named."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gofsim.errors import BadInputError
from gofsim.run_manifest import read_manifest
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.manifest import write_manifest
from gofsim.simulation.results import write_parquet
from gofsim.simulation.run import run_experiment
from gofsim.simulation.verifying import DifferenceError, chosen_blocks, gap_faults, verify_run
from gofsim.suggest import cut


@pytest.fixture
def folder(write, tmp_path):
    """The usual experiment, played."""
    return run_experiment(load_experiment(write()), tmp_path / "out", workers=1)


def forge(folder, table, change):
    """Change the first file of a table, and list it as if it had always been so."""
    manifest = read_manifest(folder)
    entry = manifest["shards"][0]["files"][table]
    changed = change(pq.read_table(folder / entry["name"]))
    manifest["shards"][0]["files"][table] = entry | write_parquet(changed, folder / entry["name"])
    write_manifest(folder, manifest)
    return manifest["shards"][0]["name"]


def one_more(column, row=0):
    """Add 1 to one number."""

    def change(table):
        numbers = table[column].to_pylist()
        numbers[row] += 1
        place = table.schema.get_field_index(column)
        field = table.schema.field(place)
        return table.set_column(place, field, pa.array(numbers, field.type))

    return change


def test_what_was_played_passes(folder):
    found = verify_run(folder, sample=30, seed=1)
    assert (found.files, found.blocks, found.replayed) == (6, 120, 30)
    assert found.rows > 1000


def test_single_rounds_pass_too(write, tmp_path):
    path = write(("games = 60", "rounds = 60"), ('exchange = "off"', 'last_card = "off"'))
    folder = run_experiment(load_experiment(path), tmp_path / "out", workers=1)
    assert verify_run(folder, sample=10, seed=1).replayed == 10


@pytest.mark.parametrize(
    ("table", "column"),
    [("rounds", "points_2"), ("rounds", "tricks"), ("games", "total_1"), ("gangs", "dealt")],
)
def test_a_forged_number_is_found_and_named(folder, table, column):
    arm = forge(folder, table, one_more(column))
    with pytest.raises(DifferenceError, match=rf"arm `{arm}`, block 0, {table}: row 0, .*{column}"):
        verify_run(folder, sample=10**6, seed=1)


def test_rows_left_out_are_found(folder):
    arm = forge(folder, "rounds", lambda table: table.slice(0, table.num_rows - 1))
    with pytest.raises(DifferenceError, match=rf"arm `{arm}`, block 59, rounds: \d+ rows, played"):
        verify_run(folder, sample=10**6, seed=1)


def test_another_seed_than_was_played_is_found(folder):
    manifest = read_manifest(folder)
    manifest["experiment"]["seed"] += 1
    write_manifest(folder, manifest)
    with pytest.raises(DifferenceError, match=r"block \d+, rounds: row 0, seating 0, round 1: "):
        verify_run(folder, sample=1, seed=1)


def test_missing_blocks_are_found(folder):
    manifest = read_manifest(folder)
    gone = manifest["shards"].pop()
    write_manifest(folder, manifest)
    with pytest.raises(DifferenceError, match=f"^arm `{gone['name']}`: blocks .* are missing$"):
        verify_run(folder, sample=1, seed=1)


def test_of_many_arms_without_blocks_the_first_are_named():
    arms = {f"a{number}": {"hash": f"{number}"} for number in range(50)}
    shards = [{"arm": "0", "first": 3, "last": 5}, {"arm": "0", "first": 0, "last": 1}]
    manifest = {"experiment": {"blocks": 9, "arms": arms}, "shards": shards}
    found = [*gap_faults(manifest)]
    assert found[:2] == [
        "arm `a0`: blocks 2 to 2, 6 to 8 are missing",
        "arm `a1`: blocks 0 to 8 are missing",
    ]
    assert cut(found, "arms")[39:] == [found[39], "and 10 more arms"]


def test_other_columns_are_found(folder):
    forge(folder, "rounds", lambda table: table.drop_columns(["passes"]))
    with pytest.raises(DifferenceError, match="its columns are not those of `rounds`"):
        verify_run(folder, sample=1, seed=1)


def test_a_damaged_file_is_named(folder):
    path = next((folder / "games").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(BadInputError, match=rf"{path}: damaged"):
        verify_run(folder, sample=1, seed=1)


def test_results_of_another_engine_cannot_be_played_again(folder):
    write_manifest(folder, read_manifest(folder) | {"kernel_hash": "0"})
    with pytest.raises(BadInputError, match="made by another engine"):
        verify_run(folder, sample=1, seed=1)


def test_blocks_are_chosen_evenly_by_the_seed(folder):
    manifest = read_manifest(folder)
    one, same, other = (chosen_blocks(manifest, 40, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert sum(map(len, one.values())) == 40
    assert all(len(set(blocks)) == len(blocks) > 5 for blocks in one.values())
    assert sum(map(len, chosen_blocks(manifest, 10**9, 1).values())) == 120
