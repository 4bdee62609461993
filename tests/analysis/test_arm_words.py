"""What is said about the arms before any figure."""

from gofsim.analysis.arm_words import arms_list, seating_words, table_words
from gofsim.analysis.run_folder import read_run


def test_arms_name_their_bots_and_what_sets_them_apart(mixed):
    words = dict(arms_list(read_run(mixed)))
    assert words["on"] == "two lowest, one longest, one random; the default rules"
    assert words["three"] == "one lowest, one longest, one random; players = 3, next_lead = loser"
    assert "exchange = off" in words["off"]


def test_an_arm_with_the_rules_of_the_first_says_so(play):
    found = play("""
        question = "?"
        seed = 1
        games = 3
        rules.multi_one_wild = false
        arms.a.seats = ["lowest", "lowest", "lowest", "lowest"]
        arms.b.seats = ["lowest", "lowest", "lowest", "longest"]
    """)
    run = read_run(found)
    assert arms_list(run) == [
        ("a", "four lowest; multi_one_wild = false"),
        ("b", "three lowest, one longest; the rules of a"),
    ]
    assert seating_words(run) == (
        "each played in 1 seating by a (one bot everywhere: any other would repeat the same game)"
        " and in 4 seatings by b"
    )
    assert [table_words(arm) for arm in run.arms] == ["at a table of lowest bots", ""]
