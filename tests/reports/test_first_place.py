"""What a report says where nobody is first alone: all comparisons tied, or equal scores at the top."""

import pytest
from appraise_gec.report.site.presentation import findings
from rankings.reports.sections.ranking import summary

from appraise_gec.report.computation import compute_report
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import ReportResult, report_result
from rankings.formats.records import JudgedOutput, Judgment


def computed(*ranks: dict[str, int], sentences: int = 8) -> ReportResult:
    made = [
        Judgment(
            f"j{number}", str(sentence), tuple(JudgedOutput((name,), rank) for name, rank in one.items())
        )
        for sentence in range(sentences)
        for number, one in enumerate(ranks)
    ]
    options = ReportOptions(replicates=100)
    return report_result(compute_report(made, [1], sorted(ranks[0]), options).result)


@pytest.fixture(scope="module")
def tied() -> ReportResult:
    """Two judges who never prefer anything."""
    return computed({"A": 1, "B": 1, "C": 1}, {"A": 2, "B": 2, "C": 2})


def test_where_all_is_tied_nobody_is_put_before_another(tied: ReportResult) -> None:
    assert summary(tied.ranking, tied.total) == [
        "No comparison was decided: all 48 pairs of systems are ties. So no system can be put before another."
    ]
    assert {one["key"]: one["sentence"] for one in findings(tied)} == {
        "methods": "All 4 methods give all systems the same score.",
        "head-to-head": "None of 3 pairs of systems is significantly different: no comparison was decided.",
        "agreement": findings(tied)[2]["sentence"],
    }


def test_equal_scores_at_the_top_share_the_first_place() -> None:
    result = computed({"A": 1, "B": 1, "C": 2}, {"A": 1, "B": 1, "C": 2})
    assert summary(result.ranking, result.total)[0] == (
        "A and B share the first place: on average over their opponents, each won 100\u00a0% of the "
        "comparisons in which one of the two was preferred."
    )
    told = {one["key"]: one["sentence"] for one in findings(result)}
    assert told["methods"].startswith("A and B share the first place by all 4 methods.")
    assert told["judges"] == "A and B stay first whichever judge is left out."
