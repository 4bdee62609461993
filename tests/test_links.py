"""No link leads out of a folder of results."""

import pytest

from gofsim.errors import BadInputError
from gofsim.links import refuse_links


@pytest.mark.parametrize("place", ["rounds", "report.html", "tables/x.csv", "manifest.json"])
def test_links_are_refused_by_name(tmp_path, place):
    run = tmp_path / "run"
    (run / "tables").mkdir(parents=True)
    (run / place).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInputError, match=f"{place}: is a link, and a folder of results holds"):
        refuse_links(run)


def test_the_folder_itself_may_be_one(tmp_path):
    (tmp_path / "run" / "tables").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "run")
    refuse_links(tmp_path / "link")
    refuse_links(tmp_path / "missing")
