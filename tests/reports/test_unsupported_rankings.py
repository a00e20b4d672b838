"""Rankings that the data support in part: in words, as a table and as files."""

import csv
import io

import pytest

from appraise_gec.report.computation import compute_report
from appraise_gec.report.folder import Described, files_of
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from tests.analysis.made_up import ranking


@pytest.mark.figures
def test_groups_without_a_link_and_a_system_never_compared():
    made = [ranking("j", str(s), ("A", 1), ("B", 2 - s % 2)) for s in range(30)]
    made += [ranking("j", f"o{s}", ("C", 1), ("D", 2)) for s in range(20)]
    computed = compute_report(made, [1], ["A", "B", "C", "D", "NEW"], ReportOptions(replicates=200))
    described = Described.of(report_result(computed.result), computed.recipe)
    told = described.sections[0].finding
    assert "No comparison links 2 groups of systems" in told
    assert "Among A and B, A comes first" in told
    assert "Among C and D, C comes first" in told
    files = files_of(described, "Groups", b"{}")
    rows = list(csv.DictReader(io.StringIO(files["tables/ranking.csv"].decode("utf-8-sig"))))
    assert [(row["group"], row["rank"]) for row in rows] == [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")]
    assert "In no ranking yet, and so not in the tables: NEW." in files["report.html"].decode()
    assert files["figures/ranking.svg"].startswith(b"<?xml")
    sentence = "No comparison links all systems, so they have no common order by any method."
    assert sentence in {section.finding for section in described.sections}
