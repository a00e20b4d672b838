"""No reader counts a comparison twice: rows that compare two outputs each."""

import csv
import io
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.judgments import read_judgments
from rankings.formats.pairs_tsv import expanded_pairs
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from tests.formats.strategies import judged_outputs

# The columns of the CSV that the 2015 release comes with, in its order.
COLUMNS = (
    *("system2rank", "segmentId", "system1Id", "system2Number", "system1Number", "trglang", "system1rank"),
    *("srcIndex", "judgeID", "srclang", "system2Id", "documentId"),
)
NAMES = st.text("abcXYZ", min_size=1, max_size=3)


def rows_of(judgments: Iterable[Judgment], *, lone: bool = False) -> list[dict[str, object]]:
    """A row for every two outputs; with `lone` also one for a judgment of a single output."""
    rows = []
    for number, one in enumerate(judgments):
        pairs = list(combinations(one.outputs, 2))
        if lone and len(one.outputs) == 1:
            pairs = [(one.outputs[0], JudgedOutput((), -1))]
        for first, second in pairs:
            rows.append(
                dict.fromkeys(COLUMNS, -1)
                | {
                    "srcIndex": one.sentence,
                    "segmentId": one.sentence,
                    "judgeID": one.judge,
                    "system1Id": " ".join(first.systems),
                    "system1rank": first.rank,
                    "system2Id": " ".join(second.systems),
                    "system2rank": second.rank,
                    "rankingID": number,
                }
            )
    return rows


def in_csv(rows: Sequence[dict[str, object]], *, ranking_ids: bool = False) -> bytes:
    text = io.StringIO()
    columns = [*COLUMNS, "rankingID"] if ranking_ids else COLUMNS
    table = csv.DictWriter(text, columns, extrasaction="ignore")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def told(judgments: Iterable[Judgment]) -> Counter[object]:
    """What such a file can hold: who ranked which outputs of which sentence how."""
    return Counter(
        (one.judge, one.sentence, frozenset((frozenset(out.systems), out.rank) for out in one.outputs))
        for one in judgments
    )


def pairs_of(judgments: Iterable[Judgment]) -> list[tuple[str, int, str, int]]:
    return [pair for one in judgments for pair in expanded_pairs(one)]


@pytest.fixture(scope="module")
def published(shared: Path) -> list[Judgment]:
    return list(read_judgments((shared / "data/gjg15/judgments.xml").read_bytes(), "judgments.xml"))


def test_the_csv_of_2015_counts_every_comparison_once(published: list[Judgment]) -> None:
    compared = [one for one in published if len(one.outputs) > 1]
    rows = rows_of(published)
    by_row = sum(len(list(combinations(f"{row['system1Id']} {row['system2Id']}".split(), 2))) for row in rows)
    assert by_row == 195_854

    with pytest.raises(FormatError, match=r"8judgments.csv:\d+: Lines .* compare the same output.*rankingID"):
        read_judgments(in_csv(rows), "8judgments.csv")
    read = read_judgments(in_csv(rows, ranking_ids=True), "8judgments.csv")
    assert told(read) == told(compared)
    # A judgment of one output has no row in such a file: all of its systems are tied.
    single = pairs_of(one for one in published if len(one.outputs) == 1)
    assert len(pairs_of(read)) + len(single) == 109_098
    assert len(single) == 2_106

    whole = read_judgments(in_csv(rows_of(published, lone=True), ranking_ids=True), "8judgments.csv")
    assert len(pairs_of(whole)) == 109_098
    assert Counter(pairs_of(whole)) == Counter(pairs_of(published))


def one_ranking(*outputs: tuple[str, int], judge: str = "ann") -> Judgment:
    return Judgment(judge, "7", tuple(JudgedOutput(tuple(names.split()), rank) for names, rank in outputs))


def test_rows_that_may_or_may_not_belong_together_are_refused() -> None:
    rows = rows_of([one_ranking(("A B", 1), ("C", 2), ("D", 3))])
    with pytest.raises(FormatError, match=r"x:3: Lines 2 and 3 compare the same output.*rankingID"):
        read_judgments(in_csv(rows), "x")


@pytest.mark.parametrize(
    ("rows", "outputs"),
    [
        ([("A B", 1, "C", 2), ("A B", 1, "C", 2)], 2),
        ([("A B", 1, "C", 2), ("A B", 2, "D", 3), ("C", 2, "D", 3)], 4),
        ([("A B", 1, "C", 2), ("A B", 1, "D", 3)], 3),
    ],
)
def test_a_ranking_id_that_cannot_be_one_ranking_is_refused(
    rows: list[tuple[str, int, str, int]], outputs: int
) -> None:
    message = (
        f'x:2: The rows of the ranking "0" do not compare every two of its {outputs} outputs exactly once'
    )
    made = [row for a, i, b, k in rows for row in rows_of([one_ranking((a, i), (b, k))])]
    with pytest.raises(FormatError, match=message):
        read_judgments(in_csv(made, ranking_ids=True), "x")


@given(st.lists(judged_outputs(system=NAMES, least=2), min_size=1, max_size=5), st.randoms(), st.booleans())
def test_rows_of_pairs_in_any_order_count_once_or_are_refused(
    outputs: list[tuple[JudgedOutput, ...]], order: random.Random, ranking_ids: bool
) -> None:
    made_up = [Judgment("ann", "0", one) for one in outputs if len(one) > 1]
    if not made_up:
        return
    rows = rows_of(made_up)
    order.shuffle(rows)
    try:
        read = read_judgments(in_csv(rows, ranking_ids=ranking_ids), "x")
    except FormatError:
        return
    assert len(pairs_of(read)) <= len(pairs_of(made_up))
    if ranking_ids:
        assert told(read) == told(made_up)
