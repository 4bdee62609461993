"""The code of docs/results.md runs on a real run, its tools agree, all columns are described."""

import re
from pathlib import Path

import pytest

from gofsim.analysis.collect import collect
from gofsim.analysis.exchange import role_chance
from gofsim.analysis.run_folder import read_run
from gofsim.simulation.columns import TABLES
from gofsim.simulation.experiment import load_experiment
from gofsim.simulation.run import run_experiment

TEXT = (Path(__file__).parent.parent / "docs" / "results.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Names that the page's code leaves behind, run beside the results of a short run."""
    base = tmp_path_factory.mktemp("page")
    folder = run_experiment(load_experiment("exchange", games=40), base / "results", workers=1)
    names = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(base)
        for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
            exec(code, names)
        assert Path(names["folder"]).resolve() == folder.resolve()
        yield names


def test_three_tools_give_the_figures_of_the_report(page):
    evidence = collect(read_run(Path(page["folder"])))
    expected = {
        arm.name: pytest.approx(role_chance(evidence, arm, "winner").value)
        for arm in evidence.run.arms
    }
    assert len(expected) > 2
    assert dict(page["with_polars"].rows()) == expected
    assert page["with_pandas"].to_dict() == expected
    assert dict(page["with_duckdb"].itertuples(index=False)) == expected


def test_the_long_form_is_the_same_in_both_tools(page):
    expected = [
        (arm, bot, led, pytest.approx(points), pytest.approx(won))
        for arm, bot, led, points, won in page["lead_polars"].rows()
    ]
    assert len(expected) > 4
    assert list(page["lead_duckdb"].itertuples(index=False, name=None)) == expected


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_on_the_page(table):
    _, section = TEXT.split(f"## `{table}`")
    section = section.split("\n## ")[0]
    for column in TABLES[table]:
        assert f"`{re.sub('_[0-3]$', '_s', column.name)}`" in section
