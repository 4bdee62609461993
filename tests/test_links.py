"""No link leads out of a folder of results."""

import pytest

from gofsim.cli import exit_code
from gofsim.errors import BadInputError
from gofsim.links import refuse_links


@pytest.mark.parametrize("place", ["rounds", "report.html", "tables/x.csv", "manifest.json"])
def test_links_are_refused_by_name(tmp_path, place):
    run = tmp_path / "run"
    (run / "tables").mkdir(parents=True)
    (run / "manifest.json").write_text("{}")
    (run / place).unlink(missing_ok=True)
    (run / place).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInputError, match=f"{place}: is a link, and a folder of results holds"):
        refuse_links(run)


def test_the_folder_itself_may_be_one(tmp_path):
    (tmp_path / "run" / "tables").mkdir(parents=True)
    (tmp_path / "run" / "manifest.json").write_text("{}")
    (tmp_path / "link").symlink_to(tmp_path / "run")
    refuse_links(tmp_path / "link")
    refuse_links(tmp_path / "missing")


@pytest.mark.parametrize("command", ["status", "verify", "report", "luck", "feel", "find"])
def test_a_folder_without_results_is_told_as_that_whatever_links_it_has(command, tmp_path, capsys):
    (tmp_path / "loop").symlink_to(tmp_path)
    where = ["--where", "winner = 1"] if command == "find" else []
    assert exit_code([command, str(tmp_path), *where]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{tmp_path}: no results ")
    assert "manifest.json is missing" in line


def test_a_folder_that_is_to_hold_results_has_no_links(tmp_path):
    (tmp_path / "rounds").symlink_to(tmp_path)
    refuse_links(tmp_path)
    with pytest.raises(BadInputError, match="rounds: is a link"):
        refuse_links(tmp_path, new=True)
