"""A hundred thousand spoilt inputs: each accepted or refused in clean words, and none slow."""

import time
from collections import Counter

import odd_targets
import pytest
from odd_input import peak_memory

from verification.record import record

INPUTS = {
    "toml_text": 20_000,
    "friendly_layer": 60_000,
    "one_game": 5_000,
    "game_log": 10_000,
    "command_line": 1_000,
    "weights_file": 10_000,
    "tuning_state": 10_000,
}
RUN_INPUTS = {
    "manifest_text": 8_000,
    "report_text": 40,
    "table_bytes": 2_000,
    "table_footer": 2_000,
    "table_values": 60,
}
MOST_MEMORY = 1 << 30


def try_all(target, function, folder, count):
    """Try so many inputs; the number of one that fails stands in the error."""
    outcomes, slowest, start = Counter(), (0.0, 0), time.monotonic()
    before = peak_memory(forget=True)
    for number in range(count):
        begun = time.monotonic()
        try:
            outcomes[function(odd_targets.seeded(number), folder)] += 1
        except BaseException as error:
            raise AssertionError(f"{target}, input {number}: {error!r}") from error
        slowest = max(slowest, (time.monotonic() - begun, number))
    more, seconds = peak_memory() - before, time.monotonic() - start
    record(
        "odd input",
        f"{target.replace('_', ' ')}: {count:,} spoilt inputs",
        f"{outcomes['accepted']:,} accepted, {outcomes['refused']:,} refused; the slowest took"
        f" {slowest[0]:.1f} s, memory {more / 1e6:,.0f} MB more, {seconds:.0f} s in all",
        "no other error, none over 60 s, less than 1 GB of memory more",
    )
    assert sum(outcomes.values()) == count
    assert min(outcomes.values()) > 0, "all alike: what was tried?"
    assert more < MOST_MEMORY


@pytest.mark.parametrize(("target", "count"), INPUTS.items(), ids=list(INPUTS))
def test_files_and_cards(target, count, tmp_path):
    try_all(target, getattr(odd_targets, target), tmp_path, count)


@pytest.fixture(scope="module")
def odd_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    return odd_targets.OddRun(odd_targets.sound_run(folder), folder)


@pytest.mark.parametrize(("target", "count"), RUN_INPUTS.items(), ids=list(RUN_INPUTS))
def test_results(target, count, odd_run, tmp_path):
    try_all(target, getattr(odd_run, target), tmp_path, count)
