"""No cell that the program writes runs as a formula in a spreadsheet."""

from itertools import product

import pytest

from appraise_gec.present.csv import protect_cell, unprotect_cell, write_csv
from rankings.formats.judgments_csv import csv_rows, unprotected

STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
BLANKS = ("", " ", "   ", "\t", "\r", "\n", "\u00a0", "\u3000", " \t ")


def test_a_cell_that_a_spreadsheet_would_run_begins_with_an_apostrophe():
    for start, blank in product(STARTS, BLANKS):
        text = f"{blank}{start}SUM(A1:A9)"
        assert protect_cell(text) == f"'{text}"
        assert unprotect_cell(f"'{text}") == text


@pytest.mark.parametrize(
    "text", ["\t1", "\r1", "\n1", "-", "-1+1", " -1", "-1e5", "-1,5", "-1.", "-\u0663", "\uff0d1"]
)
def test_what_only_looks_like_a_number_is_protected_too(text: str):
    assert protect_cell(text) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["", " ", "-1", "-1.5", "-0.001", "1+1", "a=b", " a", "He said = .", "x@y.org"]
)
def test_what_runs_nothing_stays_as_it_is(text: str):
    assert protect_cell(text) == text
    assert unprotect_cell(text) == text


@pytest.mark.parametrize("text", ["'", "'=1", "''=1", "' =1", " '=1", "'tis", "'\uff1d1"])
def test_a_text_with_an_apostrophe_of_its_own_comes_back_with_it(text: str):
    assert unprotect_cell(protect_cell(text)) == text


def test_every_cell_of_a_file_is_protected_and_comes_back():
    rows = [["=A1", "b"], ["c", "\u3000\uff20d"]]
    content = write_csv(rows)
    assert content == "'=A1,b\r\nc,'\u3000\uff20d\r\n".encode()
    assert [unprotected(row) for row in csv_rows(content.decode())] == rows
