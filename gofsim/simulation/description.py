"""What the manifest says of a run before anything is played: the resolved experiment."""

from typing import Any

from gofsim.kernel.cache import kernel_hash
from gofsim.run_manifest import FORMAT, Manifest
from gofsim.simulation.arms import Arm
from gofsim.simulation.card_deal import CardDeal
from gofsim.simulation.design import League
from gofsim.simulation.experiment import Experiment
from gofsim.simulation.manifest import versions
from gofsim.simulation.play import RESULTS_VERSION
from gofsim.strategies.seat import Seat


def new_manifest(experiment: Experiment, command: str) -> Manifest:
    """Return the manifest of a run that has played nothing yet."""
    return {
        "format": FORMAT,
        "results_version": RESULTS_VERSION,
        "versions": versions(),
        "kernel_hash": kernel_hash(),
        "state": "running",
        "command": command,
        "experiment": described(experiment),
        "looks": [],
        "earlier_looks": [],
        "shards": [],
        "timings": {"rounds": 0, "worker_seconds": 0.0, "seconds": 0.0},
    }


def described(experiment: Experiment) -> dict[str, Any]:
    """Return the resolved experiment as the manifest holds it.

    `most_blocks` were asked for, `blocks` count: fewer where a stop rule ended the run.
    """
    return {
        "question": experiment.question,
        "stem": experiment.stem,
        "seed": experiment.seed,
        "unit": experiment.unit,
        "blocks": experiment.blocks,
        "most_blocks": experiment.blocks,
        "seating": experiment.seating,
        "headline": experiment.headline,
        "file": str(experiment.path),
        "rules": experiment.rules.model_dump(mode="json", exclude_unset=True),
        "bots": {name: dict(settings) for name, settings in experiment.bots.items()},
        "arms": {arm.name: described_arm(arm) for arm in experiment.arms},
        "league": described_league(experiment.league),
        "sweep": {key: list(values) for key, values in experiment.sweep.items()} or None,
        "stop": experiment.stop and experiment.stop.described(),
        "deal": experiment.deal and experiment.deal.described(),
        "worth": experiment.worth and experiment.worth.described(),
    }


def described_league(league: League | None) -> dict[str, Any] | None:
    """Return a league as the manifest holds it."""
    return None if league is None else {"bots": list(league.bots), "design": league.design}


def described_arm(arm: Arm) -> dict[str, Any]:
    """Return one resolved arm; `base` and `factors` say where a sweep made it from."""
    own = {"deal": arm.deal.described()} if isinstance(arm.deal, CardDeal) else {}
    return own | {
        "base": arm.base,
        "factors": dict(arm.factors),
        "seats": list(arm.labels),
        "rules": arm.rules.model_dump(mode="json"),
        "bots": [described_bot(seat) for seat in arm.seats],
        "hash": arm.hash,
        "copy": arm.copy,
        "seating": arm.seating,
        "seatings": arm.seatings,
    }


def described_bot(seat: Seat) -> dict[str, Any]:
    """Return one bot: `settings` is what was written, `parameters` what they became."""
    kind, settings, _ = seat.request
    return {
        "kind": kind,
        "settings": dict(settings),
        "parameters": dict(seat.values),
        "forget": seat.forget,
        "give": seat.give,
        "idea": seat.strategy.idea,
    }
