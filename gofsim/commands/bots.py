"""`gofsim bots`: what the bots are."""

from pathlib import Path

from gofsim.commands.text import table_lines
from gofsim.strategies.base import Choice, Parameter, Setting, Strategy
from gofsim.strategies.giving import OWN, policies
from gofsim.strategies.registry import load_bot, names
from gofsim.strategies.settings import FORGET


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
    rows = [setting_row(each) for each in (*bot.settings, FORGET)]
    return [
        f"{bot.name}: {bot.idea}",
        f"source: {bot.source}",
        f"draws random numbers: {yes_or_no(bot.draws)}; counts cards: {yes_or_no(bot.counts)}",
        "",
        *table_lines(rows),
        "",
        f"give (what goes back in the exchange): {', '.join(policies(bot))}; "
        f"by default {OWN if bot.give else bot.default_give}",
        *(["weights: a file with values of its numbers (`gofsim tune`)"] * bool(bot.parameters)),
        *(line for policy in policies(bot).values() for line in policy_lines(policy)),
    ]


def policy_lines(policy: Strategy) -> list[str]:
    """Return the lines about a giving policy that has settings."""
    rows = table_lines([setting_row(each) for each in policy.settings])
    return ["", f'give = {{ policy = "{policy.name}", .. }} takes', *rows] if rows else []


def setting_row(setting: Setting) -> dict[str, str]:
    """Return the line of one setting in the table."""
    default, values = str(setting.default), "a bot"
    if isinstance(setting, Parameter):
        default, values = default_text(setting), f"{setting.low:g} to {setting.high:g}"
    elif isinstance(setting, Choice):
        values = ", ".join(setting.values)
    return {
        "setting": setting.name,
        "default": default,
        "values": values,
        "what it does": setting.idea,
    }


def default_text(parameter: Parameter) -> str:
    """Return a default, and that of three players where it differs."""
    three = parameter.default_of_three
    other = "" if three is None else f" (three players: {three:g})"
    return f"{parameter.default:g}{other}"


def yes_or_no(value: bool) -> str:
    """Return the word."""
    return "yes" if value else "no"
