"""The games that a report points at: found again, in plain Python, among all rows."""

import shlex
from statistics import median_low

import pytest

from gofsim.analysis import run_folder
from gofsim.analysis.games_to_see import games_section
from gofsim.analysis.run_folder import read_run
from gofsim.simulation.open import open_run
from gofsim.simulation.run_replay import replay


def games_of(folder):
    """By (arm, block, seating): rounds, totals after every round, seat for seat."""
    found = {}
    for row in open_run(folder).table("rounds").collect().to_dicts():
        key = row["arm"], row["block"], row["seating"]
        points = [row[f"points_{seat}"] for seat in range(4) if row[f"points_{seat}"] is not None]
        before = found.setdefault(key, [])
        last = before[-1] if before else [0] * len(points)
        before.append([a + b for a, b in zip(last, points, strict=True)])
    return found


def deficit(totals):
    winner = totals[-1].index(min(totals[-1]))
    return max(each[winner] - min(each) for each in totals)


def gap(totals):
    first, second, *_ = sorted(totals[-1])
    return second - first


def told(folder):
    """What is told, by its first words, with the game that the command names."""
    section = games_section(read_run(folder))
    games = {}
    for words, command in section.commands:
        _, _, where, *options = shlex.split(command)
        assert where == folder.name
        named = dict(zip(options[::2], options[1::2], strict=True))
        key = named["--arm"], int(named["--block"]), int(named["--seating"])
        games[words.split(":")[0]] = (words, key)
    return games


def test_extremes_are_those_of_all_games(mixed):
    games, found = games_of(mixed), told(mixed)

    def of(words):
        return games[found[words][1]]

    assert len(of("The longest")) == max(map(len, games.values()))
    assert len(of("The shortest")) == min(map(len, games.values()))
    assert gap(of("The closest")) == min(map(gap, games.values()))
    assert gap(of("The widest win")) == max(map(gap, games.values()))
    most = max(map(deficit, games.values()))
    assert deficit(of("The largest come-back")) == most
    assert f"the winner was once {most} points behind." in found["The largest come-back"][0]


def test_the_typical_game_is_nearest_to_the_medians(mixed):
    games, found = games_of(mixed), told(mixed)
    length = median_low(map(len, games.values()))
    points = median_low(sum(each[-1]) for each in games.values())

    def far(totals):
        return abs(len(totals) - length) / length + abs(sum(totals[-1]) - points) / points

    assert far(games[found["A typical one"][1]]) == min(map(far, games.values()))


def test_the_words_are_those_of_the_replay(mixed):
    for words, (arm, block, seating) in told(mixed).values():
        log = replay(mixed, arm=arm, block=block, seating=seating)
        assert f" {len(log['rounds'])} rounds; points " in words
        for bot, total in zip(log["bots"], log["rounds"][-1]["totals"], strict=True):
            assert f"{bot} {total}" in words


def test_windows_change_nothing(mixed, monkeypatch):
    whole = games_section(read_run(mixed))
    monkeypatch.setattr(run_folder, "ROWS_A_WINDOW", 500)
    assert len(list(read_run(mixed).windows())) > 5
    assert games_section(read_run(mixed)) == whole


def test_single_rounds_have_moves_and_points(single):
    rows = open_run(single).table("rounds").collect().to_dicts()
    found = told(single)
    assert list(found) == [
        "A typical one", "The longest", "The shortest", "The cheapest", "The dearest",
    ]  # fmt: skip
    moves = max(row["plays"] + row["passes"] for row in rows)
    assert found["The longest"][0].startswith(f"The longest: {moves} moves; points ")
    points = max(sum(row[f"points_{seat}"] for seat in range(4)) for row in rows)
    words, key = found["The dearest"]
    row = next(row for row in rows if (row["arm"], row["block"], row["seating"]) == key)
    assert sum(row[f"points_{seat}"] for seat in range(4)) == points
    assert "rounds" not in words


@pytest.mark.parametrize("run", ["mixed", "single"])
def test_the_report_ends_with_them(run, request, report_of):
    folder = request.getfixturevalue(run)
    report_of(folder)
    page = (folder / "report.html").read_text("utf-8")
    text = (folder / "report.md").read_text("utf-8")
    for _, command in games_section(read_run(folder)).commands:
        assert f"<code>{command}</code>" in page
        assert f"\n\n      {command}\n" in text
    assert page.index('id="see"') < page.index('id="experiment"')
