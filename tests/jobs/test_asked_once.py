"""Equal questions about equal data by the same version have one answer, whoever asks."""

from uuid import uuid4

import pytest
from django.utils import timezone

import appraise_gec
from appraise_gec.jobs.asked_once import answering_job
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.services import cancel
from appraise_gec.report.site.services import REPORTS
from rankings.models import Report
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(alice):
    return {"campaign": make_campaign(owner=alice), "options": {"seed": 1}, "rankings_mark": "1/1"}


def test_a_row_on_its_way_answers_the_same_question_and_no_other(asked, alice):
    row = REPORTS.start(asked, alice)

    assert REPORTS.earlier(asked) == row
    assert row.job is not None
    assert row.job.arguments == {"report": str(row.key)}
    assert REPORTS.row_of(row.job.arguments, "campaign") == row
    assert REPORTS.working(campaign=asked["campaign"]) == 1
    for other in (
        {"options": {"seed": 2}},
        {"rankings_mark": "1/2"},
        {"campaign": make_campaign("b", owner=alice)},
    ):
        assert REPORTS.earlier({**asked, **other}) is None


def test_a_row_whose_work_ended_without_a_result_answers_nothing(asked, alice):
    row = REPORTS.start(asked, alice)
    assert row.job is not None
    cancel(row.job)

    assert REPORTS.earlier(asked) is None
    assert REPORTS.working(campaign=asked["campaign"]) == 0


def test_what_was_called_off_while_it_ran_answers_nobody_who_asks_again(asked, alice):
    row = REPORTS.start(asked, alice)
    assert row.job is not None
    Job.objects.filter(pk=row.job.pk).update(
        state=State.RUNNING, attempts=1, lease_token=uuid4(), lease_expires_at=timezone.now()
    )
    assert REPORTS.earlier(asked) == row
    cancel(row.job)
    assert row.job.state == State.RUNNING  # until the worker notices
    assert REPORTS.earlier(asked) is None
    assert answering_job([row.job], row.job.arguments) is None


@pytest.mark.parametrize("version", [appraise_gec.__version__, "0.0"])
def test_a_finished_row_answers_for_its_version_alone(asked, alice, version):
    row = REPORTS.start(asked, alice)
    Report.objects.filter(pk=row.pk).update(recipe={"version": version}, result={})
    Job.objects.all().delete()

    assert (REPORTS.earlier(asked) == row) == (version == appraise_gec.__version__)


def test_a_job_answers_by_its_arguments_while_it_may_still_succeed():
    waiting, done = Job(arguments={"top": 1}), Job(arguments={"top": 2}, state=State.DONE)
    failed = Job(arguments={"top": 3}, state=State.FAILED)
    jobs = [failed, waiting, done]
    assert answering_job(jobs, {"top": 1}) is waiting
    assert answering_job(jobs, {"top": 2}) is done
    assert answering_job(jobs, {"top": 3}) is None
    assert answering_job(jobs, {"top": 4}) is None
