"""The code of docs/chance.md runs, and its claims hold."""

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "chance.md"


def test_code_of_the_page():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert sum("assert" in block for block in blocks) == 1
    exec("\n".join(blocks), {})


def test_unevenness_of_a_word():
    largest = 64 * 63 * 62 * 61 * 60 * 59
    assert largest < 2**36
