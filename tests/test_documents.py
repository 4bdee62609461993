"""Documents of others: what is beyond all bounds is refused at once, with a reason."""

import os
import time

import pytest

from gofsim.documents import MOST_TOML_BYTES, bounded, parse_toml, read_file, read_json


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"x = " + b"[" * 10_000 + b"]" * 10_000, "nested more than 40 deep"),
        (b"x = " + b"{a = " * 10_000 + b"1" + b"}" * 10_000, "nested more than 40 deep"),
        (b"a." * 500_000 + b"b = 1", "nested more than 40 deep"),
        (b"'a' . " * 100_000 + b"b = 1", "nested more than 40 deep"),
        (b"[" + b"a." * 41 + b"b]", "nested more than 40 deep"),
        (b"x = " + b"[" * 41 + b"]" * 41, "nested more than 40 deep"),
        (b"x = 0x" + b"f" * 10_000, "a whole number of more than 64 bits"),
        (b"x = " + b"9" * 10_000, "Exceeds the limit"),
        (b"x = 1\n\xff", "can't decode byte 0xff"),
    ],
)
def test_toml_beyond_the_bounds(text, fault):
    start = time.process_time()
    with pytest.raises(ValueError, match=fault):
        parse_toml(text)
    assert time.process_time() - start < 2


def test_toml_within_the_bounds():
    assert parse_toml(b"\xef\xbb\xbfx = " + b"[" * 38 + b"]" * 38)
    assert parse_toml(b'x = "1.2.3. 4. ' + b"and so on. " * 100 + b'"')
    assert parse_toml(b"x = -9223372036854775808")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[" * 100_000, "nested more than 40 deep"),
        ('{"a": ' * 60 + "1" + "}" * 60, "nested more than 40 deep"),
        ("[1" + "0" * 400 + "]", "more than 64 bits"),
        ("{", "Expecting"),
    ],
)
def test_json_beyond_the_bounds(tmp_path, text, fault):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(ValueError, match=fault):
        read_json(tmp_path / "x.json")


def test_a_file_of_a_gigabyte_is_not_read(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # takes no room on the disk
    with pytest.raises(ValueError, match=r"1,073,741,824 bytes, more than the 1,048,576 that are"):
        read_file(path, MOST_TOML_BYTES)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_could_go_on_for_ever_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="no ordinary file"):
        read_file(tmp_path / "pipe")
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "missing")


def test_sound_documents_pass():
    assert bounded({"a": [1, 2.5, "x", None, True]}) == {"a": [1, 2.5, "x", None, True]}
