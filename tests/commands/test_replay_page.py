"""`gofsim replay --html` in a real Chromium: every step, button and key, on all screens."""

import json
import re
import time
from pathlib import Path

import pytest
from browser import CHROMIUM, Browser
from games import bot, game
from replay_steps import EVERY_STEP, expected, spoken

from gofsim.analysis.replay_page import script_json
from gofsim.api import run
from gofsim.cli import exit_code
from gofsim.commands.explain import explain
from gofsim.commands.replay_page import make_page
from gofsim.rules import Rules

HOSTILE = "</script><img src=//x.invalid/a onerror=document.title='pwned'>&lt;b\u2028"
FEW = 100  # roll-outs a move
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def four():
    """A game whose names are no names, and in which last cards are forgotten."""
    seats = [bot("lowest", forget=0.5), bot("longest", forget=0.5), bot("lowest"), bot("random")]
    return game(seats, Rules(target=40), labels=["linear", HOSTILE, "lowest", "lowest"])


@pytest.fixture(scope="module")
def three():
    """A short game with a dead hand, explained."""
    log = game([bot("lowest")] * 3, Rules(players=3, target=12, passing="final"))
    return explain(log, "linear", roll_outs=FEW)


@pytest.fixture(scope="module")
def pages(tmp_path_factory, four, three):
    folder = tmp_path_factory.mktemp("pages")
    paths = folder / "four.html", folder / "three.html"
    make_page(four, paths[0], kinds={HOSTILE: "longest"}, explained=None, command="gofsim <b>")
    make_page(three["game"], paths[1], kinds={}, explained=three, command="gofsim")
    return [path.as_uri() for path in paths]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as opened:
        opened.size(1280, 900)
        yield opened
        assert opened.errors == []


@pytest.fixture(scope="module")
def walked(browser, pages):
    """What both pages show at each of their steps."""
    found = []
    for page in pages:
        browser.open(page)
        found.append(browser.run(EVERY_STEP))
    return found


def place(browser):
    return browser.run("document.getElementById('stage').dataset.place")


def until(holds):
    """Wait until something holds, ten seconds at most."""
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@in_browser
@pytest.mark.parametrize("which", [0, 1])
def test_every_step_shows_what_the_log_says(walked, four, three, which):
    log, shown = (four, three["game"])[which], walked[which]
    wanted = []
    for where, hands, laid, turn in expected(log):
        wanted.append((where, [spoken(hand) for hand in hands], laid, turn))
    assert [(s["place"], s["hands"], s["laid"], s["turn"]) for s in shown] == wanted
    ends = [s for s in shown if s["place"].endswith("=end")]
    for entry, step in zip(log["rounds"], ends, strict=True):
        assert [int(text.split()[0]) for text in step["totals"]] == entry["totals"]
        assert [int(text.split()[0]) for text in step["held"]] == entry["cards_left"]


@in_browser
def test_passes_and_forgotten_words_are_told(walked, four):
    shown = {step["place"]: step for step in walked[0]}
    forgotten = 0
    for entry in four["rounds"]:
        for index, move in enumerate(entry["moves"], start=1):
            step = shown[f"#round={entry['number']}&move={index}"]
            assert step["passed"][move["seat"]] == (move["play"] is None)
            assert ("announces the last card" in step["said"]) == (move.get("announced") is True)
            if move.get("announced") is False:
                assert "forgets to announce" in step["said"]
                assert step["out"][move["seat"]]
                forgotten += 1
    assert forgotten
    starts = sum("leads" in step["said"] for step in shown.values())
    takes = sum("takes the trick" in step["said"] for step in shown.values())
    assert starts == takes + len(four["rounds"]) > takes > 0


@in_browser
def test_keys_step_and_jump(browser, pages, four):
    browser.open(pages[0])
    assert place(browser) == "#round=1&move=deal"
    browser.press("ArrowRight", "ArrowRight")
    assert place(browser) == "#round=1&move=2"
    browser.press("ArrowLeft")
    assert place(browser) == "#round=1&move=1"
    browser.press("End")
    assert place(browser) == "#round=1&move=end"
    browser.press("ArrowRight")
    assert place(browser) == "#round=2&move=deal"
    browser.press("ArrowRight")
    assert place(browser) == "#round=2&move=exchange"
    browser.press("ArrowDown", "Home", "ArrowLeft")
    assert place(browser) == "#round=2&move=end"
    browser.press("ArrowUp")
    assert place(browser) == "#round=1&move=deal"
    browser.press("ArrowLeft", "ArrowUp")
    assert place(browser) == "#round=1&move=deal"
    for _ in four["rounds"]:
        browser.press("ArrowDown", "End", "ArrowRight")
    assert place(browser) == f"#round={len(four['rounds'])}&move=end"


