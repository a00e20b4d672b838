"""What conversion of judgments says it loses is lost, and nothing else."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from rankings.formats.judgments import FORMATS, judgment_losses, read_judgments, write_judgments
from rankings.formats.pairs_tsv import UNKNOWN_JUDGE
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from tests.formats.strategies import MOMENTS, VERSIONS, judged_outputs, judgments

NAME = st.text("abcXYZ019_-", min_size=1, max_size=5)
PLAIN = st.builds(
    Judgment,
    judge=NAME | st.just(UNKNOWN_JUDGE),
    sentence=NAME,
    outputs=judged_outputs(system=NAME, most=3),
    item=st.just("") | NAME,
    document=st.just("") | NAME,
    result_set=st.just("") | NAME,
    seconds=st.none() | st.floats(0, 1e6),
    skipped=st.booleans(),
    source_language=st.just("") | NAME,
    active_seconds=st.none() | st.floats(0, 1e6),
    opened_at=st.none() | MOMENTS,
    submitted_at=st.none() | MOMENTS,
    guidelines_version=st.none() | VERSIONS,
)
FULL = Judgment(
    "ann",
    "17",
    (JudgedOutput(("A", "B"), 1), JudgedOutput(("C",), 4)),
    item="3",
    document="d",
    result_set="s",
    seconds=1.5,
    source_language="err",
    target_language="cor",
    active_seconds=1.25,
    opened_at=datetime(2026, 3, 1, 9, 30, tzinfo=UTC),
    submitted_at=datetime(2026, 3, 1, 9, 30, 2, 345678, tzinfo=UTC),
    guidelines_version=2,
)

OCCASION = ["durations", "times of opening and submission", "versions of the guidelines"]


def plain(one: Judgment) -> Judgment:
    """Without what no format promises: the order of outputs, and items that pair labels make up."""
    outputs = tuple(sorted(one.outputs, key=lambda output: output.systems))
    return replace(one, outputs=outputs, item="", judge="", sentence="")


@given(PLAIN, st.sampled_from(list(FORMATS)))
@example(Judgment("ann", "1", tuple(JudgedOutput((name,), 1) for name in "ABC")), "wmt-pairs-csv")
def test_where_no_loss_is_named_the_judgment_comes_back(one, format):
    try:
        written = write_judgments([one], format)
    except FormatError:
        return  # refused, not lost
    if not judgment_losses([one], format):
        (read,) = read_judgments(written, "made-up")
        assert plain(read) == plain(one)
        if one.judge != UNKNOWN_JUDGE:
            assert (read.judge, read.sentence) == (one.judge, one.sentence)


@given(st.lists(judgments(), max_size=4), st.sampled_from(["csv", "json", "jsonl"]))
def test_exact_formats_lose_nothing(made_up, format):
    assert judgment_losses(made_up, format) == []


@pytest.mark.parametrize(
    ("format", "one", "expected"),
    [
        ("xml", replace(FULL, seconds=1 / 3), ["fractions of a microsecond"]),
        ("xml", FULL, []),
        ("wmt-csv", Judgment("ann", "1", FULL.outputs, active_seconds=1.5), ["durations"]),
        (
            "wmt-pairs-csv",
            FULL,
            [
                *OCCASION,
                "result sets",
                "which systems had the same output",
                "which pairs belong to one ranking",
            ],
        ),
        (
            "pair-labels",
            Judgment("ann", "1", (JudgedOutput(("A",), 2), JudgedOutput(("B",), 5))),
            ["ranks, except for their order"],
        ),
        ("pairs-tsv", Judgment("unknown", "pair-1", (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2))), []),
    ],
)
def test_losses_are_named(format, one, expected):
    losses = judgment_losses([one, one], format)
    assert [loss.what for loss in losses] == expected
    assert all(loss.judgments == 2 for loss in losses)
