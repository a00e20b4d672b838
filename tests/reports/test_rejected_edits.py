"""Marks on single edits in the report and in files: what counts, for whom, and who may have them."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from appraise_gec.report.site import services
from rankings.judging.answers import Visit
from rankings.judging.assignment import next_assignment
from rankings.judging.edit_marks import Place, edits_of
from rankings.judging.sheets import open_sheet
from rankings.judging.submission import submit_ranking
from rankings.judgments.exporting import export_edit_marks, judged_edits
from rankings.models import Campaign, Judge, Membership, Report
from tests.desk.test_discards import discard
from tests.factories import add_member, make_campaign, make_items, make_judge, program_of

VERDICTS = {"cats": "wrong", "likes": "unneeded"}


@pytest.fixture
def marked(alice: User, bob: User, charlie: User) -> Campaign:
    """Two judges rank everything; Bob rejects every edit of `VERDICTS`, Charlie none."""
    campaign = make_campaign("marked", owner=alice)
    campaign.marks_edits = True
    campaign.save()
    make_items(campaign)
    for name, user in (("J1", bob), ("J2", charlie)):
        judge_all(make_judge(campaign, name, user), user, marks_them=name == "J1")
    return campaign


def judge_all(judge: Judge, user: User, *, marks_them: bool) -> None:
    while (assignment := next_assignment(judge)) is not None:
        sheet = open_sheet(user, judge.campaign.slug, assignment.key)
        marks = {
            Place(row, edit.start, edit.end): VERDICTS[edit.correction]
            for row, output in enumerate(sheet.outputs)
            for edit in edits_of(sheet.source, output.text)
            if marks_them and edit.correction in VERDICTS
        }
        submit_ranking(sheet, range(1, len(sheet.outputs) + 1), Visit(uuid.uuid4()), marks=marks)


def computed(campaign: Campaign, user: User, run_jobs: Callable[[], int], **options: Any) -> Report:
    made = services.request_report(campaign, user, ReportOptions(replicates=50, **options)).report
    run_jobs()
    made.refresh_from_db()
    return made


def test_an_edit_counts_for_every_system_behind_the_output(
    marked: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    made = report_result(computed(marked, alice, run_jobs).result or {}).rejected_edits
    assert made is not None
    systems = {one.name: one for one in made.systems}
    # "He has two cats ." is of ALPHA and GAMMA; "I likes tea ." of GAMMA alone. INPUT has no edits.
    assert (systems["ALPHA"].rejected, systems["GAMMA"].rejected, systems["BETA"].rejected) == (1, 2, 0)
    assert (systems["GAMMA"].wrong, systems["GAMMA"].unneeded) == (1, 1)
    assert "INPUT" not in systems
    assert made.total.rejected == 2
    assert made.unit == "judges"
    for one in (*made.systems, made.total):
        assert one.low is not None
        assert one.high is not None
        assert one.low <= (one.share or 0) <= one.high


def test_discarded_rankings_and_excluded_judges_do_not_count(
    marked: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    without = computed(marked, alice, run_jobs, excluded_judges=("J1",))
    made = report_result(without.result or {}).rejected_edits
    assert made is not None
    assert made.total.rejected == 0
    assert made.total.judges == 1
    assert made.unit == "sentences"
    everything = len(list(judged_edits(marked)))
    discard(marked.judges.get(name="J1"), alice)
    assert 0 < len(list(judged_edits(marked))) < everything
    assert {edit.judge for edit in judged_edits(marked)} == {"J2"}


def test_a_researchers_program_takes_the_marked_edits_as_a_file(marked: Campaign, bob: User) -> None:
    add_member(marked, bob, Membership.Role.RESEARCHER)
    taken = program_of(bob).get("/api/v1/campaigns/marked/edit-marks/")
    assert taken.getvalue() == export_edit_marks(marked).content
    assert 'filename="marked-edit-marks.csv"' in taken["Content-Disposition"]
