"""Marks on single edits as files: written, read back, and refused with file, line and advice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.edit_marks import (
    VERDICTS,
    EditJudgment,
    read_edit_marks,
    write_edit_marks,
)
from rankings.formats.records import FormatError

EDIT = EditJudgment("J1", "4", ("ALPHA", "BETA"), 1, 2, "have", "has", "wrong", "7", "replacement", "spaces")
TEXTS = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=8)
NAMES = st.text(st.characters(whitelist_categories=("Lu", "Ll", "Nd")), min_size=1, max_size=6)


@st.composite
def edits(draw: st.DrawFn) -> EditJudgment:
    original, correction = draw(st.tuples(TEXTS, TEXTS).filter(lambda pair: pair[0] != pair[1]))
    start = draw(st.integers(0, 50))
    return EditJudgment(
        judge=draw(NAMES),
        sentence=str(draw(st.integers(0, 2000))),
        systems=tuple(draw(st.lists(NAMES, max_size=3, unique=True))),
        start=start,
        end=start + draw(st.integers(0, 5)),
        original=original,
        correction=correction,
        verdict=draw(st.sampled_from(VERDICTS)),
        item=str(draw(st.integers(0, 2000))),
        kind=draw(st.sampled_from(["", "insertion", "R:VERB:SVA"])),
        tokens=draw(st.sampled_from(["", "spaces", "words"])),
    )


@given(st.lists(edits(), max_size=6))
def test_what_is_written_comes_back(judged: list[EditJudgment]) -> None:
    assert read_edit_marks(b"".join(write_edit_marks(judged)), "a.csv") == judged


def test_a_spreadsheet_runs_nothing() -> None:
    formula = EditJudgment("J1", "0", ("A",), 0, 1, "=1+1", "@x", "")
    cells = b"".join(write_edit_marks([formula])).decode().splitlines()[1]
    assert "'=1+1" in cells
    assert "'@x" in cells


def changed(**cells: str) -> bytes:
    header, row = b"".join(write_edit_marks([EDIT])).decode().splitlines()
    values = dict(zip(header.split(","), row.split(","), strict=True)) | cells
    return f"{header}\r\n{','.join(values.values())}\r\n".encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (changed(verdict="good"), "marks.csv:2: Invalid enum value 'good' - at `$.verdict`."),
        (changed(start="5"), "marks.csv:2: The edit ends before it starts."),
        (b"judge,sentence\r\nJ1,3\r\n", "marks.csv:1: Expected one column called “verdict” in the header."),
        (b"", "empty"),
    ],
)
def test_problems_name_file_line_and_what_was_expected(data: bytes, said: str) -> None:
    with pytest.raises(FormatError) as error:
        read_edit_marks(data, "marks.csv")
    assert said.replace("“", '"').replace("”", '"') in str(error.value).replace("“", '"').replace("”", '"')
