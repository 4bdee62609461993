"""Text of others that goes to a terminal: without what steers it or turns the reading order."""

import re

# Control characters but the line end and the tab, separators of lines, marks that reorder text,
# and halves of characters, which no encoding has.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
# The same for a name, which stands on one line; as pydantic's engine writes it.
PLAIN_NAME = r"^[^\x00-\x1f\x7f-\x9f\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}]*$"


def clean(text: str) -> str:
    r"""Return the text with what would steer a terminal written out, such as ``\x1b``."""
    return _STEERING.sub(lambda found: repr(found[0])[1:-1], text)
