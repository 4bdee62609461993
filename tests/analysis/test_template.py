"""Filling in templates: what Markdown must not take for its own."""

import pytest

from gofsim.analysis.template import markdown


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("costs $5 or $6", r"costs \$5 or \$6"),
        ("~~no~~ &lt;b> a_b*c|d#1", r"\~\~no\~\~ \&lt;b\> a\_b\*c\|d\#1"),
        ("- a", r"\- a"),
        ("12. a", r"12\. a"),
        ("-1.5 and 2.0", "-1.5 and 2.0"),
        ("two\n lines", "two lines"),
    ],
)
def test_no_mark_of_a_name_works_in_markdown(text, written):
    assert markdown(text) == written
