"""`gofsim replay`: which game of a run is meant, and whether it can be played again as it was."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gofsim.errors import BadInputError
from gofsim.kernel.cache import kernel_hash
from gofsim.rules import Rules
from gofsim.run_manifest import Manifest, read_manifest
from gofsim.simulation.arms import Arm
from gofsim.simulation.card_deal import CardDeal
from gofsim.simulation.changing import change_game, read_change
from gofsim.simulation.deal_table import DealTable
from gofsim.simulation.deals import deal_faults
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.simulation.replay import replay_game
from gofsim.strategies.seat import seat_bot
from gofsim.suggest import did_you_mean


def replay(
    folder: Path,
    *,
    arm: str,
    block: int,
    seating: int = 0,
    round_number: int | None = None,
    changes: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the game log (format gofsim-game/1) of one game that a run has played.

    With `round_number` the log holds that round only; with `changes` (``ROUND:MOVE=PLAY``) it is
    the game as it goes on from there. Raises BadInputError for a game, round or play that there
    is not, and when the engine or a bot's file has changed since.
    """
    manifest = read_manifest(folder)
    refuse_other_engine(folder, manifest)
    ready = seated_arm(folder, manifest, arm)
    check_played(folder, manifest, ready, block, seating)
    wanted = [read_change(text) for text in changes]
    place: dict[str, Any] = {
        "seed": manifest["experiment"]["seed"],
        "block": block,
        "seating": ready.seating,
        "seating_index": seating,
        "single_round": manifest["experiment"]["unit"] == "rounds",
        "arm": arm,
        "labels": ready.labels,
        "deal": ready.deal,
    }
    log = replay_game(ready.seats, ready.rules, **place)
    log = change_game(log, ready.seats, ready.rules, wanted, **place)
    return log if round_number is None else one_round(log, round_number)


def kinds(folder: Path, arm: str) -> dict[str, str]:
    """Return the kind of each bot of a run's arm, by the name that the experiment has for it."""
    entry = read_manifest(folder)["experiment"]["arms"][arm]
    return {name: bot["kind"] for name, bot in zip(entry["seats"], entry["bots"], strict=True)}


def refuse_other_engine(folder: Path, manifest: Manifest) -> None:
    """Refuse results that this engine would not play again as they were."""
    theirs = (manifest["results_version"], manifest["kernel_hash"])
    if theirs != (RESULTS_VERSION, kernel_hash()):
        raise BadInputError(
            f"{folder}: made by another engine (results version {theirs[0]}, kernel {theirs[1]}; "
            f"here {RESULTS_VERSION}, {kernel_hash()}); replay with the version that made it"
        )


def seated_arm(folder: Path, manifest: Manifest, name: str) -> Arm:
    """Return an arm of a run with its bots seated as they were."""
    arms = manifest["experiment"]["arms"]
    if name not in arms:
        near = did_you_mean(name, arms) or f"; the arms are {', '.join(arms)}"
        raise BadInputError(f"--arm: no arm `{name}` in {folder}{near}")
    entry = arms[name]
    base = Path(manifest["experiment"]["file"]).parent
    seats = [seat_bot(bot["kind"], bot["settings"], base, f"arm `{name}`") for bot in entry["bots"]]
    rules = Rules(**entry["rules"])
    deal = changed_deal(folder, entry) or asked_deal(folder, manifest)
    arm = Arm(
        name, tuple(entry["seats"]), tuple(seats), rules, entry["seating"], entry["copy"], deal=deal
    )
    if arm.hash != entry["hash"]:
        raise BadInputError(f"{folder}: a bot of arm `{name}` is not what it was in the run")
    return arm


def changed_deal(folder: Path, entry: Mapping[str, Any]) -> CardDeal | None:
    """Return what an arm of the manifest does to its deals, if anything."""
    if entry.get("deal") is None:
        return None
    try:
        return CardDeal.model_validate(entry["deal"])
    except ValueError:
        raise BadInputError(f"{folder}: the deal of an arm is damaged") from None


def asked_deal(folder: Path, manifest: Manifest) -> DealTable | None:
    """Return what the deals of a run were to be like, if anything."""
    asked = manifest["experiment"].get("deal")
    if asked is None:
        return None
    try:
        deal = DealTable.model_validate(asked)
        faults = deal_faults(deal)
    except ValueError:
        faults = ["[deal]: is damaged"]
    if faults:
        raise BadInputError(*(f"{folder}: {fault}" for fault in faults))
    return deal


def check_played(folder: Path, manifest: Manifest, arm: Arm, block: int, seating: int) -> None:
    """Refuse a block or seating that the run has not played."""
    done = any(
        shard["first"] <= block <= shard["last"]
        for shard in manifest["shards"]
        if shard["arm"] == arm.hash
    )
    if not done:
        last = manifest["experiment"]["blocks"] - 1
        raise BadInputError(
            f"--block: block {block} of arm `{arm.name}` was not played in {folder} "
            f"(its blocks are 0 to {last})"
        )
    if not 0 <= seating < arm.seatings:
        raise BadInputError(
            f"--seating: must be 0 to {arm.seatings - 1} in arm `{arm.name}`, not {seating}"
        )


def one_round(log: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return a game log with one of its rounds only."""
    rounds = [each for each in log["rounds"] if each["number"] == number]
    if not rounds:
        raise BadInputError(f"--round: the game has rounds 1 to {len(log['rounds'])}, not {number}")
    return {**log, "rounds": rounds}
