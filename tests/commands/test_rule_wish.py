"""Rules by options: values as in TOML, and the same lines about faults as for files."""

import pytest

from gofsim.cli import exit_code
from gofsim.commands.rule_wish import wished_rules
from gofsim.errors import BadInputError


def test_values_are_read_as_in_toml_quotes_not_needed():
    rules = wished_rules(
        ["passing=final", 'last_card = "off"', "players=3", "multi_one_wild=false"]
    )
    assert (rules.passing, rules.last_card, rules.players) == ("final", "off", 3)
    assert rules.multi_one_wild is False
    assert wished_rules(["target=30"], 3).players == 3


def test_what_is_told_twice_must_be_the_same():
    assert wished_rules(["target=30", "players=3", "target = 30"], 3).target == 30
    with pytest.raises(BadInputError, match=r'^--rule passing: is told twice, "final" and "re'):
        wished_rules(["passing=final", "target=30", 'passing="reenter"'])
    with pytest.raises(BadInputError, match=r"^--players: says 3, but --rule players=4; leave"):
        wished_rules(["players=4"], 3)


@pytest.mark.parametrize("command", [["play"], ["worth", "G2"], ["card-worth"]])
def test_no_command_has_a_number_of_players_in_two_ways(command, capsys):
    assert exit_code([*command, "--players", "4", "--rule", "players=3"]) == 2
    assert capsys.readouterr().err == "--players: says 4, but --rule players=3; leave one out\n"


def test_the_bots_of_a_game_do_not_overrule_a_rule(capsys):
    assert exit_code(["play", "--bots", "lowest,lowest,lowest", "--rule", "players=3"]) == 2
    assert capsys.readouterr().err == "--bots: needs 2 of them, or one for all, not 3\n"


def test_the_number_of_players_is_its_own_option():
    with pytest.raises(BadInputError, match=r"^--players: must be 3 or 4, not 5$"):
        wished_rules([], 5)


FAULTS = {
    "pasing=final": "--rule: unknown key `pasing` in [rules]; did you mean `passing`?",
    "passing=finl": '--rule: [rules] passing: must be "reenter" or "final", not "finl"; '
    "did you mean `final`?",
    "target=0": "--rule: [rules] target: must be at least 1, not 0",
    "players=5": "--rule: [rules] players: must be 3 or 4, not 5",
    "final": '--rule: must look like passing=final, not "final"',
}


@pytest.mark.parametrize("text", FAULTS)
def test_every_command_says_the_same_of_a_fault(text, capsys):
    with pytest.raises(BadInputError) as refused:
        wished_rules([text])
    assert str(refused.value) == FAULTS[text]
    for command in (["advise", "--hand", "G2 G3"], ["play"], ["worth", "G2"], ["card-worth"]):
        assert exit_code([*command, "--rule", text]) == 2
        assert capsys.readouterr().err.splitlines() == [FAULTS[text]]
