"""What is written can be read back: exactly, where the format promises it."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from appraise_gec.present.safe_cells import protect_cell, unprotect_cell
from rankings.formats.judgments import read_judgments, write_judgments
from rankings.formats.pairs_tsv import expanded_pairs
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from tests.formats.strategies import EXACT, NAME, judged_outputs, judgments


@pytest.fixture(scope="module")
def published(shared):
    return read_judgments((shared / "data/gjg15/judgments.xml").read_bytes(), "judgments.xml")


@given(st.lists(judgments(), max_size=5), st.sampled_from(EXACT))
def test_exact_formats_bring_back_the_same_judgments(made_up, format):
    if not made_up and format == "jsonl":
        return  # an empty file: nothing tells its format
    assert list(read_judgments(write_judgments(made_up, format), "made-up")) == list(made_up)


@given(st.lists(judgments(seconds=st.floats(0, 1e9)), min_size=1, max_size=3))
def test_csv_and_json_keep_seconds_to_the_last_bit(made_up):
    for format in ("csv", "json", "jsonl"):
        assert list(read_judgments(write_judgments(made_up, format), "made-up")) == list(made_up)


@pytest.mark.parametrize("format", ["wmt-pairs-csv", "pairs-tsv", "ranked-pairs-tsv", "pair-labels"])
@given(st.data())
def test_pair_formats_keep_the_order_of_every_pair(format, data):
    name = st.text("abcXYZ019._-", min_size=1, max_size=5).filter(lambda text: text != "-1")
    one = Judgment("judge", "17", data.draw(judged_outputs(system=name, least=2)))
    written = write_judgments([one], format)
    if not list(expanded_pairs(one)):
        return
    read = read_judgments(written, "made-up")

    def order(first, second):
        return (first > second) - (first < second)

    def signs(judgments):
        return [
            (a, order(rank_a, rank_b), b) for one in judgments for a, rank_a, b, rank_b in expanded_pairs(one)
        ]

    assert signs(read) == signs([one])


def test_the_published_judgments_survive_every_exact_format(published):
    for format in EXACT:
        assert list(read_judgments(write_judgments(published, format), "copy")) == list(published)


def test_the_published_file_is_written_back_byte_for_byte(shared, published):
    original = (shared / "data/gjg15/judgments.xml").read_bytes()
    assert write_judgments(published, "xml") == original


def test_the_published_judgments_hold_what_the_paper_says(published):
    assert len(published) == 2319
    assert sum(one.skipped for one in published) == 13
    assert sum(len(one.outputs) == 1 for one in published) == 27
    assert len({one.sentence for one in published}) == 663
    assert len({one.judge for one in published}) == 8
    assert len({one.item for one in published}) == 1001
    pairs = [pair for one in published for pair in expanded_pairs(one)]
    assert len(pairs) == 109_098
    assert sum(rank_a == rank_b for _, rank_a, _, rank_b in pairs) == 59_117


@given(NAME)
def test_no_cell_of_a_csv_runs_in_a_spreadsheet_and_every_cell_comes_back(text):
    cell = protect_cell(text)
    assert unprotect_cell(cell) == text
    start = cell.lstrip()[:1]
    assert start not in ("=", "+", "@", "\t", "\r") and (start != "-" or float(cell) <= 0)


def test_a_formula_as_a_judge_is_disarmed_in_every_csv():
    formula = '=HYPERLINK("http://example.org","x")'
    one = Judgment(
        formula, "@SUM(1)", (JudgedOutput(("-2+3",), 1), JudgedOutput(("B",), 2)), document="\u2212x"
    )
    for format in ("csv", "wmt-pairs-csv"):
        system = "-2+3" if format == "csv" else "-x"
        safe = replace(one, outputs=(JudgedOutput((system,), 1), one.outputs[1]))
        rows = csv.reader(io.StringIO(write_judgments([safe], format).decode(), newline=""))
        cells = [cell for row in rows for cell in row]
        assert "'" + formula in cells and "'@SUM(1)" in cells and "'" + system in cells
        assert read_judgments(write_judgments([safe], format), "x").judges[0] == formula


@pytest.mark.parametrize(
    ("format", "system"),
    [("xml", "a b"), ("csv", "a,b"), ("wmt-csv", "a+b"), ("pairs-tsv", "a\tb"), ("pair-labels", "a<b")],
)
def test_a_name_that_would_not_come_back_is_refused(format, system):
    one = Judgment("judge", "1", (JudgedOutput((system,), 1), JudgedOutput(("c",), 2)))
    with pytest.raises(FormatError, match=r"cannot be written|would not be read back"):
        write_judgments([one], format)
