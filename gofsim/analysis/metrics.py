"""The figures by which whole arms are compared, each a rate over blocks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gofsim.analysis.block_sums import Rate
from gofsim.analysis.collect import Evidence
from gofsim.analysis.estimates import Estimate
from gofsim.analysis.rates import field_rate, games_rate
from gofsim.analysis.run_folder import ArmInfo, RunFolder
from gofsim.analysis.table import Kind

PERCENTAGE_POINTS = "percentage points"

# What a switch bears on, first things first; the sentence speaks of these.
MAIN = {
    "players": ("game_length", "points", "again"),
    "target": ("games", "game_length", "again"),
    "scoring": ("games", "game_length", "points"),
    "passing": ("games", "passes", "plays", "points", "game_length"),
    "last_card": ("points", "plays", "games", "lead_wins", "game_length"),
    "direction": ("games", "again", "lead_wins", "plays", "points"),
    "shuffle": ("gangs_dealt", "game_length", "points"),
    "riffles": ("gangs_dealt", "game_length", "points"),
    "first_lead": ("lead_wins", "lead_points"),
    "next_lead": ("lead_wins", "lead_points", "again", "game_length"),
}
# Told only where one of these rules is in question: elsewhere arms are alike in it by design.
ONLY_WITH = {
    "gangs_dealt": {"shuffle", "riffles"},
    "lead_points": {"first_lead", "next_lead"},
}
# Where the sources of the rules are silent or differ: the question is how often it matters.
SILENT = {"tie_break", "exchange_tie", "phoenix_in_full_house", "multi_one_wild"}
ALIKE = 100  # fewer than one game in so many that ends alike says nothing
OTHERWISE = ("games", "points", "plays", "again", "game_length")


@dataclass(frozen=True)
class Metric:
    """One comparable figure; ``phrase`` and ``unit`` are its words in a sentence."""

    name: str
    label: str
    kind: Kind
    family: str
    rate: Callable[[ArmInfo], Rate]
    phrase: str
    unit: str = PERCENTAGE_POINTS

    def estimate(self, evidence: Evidence, arm: ArmInfo) -> Estimate:
        """The figure of one arm with its interval."""
        return evidence.sums[self.family].estimate(self.rate(arm))

    def difference(self, evidence: Evidence, left: ArmInfo, right: ArmInfo) -> Estimate:
        """Left less right, paired by block."""
        return evidence.sums[self.family].difference(self.rate(left), self.rate(right))

    def contrast(
        self, evidence: Evidence, plus: Sequence[ArmInfo], minus: Sequence[ArmInfo]
    ) -> Estimate:
        """The figures of some arms less those of others, paired by block."""
        return evidence.sums[self.family].contrast(
            [self.rate(arm) for arm in plus], [self.rate(arm) for arm in minus]
        )

    def known(self, evidence: Evidence) -> bool:
        """Whether every arm has data for it: single rounds have no games and no last round."""
        return self.family in evidence.sums and all(
            evidence.sums[self.family].total(arm.name, self.rate(arm).base)
            for arm in evidence.run.arms
        )

    @property
    def change(self) -> Kind:
        """How a difference of this figure reads."""
        return "share_change" if self.kind == "share" else "change"


def _per(column: str, base: str) -> Callable[[ArmInfo], Rate]:
    return lambda arm: Rate(arm.name, {column: 1}, base)


def _per_player(column: str) -> Callable[[ArmInfo], Rate]:
    return lambda arm: Rate(arm.name, {column: 1}, "rounds", arm.players)


def _lead_points(arm: ArmInfo) -> Rate:
    """own - (all - own) / (n - 1) = (n own - all) / (n - 1)."""
    weights = {"lead_points": arm.players, "points": -1}
    return Rate(arm.name, weights, "rounds", arm.players - 1)


LENGTH = Metric(
    "game_length", "Rounds a game", "number", "games", _per("length", "games"),
    "the length of a game", "rounds",
)  # fmt: skip
METRICS = (
    LENGTH,
    Metric("plays", "Plays a round", "number", "play", _per("plays", "rounds"),
           "the length of a round", "plays"),
    Metric("passes", "Passes a round", "number", "play", _per("passes", "rounds"),
           "the number of passes in a round", "passes"),
    Metric("tricks", "Tricks a round", "number", "play", _per("tricks", "rounds"),
           "the number of tricks in a round", "tricks"),
    Metric("points", "Points a player and round", "number", "play", _per_player("points"),
           "a player's score a round", "points"),
    Metric("slams", "Hands left with all 16 cards", "share", "play", _per_player("slams"),
           "the share of hands left with all 16 cards"),
    Metric("again", "Last winner wins again", "share", "play", _per("again", "next"),
           "the last winner's chance of the next round"),
    Metric("loser_wins", "Last loser wins", "share", "play", _per("loser_wins", "next"),
           "the last loser's chance of the next round"),
    Metric("lead_wins", "Leader wins the round", "share", "play", _per("lead_wins", "rounds"),
           "the leader's chance of the round"),
    Metric("lead_points", "Leader's points a round less the others'", "change", "play",
           _lead_points, "the leader's points a round less the others'", "points"),
    Metric("gangs_dealt", "Gangs dealt a hand", "number", "play", _per_player("dealt"),
           "the number of gangs dealt", "a hand"),
    Metric("gangs_held", "Gangs held a hand", "number", "play", _per_player("held"),
           "the number of gangs held", "a hand"),
    Metric("gangs_played", "Gangs played a round", "number", "play", _per("played", "rounds"),
           "the number of gangs played", "a round"),
    Metric("forgot", "Last cards forgotten a round", "number", "play", _per("forgot", "rounds"),
           "the number of last cards forgotten", "a round"),
)  # fmt: skip
# Not comparable by difference: they are themselves comparisons with the first arm.
PARTED = Metric(
    "parted", "Rounds that go otherwise than in the first arm", "share", "games",
    _per("parted", "tried"), "the share of rounds that go otherwise",
)  # fmt: skip
SAME = Metric(
    "same", "Games that end as in the first arm", "share", "games", _per("same", "games"),
    "the share of games that end the same",
)  # fmt: skip


def metrics_of(evidence: Evidence) -> list[Metric]:
    """The metrics this run has data for, those of the bots that sit in every arm included."""
    return [
        metric
        for metric in (*bot_metrics(evidence), *METRICS)
        if metric.known(evidence)
        and (metric.name != "forgot" or forgets(evidence))
        and (metric.name not in ONLY_WITH or ONLY_WITH[metric.name] & set(evidence.run.varied))
    ]


def main_metrics(evidence: Evidence) -> list[Metric]:
    """The metrics that the varied rules bear on, most telling first."""
    names = [f"{what} {bot}" for bot in swept_bots(evidence.run) for what in ("games", "field")]
    bot = protagonist(evidence.run.arms[0])
    # The exchange is the larger question where the lead is varied beside it.
    for field in sorted(evidence.run.varied, key=lambda field: field != "exchange"):
        for name in MAIN.get(field, OTHERWISE):
            names.append(f"{name} {bot}" if name in ("games", "field") else name)
    known = {metric.name: metric for metric in metrics_of(evidence)}
    found = [known[name] for name in dict.fromkeys(names) if name in known]
    return found or [known[name] for name in OTHERWISE if name in known]


def swept_bots(run: RunFolder) -> list[str]:
    """The bots whose parameters a sweep varies."""
    keys = [key.split(".") for key in run.swept]
    return list(dict.fromkeys(".".join(key[1:-1]) for key in keys if key[0] == "bots"))


def same_metric(evidence: Evidence) -> list[Metric]:
    """How games compare with those of the first arm, where one in a hundred ends alike."""
    others = [arm for arm in evidence.run.arms if evidence.run.reference(arm) != arm]
    games = evidence.sums.get("games")
    found = games and any(
        ALIKE * games.total(arm.name, "same") >= games.total(arm.name, "games") for arm in others
    )
    return [PARTED, SAME] if found else []


def bot_metrics(evidence: Evidence) -> list[Metric]:
    """Share of games, and points less the field, of every bot that meets others in every arm.

    Points are left out where the arms score differently.
    """
    arms = evidence.run.arms
    shared = [bot for bot in arms[0].distinct if all(bot in arm.distinct for arm in arms)]
    if any(len(arm.distinct) == 1 for arm in arms):
        return []
    same_points = "scoring" not in evidence.run.varied
    return [metric for bot in shared for metric in _of_bot(bot, with_points=same_points)]


def protagonist(arm: ArmInfo) -> str:
    """The bot an arm is about: the first of those that sit on the fewest places."""
    return min(arm.distinct, key=lambda label: len(arm.places(label)))


def forgets(evidence: Evidence) -> bool:
    """Whether anybody ever forgot to announce his last card."""
    return any(evidence.sums["play"].total(arm.name, "forgot") for arm in evidence.run.arms)


def _of_bot(bot: str, *, with_points: bool) -> list[Metric]:
    games = Metric(
        f"games {bot}", f"Games won by {bot}", "share", "games",
        lambda arm: games_rate(arm, bot), f"{bot}'s share of games",
    )  # fmt: skip
    field = Metric(
        f"field {bot}", f"Points a round less the field, {bot}", "change", "bots",
        lambda arm: field_rate(arm, bot), f"{bot}'s points a round less the field's", "points",
    )  # fmt: skip
    return [games, field] if with_points else [games]