@in_browser
def test_buttons_list_slider_and_chooser(browser, pages):
    browser.open(pages[0])
    for button, where in [
        ("next", "1"), ("next", "2"), ("previous", "1"), ("last", "end"), ("first", "deal"),
    ]:  # fmt: skip
        browser.click(f"#{button}")
        assert place(browser) == f"#round=1&move={where}", button
    browser.click("#moves li:nth-child(6) button")
    assert place(browser) == "#round=1&move=5"
    assert browser.texts("#moves [aria-current]")[0].startswith("5")
    browser.run("document.getElementById('slider').focus()")
    browser.press("ArrowRight", "ArrowRight")
    assert place(browser) == "#round=1&move=7"
    browser.click("#slider")  # its middle
    middle = int(place(browser).rpartition("=")[2])
    assert abs(2 * middle - browser.run("Number(document.getElementById('slider').max)")) <= 2
    browser.run("document.getElementById('round').focus()")
    browser.press("ArrowDown")  # the chooser's own key
    assert place(browser) == "#round=2&move=deal"
    browser.click("#sheet tbody tr:nth-child(3) a")
    until(lambda: place(browser) == "#round=3&move=end")  # a link is followed in its own time


@in_browser
def test_space_plays_and_pauses(browser, pages):
    browser.open(pages[0])
    browser.press(" ")
    assert place(browser) == "#round=1&move=1"
    until(lambda: place(browser) == "#round=1&move=2")
    assert browser.run("document.getElementById('play').ariaLabel") == "Pause"
    browser.press(" ")
    time.sleep(1.6)
    assert place(browser) == "#round=1&move=2"
    browser.run("document.getElementById('next').focus()")
    browser.press(" ")  # on a button: its click
    assert place(browser) == "#round=1&move=3"
    assert browser.run("document.getElementById('play').ariaLabel") == "Play"


@in_browser
def test_a_step_can_be_linked(browser, pages):
    browser.open(f"{pages[0]}#round=2&move=4")
    assert browser.texts("#said")[0].startswith("Move 4 of ")
    browser.press("ArrowRight")
    until(lambda: browser.run("location.hash") == "#round=2&move=5")
    browser.run("location.hash = 'round=3&move=exchange'")
    assert browser.texts("#said")[0].startswith("Round 3: ")
    for nowhere in ("round=77&move=3", "move", "round=1&move=999", "%00"):
        browser.open(f"{pages[0]}#{nowhere}")
        assert re.fullmatch(r"#round=1&move=(deal|3)", place(browser))


@in_browser
def test_hidden_hands_tell_how_many_and_no_card(browser, pages, four):
    browser.open(pages[1])
    browser.press("h")
    labels = browser.run("[...document.querySelectorAll('#seats .hand')].map(e => e.ariaLabel)")
    assert labels == ["16 cards, hidden"] * 4
    drawn = "[...document.querySelectorAll('#seats .hand use')].map(e => e.getAttribute('href'))"
    assert set(browser.run(drawn)) == {"#back"}
    browser.click("#hands")
    assert "hidden" not in browser.run("document.querySelector('#seats .hand').ariaLabel")


@in_browser
def test_advice_stands_beside_its_moves(browser, pages, three):
    for move in three["moves"][:6]:
        browser.open(f"{pages[1]}#round={move['round']}&move={move['move'] or 'exchange'}")
        rows = browser.texts("#advice tr")
        best = move["choices"][0]["games"]
        figures = [f"{100 * best[end]:.1f}%" for end in ("mean", "low", "high")]
        assert "{}{} to {}".format(*figures) in rows[0]
        played = [row for row in rows if "played" in row]
        assert len(played) == 1
        assert len(rows) <= 7
        text = browser.texts("#advice")[0]
        gives = f"gives away {100 * move['cost']:.1f} percentage points"
        assert (gives in text) == (round(move["cost"], 4) > 0)
    browser.open(f"{pages[1]}#round=1&move=end")
    assert browser.texts("#advice") == ["The round is over."]


@in_browser
def test_a_search_shows_its_own_values(browser, tmp_path, three):
    explained = explain(three["game"], "pimc")
    path = tmp_path / "own.html"
    make_page(three["game"], path, kinds={}, explained=explained, command="gofsim")
    for move in [each for each in explained["moves"] if each["choices"]][:4]:
        browser.open(f"{path.as_uri()}#round={move['round']}&move={move['move'] or 'exchange'}")
        rows = browser.texts("#advice tr")
        best = move["choices"][0]
        shown = float(rows[0].split("pimc")[1].rstrip("%"))
        assert shown == pytest.approx(100 * best["both"]["mean"], abs=0.051)
        unseen = "It did not look at what was done." in browser.texts("#advice")[0]
        assert unseen == (move["cost"] is None)
    assert "as pimc itself values" in browser.texts(".note")[0]


