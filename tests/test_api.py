"""`import gofsim`: running and reading."""

import gofsim

TEXT = """
question = "?"
seed = 1
games = 10
[arms.a]
seats = ["lowest", "random", "random", "random"]
"""


def test_run_and_open(tmp_path):
    path = tmp_path / "e.toml"
    path.write_text(TEXT)
    run = gofsim.run(path, games=5, out=tmp_path / "out")
    assert run.games.collect().height == 5 * 4
    assert run.report.exists()
    again = gofsim.open_run(run.folder)
    assert again.rounds.collect().equals(run.rounds.collect())
    assert set(again.seats().collect()["bot"]) == {"lowest", "random"}


def test_a_stop_rule_ends_a_run_and_all_views_of_it(tmp_path):
    path = tmp_path / "e.toml"
    stop = '[stop]\nrule = "width"\nof = ["a", "b"]\nwidth = 5.0\n'
    other = '[arms.b]\nseats = ["random", "lowest", "random", "random"]\nrules.exchange = "off"\n'
    path.write_text(TEXT.replace("games = 10", "games = 1000") + other + stop)
    run = gofsim.run(path, out=tmp_path / "out")
    assert run.manifest["looks"][-1]["decision"] == "precise enough"
    blocks = run.manifest["looks"][-1]["blocks"]
    assert blocks < 1000
    assert run.games.collect()["block"].max() == blocks - 1
