"""Experiments with ``[worth]``: one bot, and arms that differ in what is done to the deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gofsim.notation import text_of
from gofsim.simulation.card_deal import CardDeal
from gofsim.simulation.card_sets import PHOENIXES, CardSet, of_numbers, single_cards
from gofsim.simulation.design import repeated
from gofsim.simulation.schema import ExperimentTable, WorthTable


@dataclass(frozen=True)
class CardWorth:
    """What is asked for: the bot at all seats, and which parts ("cards", "numbers", "exchange")."""

    bot: str
    of: tuple[str, ...]

    def deals(self) -> dict[str, CardDeal | None]:
        """What is done to the deal by the names of the arms; None for nothing."""
        found: dict[str, CardDeal | None] = {}
        sets = {"cards": single_cards(), "numbers": of_numbers()}
        for part in self.of:
            found |= dict(_of_sets(sets[part]) if part in sets else _of_the_exchange())
        return found

    def described(self) -> dict[str, Any]:
        """What is asked for as the manifest holds it."""
        return {"bot": self.bot, "of": list(self.of)}


def worth_from(table: WorthTable) -> CardWorth:
    """Return a ``[worth]`` table as what is asked for."""
    return CardWorth(table.bot, tuple(table.of))


def _of_sets(sets: Sequence[CardSet]) -> Iterator[tuple[str, CardDeal]]:
    """Each set held, and the deal without any card of its group, which several may share."""
    for each in sets:
        cards = text_of(each.group)
        yield each.label, CardDeal(act="held", cards=cards, count=each.count)
        yield f"no {_group_name(each)}", CardDeal(act="without", cards=cards)


def _group_name(each: CardSet) -> str:
    if each.number is None:
        return each.label
    return "phoenix" if each.number == PHOENIXES else str(each.number)


def _of_the_exchange() -> Iterator[tuple[str, CardDeal | None]]:
    yield "exchange", CardDeal(act="exchange")
    yield "no exchange", None


def worth_faults(table: ExperimentTable, worth: WorthTable) -> list[str]:
    """Return what is wrong with a ``[worth]`` table and with what stands beside it."""
    faults = repeated("[worth] of", worth.of)
    if "first_lead" in table.rules.model_fields_set:
        faults.append(
            "[rules]: `first_lead` decides nothing with [worth], where a seat that is drawn leads;"
            " leave it out"
        )
    return faults
