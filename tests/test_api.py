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
