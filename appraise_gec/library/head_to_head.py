"""Every two systems against each other (2015 paper, Table 3d)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from appraise_gec.library.arguments import JudgmentsGiven, front_door
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import taken
from rankings.analysis.choices import PairTest, SpeaksFor

if TYPE_CHECKING:
    from appraise_gec.present.blocks import Block, Section
    from rankings.analysis.head_to_head import HeadToHead


@front_door
def head_to_head(
    judgments: JudgmentsGiven,
    *,
    speaks_for: SpeaksFor | None = None,
    test: PairTest | None = None,
    as_published: bool = False,
) -> "Finding[HeadToHead]":
    """Compare every two systems, and test which differ.

    Args:
        speaks_for: for whom marks speak, by a test that is corrected for the number of pairs; judges like
            these if not given.
        test: marks by this test instead; sign is that of the 2015 paper.
        as_published: as the 2015 script: the sign test; no wins count as one, p has four digits for marks.

    Raises:
        ValueError: fewer than two systems, or a test that does not speak for whom was asked for.

    Examples:
        # Which two systems differ?
        head-to-head judgments.xml
        # As in the 2015 paper
        head-to-head judgments.xml --as-published
    """
    from rankings.analysis.head_to_head import compare_systems

    judged = taken(judgments)
    if len(judged.table.systems) < 2:
        raise ValueError(f"expected at least two systems; the judgments name {len(judged.table.systems)}")
    found = compare_systems(judged.table, as_published=as_published, speaks_for=speaks_for, test=test)
    settled = {"speaks_for": found.speaks_for, "test": found.test}
    return judged.finding(
        found,
        lambda: _described(found),
        {"pairs": found.ordered},
        settled=settled,
    )


def _described(found: "HeadToHead") -> "Section":
    """The section of a report, with the marks of the test that was asked for."""
    from appraise_gec.present.blocks import Prose, Shown
    from rankings.sections.head_to_head import describe, finding, leading_test, matrix, test_of

    section = describe(found)
    if not found.pairs or (test := test_of(found.test)) == leading_test(found):
        return section
    asked: list[Block] = [Prose(finding(found, test), "lead"), Shown(matrix(found, (), test))]
    return replace(section, blocks=[*asked, *section.blocks[2:]])
