"""From a checked file to arms that are ready to play: a league set up, a sweep multiplied out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gofsim.rules import Rules
from gofsim.simulation.arms import Arm, arm_seating
from gofsim.simulation.bots import Bots
from gofsim.simulation.card_deal import Deal
from gofsim.simulation.deals import deal_faults
from gofsim.simulation.design import (
    MOST_ARMS,
    compared_faults,
    league_faults,
    league_from,
    stop_faults,
)
from gofsim.simulation.schema import ArmTable, ExperimentTable, WorthTable, heading
from gofsim.simulation.sweep import Factor, Point, grid, read_factors
from gofsim.simulation.worth import worth_faults, worth_from
from gofsim.suggest import few

FULL_TABLE = 4
WORTH_BOT = "[worth] bot"


def resolve_arms(table: ExperimentTable, bots: Bots) -> tuple[list[Arm], list[str]]:
    """Return all arms, in order, and one line for each fault of league, arms, sweep and stop."""
    seat_everyone(table, bots)
    lineups, faults = base_arms(table)
    factors, found = read_factors(table, bots)
    found += size_faults(len(lineups), factors)
    points = grid([] if found else factors)
    sure = not (found or table.unread("sweep"))
    names = [name + point.suffix for name in lineups for point in points] if sure else []
    faults += found + all_stop_faults(table, names)
    deals = worth_from(table.worth).deals() if table.worth else {}
    arms = [
        resolve_arm(name, arm, table, bots, point, deals.get(name, table.deal))
        for name, arm in lineups.items()
        for point in points
    ]
    faults += bots.faults + all_deal_faults(table, [arm for arm in arms if arm is not None])
    return numbered(arms), list(dict.fromkeys(faults))


def seat_everyone(table: ExperimentTable, bots: Bots) -> None:
    """Seat every bot that is named once, so that its faults are told once, where it is named."""
    places = {"[league] bots": table.league.bots} if table.league else {}
    if table.worth and not table.unread("worth", "bot"):
        places[WORTH_BOT] = [table.worth.bot]
    places |= {f"{heading('arms', name)} seats": arm.seats for name, arm in table.arms.items()}
    for place, labels in places.items():
        before = len(bots.faults)
        for label in labels:
            bots.sit(label, place)
        bots.faults[before:] = few(bots.faults[before:], place)


def base_arms(table: ExperimentTable) -> tuple[dict[str, ArmTable], list[str]]:
    """Return the arms before a sweep multiplies them, and the faults of a league."""
    if table.worth is not None:
        return worth_arms(table, table.worth)
    if table.league is None:
        return dict(table.arms), []
    faults = league_faults(table, table.league)
    if faults or not table.is_whole:
        return {}, faults
    lineups = league_from(table.league).lineups(table.rules.players)
    return {name: ArmTable(seats=seats) for name, seats in lineups.items()}, []


def worth_arms(table: ExperimentTable, worth: WorthTable) -> tuple[dict[str, ArmTable], list[str]]:
    """Return the arms of a ``[worth]`` table, which are played from any lead, and its faults."""
    faults = worth_faults(table, worth)
    if faults or not table.is_whole:
        return {}, faults
    seats, rules = [worth.bot] * table.rules.players, Rules(first_lead="random")
    return {name: ArmTable(seats=seats, rules=rules) for name in worth_from(worth).deals()}, []


def size_faults(arms: int, factors: Sequence[Factor]) -> list[str]:
    """Refuse a sweep that would make too many arms."""
    total = arms
    for factor in factors:
        total *= len(factor.values)
    if not factors or total <= MOST_ARMS:
        return []
    return [f"[sweep]: makes {total:,} arms, more than {MOST_ARMS:,}; take fewer values"]


def all_deal_faults(table: ExperimentTable, arms: Sequence[Arm]) -> list[str]:
    """Return why the deals that are asked for cannot be drawn, or not for one of the arms."""
    if table.deal is None or not table.is_whole:
        return []
    asked, faults = table.deal.described(), deal_faults(table.deal)
    if table.headline == "gangs":
        faults.append('headline: "gangs" is about deals as they come, not those of [deal]')
    last = f"seat{FULL_TABLE - 1}"
    if last in asked and any(arm.rules.players < FULL_TABLE for arm in arms):
        faults.append(f"[deal.{last}]: there is no such seat with three players")
    return faults


def all_stop_faults(table: ExperimentTable, names: list[str]) -> list[str]:
    """Return the faults of a stop rule; `names` are the arms, none when they are not known."""
    if table.stop is None:
        return []
    kind, known = ("arm", names) if table.league is None else ("bot", table.league.bots)
    faults = stop_faults(table, table.stop)
    return faults + compared_faults(table, table.stop.of, kind, known)


def resolve_arm(
    name: str,
    arm: ArmTable,
    table: ExperimentTable,
    bots: Bots,
    point: Point,
    deal: Deal | None,
) -> Arm | None:
    """Resolve one arm's seats and rules at one point of a sweep; faults are kept in `bots`."""
    shared, own = (r.model_dump(exclude_unset=True) for r in (table.rules, arm.rules))
    rules = Rules(**(shared | own | dict(point.rules)))
    place = WORTH_BOT if table.worth else f"{heading('arms', name)} seats"
    if len(arm.seats) != rules.players and size_known(name, arm, table, point):
        bots.faults.append(
            f"{place}: {len(arm.seats)} bots, but {rules.players} players (rules.players)"
        )
    seated = [bots.sit(label, place, point.bots.get(label, {})) for label in arm.seats]
    seats = tuple(seat for seat in seated if seat is not None)
    for label, seat in dict(zip(arm.seats, seats, strict=False)).items():
        faults = seat.weights_faults(rules.players)
        bots.faults += [f"{place}: the weights of `{label}` {fault}" for fault in faults]
    if bots.faults or not table.is_whole:
        return None
    return Arm(
        name=name + point.suffix,
        labels=tuple(arm.seats),
        seats=seats,
        rules=rules,
        seating=arm_seating(seats, "fixed" if table.worth else table.seating),
        base=name,
        factors=point.factors,
        deal=deal,
    )


def size_known(name: str, arm: ArmTable, table: ExperimentTable, point: Point) -> bool:
    """Whether an arm's bots and players could be read, so that their numbers can be compared."""
    if table.unread("arms", name, "seats"):
        return False
    if "rules.players" in table.sweep:
        return "players" in point.rules
    if "players" in arm.rules.model_fields_set:
        return True
    return not (table.unread("arms", name, "rules", "players") or table.unread("rules", "players"))


def numbered(arms: Iterable[Arm | None]) -> list[Arm]:
    """Return the arms with copies numbered, so that arms that are the same get a hash each.

    They are counted in the order of their names, so that the file's order does not matter.
    """
    copies: Counter[str] = Counter()
    done: dict[str, Arm] = {}
    found = [arm for arm in arms if arm is not None]
    for arm in sorted(found, key=lambda arm: arm.name):
        copy = copies[arm.hash]
        done[arm.name] = replace(arm, copy=copy) if copy else arm
        copies[arm.hash] += 1
    return [done[arm.name] for arm in found]
