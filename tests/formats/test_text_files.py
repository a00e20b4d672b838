"""Plain text files: what is accepted, what is told, and where."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.problems import Limits
from rankings.formats.text import read_text


def told(data, **limits):
    """The problems of a file, as people read them."""
    return [str(problem) for problem in read_text(data, "A.txt", Limits(**limits)).problems]


LINES = st.lists(
    st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp", "Cn"]), max_size=8), max_size=6
)


@given(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_lines_come_back_whatever_ends_them(lines, end, mark, last_end):
    if not lines or (not last_end and lines[-1] == ""):
        lines = [*lines, "x"]
    if lines[0].startswith("\ufeff"):
        return
    data = (
        ("\ufeff" if mark else "").encode() + end.join(lines).encode() + (end.encode() if last_end else b"")
    )
    if data.strip(b"\xef\xbb\xbf") == b"":
        return
    assert read_text(data, "A.txt").lines == tuple(lines)


def test_every_undecodable_line_is_reported_with_line_and_byte():
    assert told("café\n".encode("latin-1") + b"fine\n" + b"\xff\n") == [
        "A.txt:1: Character 4 of the line: Byte 0xE9 is not valid UTF-8. Save the file as UTF-8.",
        "A.txt:3: Character 1 of the line: Byte 0xFF is not valid UTF-8. Save the file as UTF-8.",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "A.txt: The file is empty."),
        (b"PK\x03\x04rest", "The file is a zip archive or an office document"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01", "The file is not UTF-8 text."),
        (b"a\nb" + bytes(50) + b"c", "The file is not UTF-8 text."),
        (b"a good line of text\nb\0", "A.txt:2: Character 2 of the line is the control character U+0000"),
        (b"a\nb\x0cc", "A.txt:2: Character 2 of the line is the control character U+000C"),
    ],
)
def test_what_is_not_text_is_reported(data, message):
    file = read_text(data, "A.txt")
    assert not file.usable
    assert any(message in str(problem) for problem in file.problems)


def test_tabs_and_direction_are_fine_and_invisible_characters_only_a_warning():
    assert not told("a\tb\n\u05e9\u05dc\u05d5\u05dd\u200f\n".encode())
    file = read_text("a\x7fb\nc\rd\n\u202ereversed\n".encode(), "A.txt")
    assert file.usable
    assert [problem.line for problem in file.problems] == [1, 2, 3]
    assert "U+202E" in str(file.problems[2])


def test_limits_are_reported_with_their_numbers():
    assert told(b"12345", file_bytes=4) == ["A.txt: The file is larger than 4 bytes, the most that is read."]
    assert told(b"1\n2\n3", lines=1) == ["A.txt: The file has more than 1 lines, the most that is read."]
    (problem,) = told(b"a\n12345\n", line_characters=4)
    assert problem.startswith("A.txt:2: The line has 5 characters; at most 4")


def test_no_more_is_read_than_needed_to_refuse():
    class Endless(io.BytesIO):
        def read(self, size=-1):
            assert size is not None and 0 < size < 100
            return b"x" * size

    assert not read_text(Endless(), "A", Limits(file_bytes=10)).usable
