"""Equal questions about equal data by the same version have one answer, whoever asks."""

import pytest

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import take_lease
from appraise_gec.jobs.services import cancel
from rankings.models import Report
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def test_a_row_answers_its_question_and_no_other_until_it_is_called_off(alice: User) -> None:
    campaign = make_campaign(owner=alice)
    asked = {"campaign": campaign, "options": {"seed": 1}, "rankings_mark": "1/1"}
    row = Report.objects.ask(asked, alice)
    assert Report.objects.answering(asked) == row
    assert row.job is not None
    assert row.job.arguments == {"key": str(row.key), "campaign": campaign.pk}
    for other in (
        {"options": {"seed": 2}},
        {"rankings_mark": "1/2"},
        {"campaign": make_campaign("b", owner=alice)},
    ):
        assert Report.objects.answering({**asked, **other}) is None

    run = take_lease(row.job.pk)
    assert run is not None
    assert Report.objects.of_job(run) == row
    assert Report.objects.answering(asked) == row
    cancel(row.job)
    assert row.job.state == State.RUNNING  # until the worker notices
    assert Report.objects.answering(asked) is None
    assert Report.objects.working(campaign=asked["campaign"]).get() == row


def test_a_finished_row_answers_for_its_version_alone(alice: User) -> None:
    asked = {"campaign": make_campaign(owner=alice), "options": {}}
    row = Report.objects.ask(asked, alice)
    Job.objects.all().delete()
    Report.objects.update(recipe={"version": appraise_gec.__version__}, result={})
    assert Report.objects.answering(asked) == row
    Report.objects.update(recipe={"version": "0.0"})
    assert Report.objects.answering(asked) is None
