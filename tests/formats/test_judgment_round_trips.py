"""What is written can be read back: exactly, or without what conversion says it loses."""

import csv
import io
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from appraise_gec.present.csv import protect_cell, unprotect_cell
from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments
from rankings.formats.pairs_tsv import UNKNOWN_JUDGE, expanded_pairs
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from rankings.formats.writing import FORMATS, write_judgments
from tests.formats.strategies import EXACT, MOMENTS, NAME, VERSIONS, judged_outputs, judgments


@pytest.fixture(scope="module")
def published(shared: Path) -> Judgments:
    return read_judgments((shared / "data/gjg15/judgments.xml").read_bytes(), "judgments.xml")


def back(made_up: list[Judgment], format: str) -> list[Judgment]:
    return list(read_judgments(write_judgments(made_up, format), "made-up"))


@given(st.lists(judgments(), min_size=1, max_size=5), st.sampled_from(EXACT))
def test_exact_formats_bring_back_the_same_judgments(made_up: list[Judgment], format: str) -> None:
    assert back(made_up, format) == made_up
    assert FORMATS[format].loses == ()


@given(st.lists(judgments(seconds=st.floats(0, 1e9)), min_size=1, max_size=3))
def test_csv_and_json_keep_seconds_to_the_last_bit(made_up: list[Judgment]) -> None:
    for format in ("csv", "json", "jsonl"):
        assert back(made_up, format) == made_up


def test_the_published_judgments_survive_every_exact_format(shared: Path, published: Judgments) -> None:
    for format in EXACT:
        assert back(list(published), format) == list(published)
    assert write_judgments(published, "xml") == (shared / "data/gjg15/judgments.xml").read_bytes()


def test_the_published_judgments_hold_what_the_paper_says(published: Judgments) -> None:
    assert (len(published), len(published.sentences), len(published.judges)) == (2319, 663, 8)
    assert (published.skipped.sum(), (published.number_of_outputs == 1).sum()) == (13, 27)
    assert len(published.items) == 1001
    pairs = [pair for one in published for pair in expanded_pairs(one)]
    assert len(pairs) == 109_098
    assert sum(rank_a == rank_b for _, rank_a, _, rank_b in pairs) == 59_117


SHORT = st.text("abcXYZ019_-", min_size=1, max_size=5)
PLAIN = st.builds(
    Judgment,
    judge=SHORT | st.just(UNKNOWN_JUDGE),
    sentence=SHORT,
    outputs=judged_outputs(system=SHORT, most=3),
    item=st.just("") | SHORT,
    document=st.just("") | SHORT,
    result_set=st.just("") | SHORT,
    seconds=st.none() | st.floats(0, 1e6),
    skipped=st.booleans(),
    source_language=st.just("") | SHORT,
    active_seconds=st.none() | st.floats(0, 1e6),
    opened_at=st.none() | MOMENTS,
    submitted_at=st.none() | MOMENTS,
    guidelines_version=st.none() | VERSIONS,
)


def signs(made_up: list[Judgment]) -> list[tuple[str, int, str]]:
    return [
        (a, (rank_a > rank_b) - (rank_a < rank_b), b)
        for one in made_up
        for a, rank_a, b, rank_b in expanded_pairs(one)
    ]


@given(PLAIN, st.sampled_from(list(FORMATS)))
@example(Judgment("ann", "1", tuple(JudgedOutput((name,), 1) for name in "ABC")), "wmt-pairs-csv")
def test_the_pairs_of_a_judgment_come_back_from_every_format(one: Judgment, format: str) -> None:
    try:
        written = write_judgments([one], format)
    except FormatError:
        return  # refused, not lost
    if signs([one]):
        assert sorted(signs(list(read_judgments(written, "made-up")))) == sorted(signs([one]))


@given(NAME)
def test_no_cell_of_a_csv_runs_in_a_spreadsheet_and_every_cell_comes_back(text: str) -> None:
    cell = protect_cell(text)
    assert unprotect_cell(cell) == text
    start = cell.lstrip()[:1]
    assert start not in ("=", "+", "@", "\t", "\r") and (start != "-" or float(cell) <= 0)


def test_a_formula_as_a_judge_is_disarmed_in_every_csv() -> None:
    formula = '=HYPERLINK("http://example.org","x")'
    for format, system in (("csv", "-2+3"), ("wmt-pairs-csv", "-x")):
        pair = (JudgedOutput((system,), 1), JudgedOutput(("B",), 2))
        written = write_judgments([Judgment(formula, "@SUM(1)", pair)], format)
        cells = [cell for row in csv.reader(io.StringIO(written.decode(), newline="")) for cell in row]
        assert {"'" + formula, "'@SUM(1)", "'" + system} <= set(cells)
        assert read_judgments(written, "x").judges == (formula,)


@pytest.mark.parametrize(
    ("format", "system"),
    [("xml", "a b"), ("csv", "a,b"), ("wmt-csv", "a+b"), ("pairs-tsv", "a\tb"), ("pair-labels", "a<b")],
)
def test_what_would_not_come_back_is_refused(format: str, system: str) -> None:
    one = Judgment("judge", "1", (JudgedOutput((system,), 1), JudgedOutput(("c",), 2)))
    with pytest.raises(FormatError, match=r"cannot be written|would not be read back"):
        write_judgments([one], format)
    with pytest.raises(ValueError, match="no time zone"):
        write_judgments([replace(one, opened_at=datetime(2026, 3, 1))], format)
