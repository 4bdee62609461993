"""`gofsim bots`: what the bots are."""

from pathlib import Path

from gofsim.commands.text import table_lines
from gofsim.strategies.base import Parameter, Strategy
from gofsim.strategies.giving import policy_names
from gofsim.strategies.registry import load_bot, names


def bots_text(name: str | None) -> str:
    """Return the list of the shipped bots, or all about one of them (or of a user's file).

    Raises BadInputError for an unknown bot.
    """
    if name is not None:
        return "\n".join(described(load_bot(name, Path.cwd())))
    found = [load_bot(each, Path.cwd()) for each in names()]
    return "\n".join(table_lines([{"bot": bot.name, "idea": bot.idea} for bot in found]))


def described(bot: Strategy) -> list[str]:
    """Return the lines about one bot."""
    forget = Parameter("forget", 0, 0, 1, "probability of not announcing the last card")
    rows = [
        {
            "parameter": each.name,
            "default": f"{each.default:g}",
            "range": f"{each.low:g} to {each.high:g}",
            "what it does": each.idea,
        }
        for each in (*bot.parameters, forget)
    ]
    return [
        f"{bot.name}: {bot.idea}",
        f"source: {bot.source}",
        f"draws random numbers: {yes_or_no(bot.draws)}; counts cards: {yes_or_no(bot.counts)}",
        "",
        *table_lines(rows),
        "",
        f"give (what goes back in the exchange): {', '.join(policy_names(bot))}",
    ]


def yes_or_no(value: bool) -> str:
    """Return the word."""
    return "yes" if value else "no"
