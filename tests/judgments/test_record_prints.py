"""Prints of judgments tell what a comparison of all of them tells."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.same_judgments import all_held
from rankings.judgments.record_prints import RecordPrints

OUTPUTS = st.sampled_from(
    [
        (),
        (JudgedOutput(("A",), 1),),
        (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2)),
        (JudgedOutput(("A",), 2), JudgedOutput(("B",), 5)),
        (JudgedOutput(("B", "A"), 1), JudgedOutput(("C",), 1)),
    ]
)
JUDGMENTS = st.lists(
    st.builds(
        Judgment,
        st.sampled_from(["ann", "unknown"]),
        st.sampled_from("12"),
        OUTPUTS,
        item=st.sampled_from(["", "1", "x"]),
        seconds=st.sampled_from([None, 1.5]),
        skipped=st.booleans(),
    ),
    max_size=4,
)


@given(JUDGMENTS, JUDGMENTS)
def test_prints_decide_as_the_judgments_do(some: Sequence[Judgment], more: Sequence[Judgment]) -> None:
    for one, other in ((some, more), (some, [*some, *more]), ([*some, *some], some)):
        assert RecordPrints.of(one).all_held(RecordPrints.of(other)) == all_held(one, other)
