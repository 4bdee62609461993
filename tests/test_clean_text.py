"""What reaches a terminal cannot steer it; names in files cannot either."""

import unicodedata

import pytest
from pydantic import TypeAdapter, ValidationError

from gofsim.clean_text import clean
from gofsim.simulation.schema import Name

STEERING = [
    character
    for character in map(chr, range(0x3000))
    if unicodedata.category(character) in ("Cc", "Zl", "Zp")
    or unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI")
]


def test_steering_characters_are_written_out():
    assert clean("a\x1b[31m\x9bb\u202ec\ud800") == "a\\x1b[31m\\x9bb\\u202ec\\ud800"
    assert clean("ä 日本 🃏 e\u0301 \N{NO-BREAK SPACE}\tx\ny") == (
        "ä 日本 🃏 e\u0301 \N{NO-BREAK SPACE}\tx\ny"
    )


@pytest.mark.parametrize("character", STEERING, ids=ascii)
def test_every_steering_character_is_known(character):
    assert character in "\n\t" or clean(character) == repr(character)[1:-1]
    with pytest.raises(ValidationError):
        TypeAdapter(Name).validate_python(f"a{character}b")