@in_browser
def test_nothing_is_fetched_and_names_stay_text(browser, pages, walked):
    browser.open(pages[0])
    asked, opened = (
        {address.partition("#")[0] for address in addresses}
        for addresses in (browser.asked, browser.opened)
    )
    assert {*pages} <= asked == opened
    assert browser.run("document.title") == f"A game of linear, {HOSTILE} (longest) and lowest"
    assert browser.run("document.querySelectorAll('img, b b, #sheet img').length") == 0
    assert HOSTILE in browser.texts(".s1 .who")
    # Should a name ever become code, it would still not run.
    browser.run(
        "document.body.insertAdjacentHTML('beforeend', '<b onclick=\"window.ran = 1\">x</b>')"
    )
    browser.run("document.body.lastElementChild.click()")
    assert browser.run("window.ran === undefined")
    assert "Content Security Policy" in browser.errors.pop()["text"]


@in_browser
@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_every_screen(browser, pages, width, dark):
    browser.size(width, 740, phone=width == 360)
    browser.looks(dark=dark)
    try:
        for page, where in [(0, "2&move=exchange"), (0, "2&move=end"), (1, "1&move=3")]:
            browser.open(f"{pages[page]}#round={where}")
            assert browser.run("document.documentElement.scrollWidth") <= width
            sizes = "[...document.querySelectorAll('#controls button')].map(e => e.offsetWidth)"
            assert min(browser.run(sizes)) >= 34
            tops = (
                "new Set([...document.querySelectorAll('#controls button')].map(e => e.offsetTop))"
            )
            assert browser.run(f"{tops}.size") == 1
            light = "getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'"
            assert browser.run(light) != dark
        before = place(browser)
        browser.click("#next", touch=width == 360)
        assert place(browser) != before
    finally:
        browser.size(1280, 900)
        browser.looks()


@in_browser
def test_a_screen_reader_gets_names_and_news(browser, pages):
    browser.open(pages[0])
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    found = [
        (each["role"]["value"], each.get("name", {}).get("value", ""))
        for each in tree
        if not each["ignored"]
    ]
    buttons = [name for role, name in found if role == "button"]
    assert "Play" in buttons
    assert all(buttons)
    assert ("slider", "Step of the round") in found
    assert "status" in [role for role, _ in found]
    assert "Seat 0, linear" in [name for _, name in found]
    assert [name for role, name in found if role in ("img", "image") and not name] == []


@in_browser
def test_paper_has_the_moves_and_no_buttons(browser, pages):
    browser.open(pages[0])
    browser.looks(paper=True)
    shown = "getComputedStyle(document.getElementById('{}')).{}"
    assert browser.run(shown.format("controls", "display")) == "none"
    assert browser.run(shown.format("moves", "overflowY")) == "visible"
    browser.looks()


def test_the_page_holds_the_log_and_one_script(pages, four):
    page = Path(pages[0].removeprefix("file://")).read_text("utf-8")
    found = re.findall(r"<script[^>]*>(.*?)</script>", page, re.S)
    assert len(found) == 2
    told = json.loads(found[0])["log"]
    for entry in told["rounds"]:
        for move in entry["moves"]:
            move.pop("leads", None)
            move.pop("kind", None)
    assert told == four
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert json.loads(script_json({"<": "<!--</script>&\u2028"})) == {"<": "<!--</script>&\u2028"}


def test_a_long_game_makes_a_page_of_moderate_size(tmp_path):
    long = game([bot("random")] * 4, Rules(target=400))
    assert len(long["rounds"]) > 25
    make_page(long, tmp_path / "long.html", kinds={}, explained=None, command="gofsim")
    assert (tmp_path / "long.html").stat().st_size < 500_000


def test_the_command_writes_the_page(tmp_path, capsys):
    path = tmp_path / "e.toml"
    seats = '["lowest", "lowest", "longest", "lowest"]'
    path.write_text(f'question = "?"\nseed = 1\ngames = 3\n[arms.a]\nseats = {seats}\n', "utf-8")
    folder = run(path, out=tmp_path / "out").folder
    there = ["replay", str(folder), "--arm", "a", "--block", "1"]
    page = tmp_path / "game.html"
    assert exit_code([*there, "--html", str(page)]) == 0
    assert capsys.readouterr().out == f"replay: {page}\n"
    first = page.read_bytes()
    assert exit_code([*there, "--html", str(page), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "gofsim-game/1"
    assert page.read_bytes() == first
    assert exit_code([*there, "--html", str(tmp_path / "no" / "x.html")]) == 2
    assert capsys.readouterr().err == f"--html: there is no folder {tmp_path / 'no'}\n"
    assert exit_code([*there, "--html", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"--html: {tmp_path} is a folder; name a file\n"
    assert exit_code([*there, "--html", "/dev/full"]) == 1
    assert capsys.readouterr().err == "cannot write /dev/full: No space left on device\n"
