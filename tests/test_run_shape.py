"""What a manifest may claim."""

import copy

import pytest
from manifests import shard_of, whole

from gofsim.run_shape import shape_fault


def changed(*keys, value):
    """A manifest with one value changed."""
    manifest = copy.deepcopy(whole())
    holder = manifest
    for key in keys[:-1]:
        holder = holder[key]
    holder[keys[-1]] = value
    return manifest


def test_a_manifest_as_runs_write_it_has_no_fault():
    assert shape_fault(whole()) == ""
    assert shape_fault(whole(shards=[shard_of(10, 19), shard_of()])) == ""


@pytest.mark.parametrize(
    ("manifest", "fault"),
    [
        (changed("shards", 0, "files", "rounds", "name", value="../../etc/passwd"), "pattern"),
        (changed("shards", 0, "files", "rounds", "name", value="/etc/passwd"), "pattern"),
        (changed("shards", 0, "files", "rounds", "name", value="rounds/..parquet"), "pattern"),
        (changed("shards", 0, "files", "rounds", "name", value="games/x.parquet"), "not in r"),
        (changed("shards", 0, "last", value=10**12), "less than 1000000000000"),
        (changed("shards", 0, "last", value=10**9), "less rounds than blocks"),
        (changed("shards", 0, "files", "games", "rows", value=31), "31 games instead of 30"),
        (changed("shards", 0, "files", "rounds", "rows", value=10**9), "rows in 1000 bytes"),
        (whole(shards=[shard_of(), shard_of(5, 14)]), "hold the same blocks"),
        (changed("experiment", "question", value="\x1b[2J"), "should match pattern"),
        (changed("experiment", "question", value="\ud800"), "valid string"),
        (changed("experiment", "stem", value="../x"), "should match pattern"),
        (changed("experiment", "arms", value={}), "at least 1 item"),
        (changed("experiment", "arms", "on", "seats", value=["lowest"]), "1 seats, 3 bots"),
        (changed("experiment", "arms", "on", "seatings", value=10**9), "seatings, not 3"),
        (changed("experiment", "file", value="a\0b"), "file is no path"),
        (changed("experiment", "sweep", value={"rules.target": [40]}), "other factors"),
        (changed("experiment", "league", value={"bots": ["a", "b"], "design": "tables"}), "league"),
    ],
)  # fmt: skip
def test_claims_that_no_run_makes(manifest, fault):
    assert fault in shape_fault(manifest)


def test_a_league_of_many_bots_does_not_take_for_ever():
    bots = [f"bot {number}" for number in range(100_000)]
    manifest = changed("experiment", "league", value={"bots": bots, "design": "tables"})
    assert "not those of the league" in shape_fault(manifest)


SINGLES = {"seating": "fixed", "seatings": 1}
HELD = {"act": "held", "cards": "RD", "count": 1}
WITHOUT = {"act": "without", "cards": "RD"}
EXCHANGE = {"act": "exchange"}


def about_cards(*deals, **changes):
    """The fault of a manifest whose arms have these deals."""
    manifest = copy.deepcopy(whole(shards=[]))
    experiment = manifest["experiment"]
    arm = experiment["arms"].pop("on") | SINGLES
    for place, deal in enumerate(deals):
        experiment["arms"][str(place)] = arm | ({} if deal is None else {"deal": deal})
    worth = {"bot": "lowest", "of": ["cards"]}
    experiment |= {"unit": "rounds", "headline": "worth", "worth": worth} | changes
    return shape_fault(manifest)


def test_arms_of_a_question_about_cards_go_in_pairs():
    assert about_cards(HELD, WITHOUT) == about_cards(HELD, HELD, WITHOUT, EXCHANGE, None) == ""
    fault = "not those of a question about cards"
    for deals in (
        [HELD], [WITHOUT], [HELD, WITHOUT, WITHOUT], [HELD, WITHOUT | {"cards": "GP"}],
        [HELD, WITHOUT, None], [HELD, WITHOUT, EXCHANGE], [EXCHANGE, EXCHANGE, None],
    ):  # fmt: skip
        assert fault in about_cards(*deals)
    assert fault in about_cards(HELD, WITHOUT, worth=None, headline="arms")
    assert fault in about_cards(HELD, WITHOUT, headline="arms")
    assert fault in about_cards(HELD, WITHOUT, unit="games")
    assert fault in about_cards(None, worth=None)
    assert "pattern" in about_cards(HELD | {"cards": "R11"}, WITHOUT)
    assert "extra" in about_cards(HELD | {"seat": 1}, WITHOUT).lower()
