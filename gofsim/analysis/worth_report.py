"""The findings of a run with ``[worth]``: its sentence and its sections."""

from gofsim.analysis.arm_words import NUMBERS
from gofsim.analysis.card_worth import (
    CardWorths,
    cards_table,
    exchange_table,
    numbers_table,
    worth_sentence,
)
from gofsim.analysis.headline import Headline
from gofsim.analysis.run_folder import RunFolder
from gofsim.analysis.section import Section
from gofsim.analysis.worth_pictures import (
    cards_picture,
    exchange_picture,
    few_picture,
    gangs_picture,
)
from gofsim.analysis.worth_rows import card_worths

SETTING = (
    "The round is one in the middle of a game at even totals: a seat that is drawn leads what it"
    " likes. Points saved are points not taken. Share of games is what the round's outcome"
    " promises, by a formula fitted to whole games."
)
EACH_ALONE = "Every interval is 95% by itself: among a hundred, five or so miss."


def worth_findings(run: RunFolder) -> tuple[Headline, list[Section]]:
    """The headline and the sections of what was asked."""
    found, bot = card_worths(run), str(run.experiment["worth"]["bot"])
    sections = [
        section(found)
        for asked, section in (
            (found.cards, cards_section),
            (found.numbers, numbers_section),
            (found.giver, exchange_section),
        )
        if asked
    ]
    first = sections[0]
    sentence = worth_sentence(found, bot)
    return Headline("worth", sentence, first.pictures[0], first.tables[0]), sections


def cards_section(found: CardWorths) -> Section:
    """Each different card."""
    text = (
        "Every deal is played twice: with the card in the hand of a seat, and with that card and"
        " one of another hand (or the dead one), drawn at random, in each other's place. The"
        " difference is the card's, against the average card that it may be exchanged with;"
        " weighted by their copies, the worths of all 64 cards add up to nothing.",
        SETTING,
    )
    how = f"Cards from the weakest to the strongest single. {EACH_ALONE}"
    pictures, tables = (cards_picture(found.cards),), (cards_table(found),)
    return Section("worth_of_cards", "Each card", text, pictures, tables, how)


def numbers_section(found: CardWorths) -> Section:
    """Pairs, triples and gangs by number."""
    text = (
        "The hand holds exactly so many of a number, which copies is drawn, and the rest at random;"
        " in the other deal they are exchanged for as many cards of other numbers, and it holds"
        " none of this one. Of the phoenixes there is only the pair.",
    )
    pictures = few_picture(found.numbers), gangs_picture(found.numbers)
    tables = (numbers_table(found),)
    return Section(
        "worth_of_numbers", "Pairs, triples and gangs", text, pictures, tables, EACH_ALONE
    )


def exchange_section(found: CardWorths) -> Section:
    """What the exchange does for giver and receiver."""
    text = (
        "The same deals with the exchange and without it: a seat that is drawn gives its best card"
        " to the leader, whose bot gives one back. The exchange is part of the deal here: who plays"
        " on does not know which cards went where.",
    )
    pictures, tables = (exchange_picture(found),), (exchange_table(found),)
    return Section("worth_of_exchange", "The exchange", text, pictures, tables, EACH_ALONE)


def arms_in_words(run: RunFolder) -> list[tuple[str, str]]:
    """What the arms of each part are, by the names of the first of them."""
    worth = run.experiment["worth"]
    kinds = {
        "cards": ("RD, no RD, ..", "seat 0 holds the card, or another in its place"),
        "numbers": ("4 x 5, no 5, ..", "seat 0 holds just so many of the number, or none"),
        "exchange": ("exchange, no exchange", "the deal after an exchange, or as it came"),
    }
    table = f"{NUMBERS[run.arms[0].players]} {worth['bot']}"
    return [(kinds[part][0], f"{kinds[part][1]}; {table}") for part in worth["of"]]
