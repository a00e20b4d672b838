"""A job's states: asked for, done, failed, called off, tried again."""

import json
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent
from appraise_gec.jobs import running, services
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobRun, LeaseLost, run_job, take_lease
from appraise_gec.processes import LONG_JOBS, SHORT_JOBS

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(alice, tmp_path):
    return services.enqueue("tests.count", {"steps": 2, "starts": str(tmp_path / "starts")}, alice)


def take(job: Job) -> JobRun:
    run = take_lease(job.pk)
    assert run is not None
    return run


def test_a_job_is_done_and_points_at_its_result(job, run_jobs):
    assert run_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.progress, job.attempts, job.result_url) == (State.DONE, 1.0, 1, "/counted/")
    assert job.lease_token is None
    assert not run_job(job.pk), "a second message for the same job does nothing"
    assert AuditEvent.objects.filter(action="counted").count() == 1


def test_a_message_is_sent_after_commit_and_a_queue_that_is_down_hinders_nobody(
    alice, settings, monkeypatch, django_capture_on_commit_callbacks
):
    settings.REDIS_URL = "redis://localhost"
    sent = []
    monkeypatch.setattr("appraise_gec.celery.app.send_task", lambda name, **to: sent.append(to))
    with django_capture_on_commit_callbacks(execute=True):
        jobs = [services.enqueue(kind, {}, alice) for kind in ("tests.silent", "tests.long")]
        assert sent == []
    assert [(to["args"], to["queue"]) for to in sent] == [
        ((str(jobs[0].pk),), SHORT_JOBS),
        ((str(jobs[1].pk),), LONG_JOBS),
    ]

    def refuse(*args, **kwargs):
        raise ConnectionError("no queue")

    monkeypatch.setattr("appraise_gec.celery.app.send_task", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        job = services.enqueue("tests.silent", {}, alice)
    job.refresh_from_db()
    assert (job.state, job.sent_at) == (State.QUEUED, None)


@pytest.mark.parametrize("understood", [True, False])
def test_a_failure_tells_people_why_or_a_number_and_operators_the_traceback(alice, run_jobs, understood):
    job = services.enqueue("tests.fail", {"understood": understood}, alice)
    run_jobs()
    job.refresh_from_db()
    assert job.state == State.FAILED
    if understood:
        assert job.error == "The file has no judgments. Upload one that has."
        return
    assert str(job.pk) in job.error
    assert "ZeroDivisionError" in job.traceback
    assert "secret path" not in json.dumps(job.as_json())


def test_a_running_job_tells_how_far_it_is_and_notices_the_cancel(job, monkeypatch):
    def look_and_cancel(seconds):
        (run,) = running.in_hand
        run.beat()
        job.refresh_from_db()
        assert (job.progress, job.message) == (0.0, "step 0")
        services.cancel(Job.objects.get(pk=job.pk))
        run.beat()

    monkeypatch.setattr("tests.jobs.sample_work.tasks.time.sleep", look_and_cancel)
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == State.CANCELLED
    assert not running.in_hand
    assert not AuditEvent.objects.filter(action="counted").exists()


def test_a_running_job_that_was_cancelled_can_be_tried_again(job):
    run = take(job)
    services.cancel(job)
    with pytest.raises(running.JobCancelled):
        run.renew()
    run.end(State.CANCELLED)
    assert services.retry(job)
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE


def test_a_worker_that_is_told_to_stop_gives_the_job_back(job, monkeypatch):
    running.stopping.set()
    try:
        run_job(job.pk)
    finally:
        running.stopping.clear()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.QUEUED, 0)
    assert run_job(job.pk)


def test_work_that_takes_too_long_fails(job, settings):
    settings.JOB_MAX_SECONDS = -1
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == State.FAILED
    assert "longer" in job.error


class TestLease:
    def let_it_run_out(self, job):
        Job.objects.filter(pk=job.pk).update(lease_expires_at=Now() - timedelta(seconds=1))

    def test_a_beat_extends_the_lease(self, job, settings):
        run = take(job)
        Job.objects.filter(pk=job.pk).update(lease_expires_at=timezone.now())
        run.beat()
        job.refresh_from_db()
        left = (job.lease_expires_at - timezone.now()).total_seconds()
        assert left > settings.JOB_LEASE_SECONDS / 2

    def test_a_job_whose_lease_ran_out_waits_again(self, job):
        take_lease(job.pk)
        services.sweep()
        job.refresh_from_db()
        assert job.state == State.RUNNING
        self.let_it_run_out(job)
        assert services.sweep() == 1
        job.refresh_from_db()
        assert (job.state, job.attempts) == (State.QUEUED, 1)

    def test_a_worker_without_the_lease_cannot_write(self, job):
        slow = take(job)
        self.let_it_run_out(job)
        services.sweep()
        assert run_job(job.pk)
        with pytest.raises(LeaseLost), slow.finishing():
            AuditEvent.objects.create(actor=None, action="counted")
        slow.beat()
        with pytest.raises(LeaseLost):
            slow.progress(0.5)
        assert AuditEvent.objects.filter(action="counted").count() == 1

    def test_a_lease_lost_while_writing_takes_the_writing_with_it(self, job):
        slow = take(job)
        with pytest.raises(LeaseLost), transaction.atomic(), slow.finishing():
            AuditEvent.objects.create(actor=None, action="counted")
            Job.objects.filter(pk=job.pk).update(lease_token=uuid4())
        assert not AuditEvent.objects.filter(action="counted").exists()

    def test_attempts_are_capped(self, job):
        for _ in range(3):
            assert take_lease(job.pk)
            self.let_it_run_out(job)
            services.sweep()
        job.refresh_from_db()
        assert (job.state, job.attempts) == (State.FAILED, 3)
        assert "interrupted" in job.error
        assert take_lease(job.pk) is None

    def test_a_cancelled_job_of_a_dead_worker_ends_cancelled(self, job):
        take_lease(job.pk)
        services.cancel(job)
        self.let_it_run_out(job)
        services.sweep()
        job.refresh_from_db()
        assert job.state == State.CANCELLED

    def test_a_lost_message_is_sent_again_and_not_too_often(self, job, monkeypatch):
        sent: list[UUID] = []
        monkeypatch.setattr("appraise_gec.celery.app.send_task", lambda name, args, queue: sent.append(*args))
        assert [services.sweep(), services.sweep()] == [1, 0]
        Job.objects.filter(pk=job.pk).update(sent_at=Now() - timedelta(hours=1))
        assert [services.sweep(), services.sweep()] == [1, 0]
        assert services.sweep(everything=True) == 1
        assert sent == [str(job.pk)] * 3


@pytest.mark.parametrize(
    ("name", "sees", "changes"),
    [("alice", 200, 302), ("bob", 200, 404), ("root", 200, 302), ("charlie", 404, 404), (None, 404, 302)],
)
def test_only_those_concerned_follow_a_job_or_call_it_off(
    alice, client, request, bob, charlie, root, name, sees, changes
):
    job = services.enqueue("tests.silent", {"friend": "bob"}, alice)
    if name:
        client.force_login(request.getfixturevalue(name))
    assert client.get(reverse("jobs:status", args=[job.pk])).status_code == sees
    for action in ("cancel", "retry"):
        assert client.post(reverse(f"jobs:{action}", args=[job.pk])).status_code == changes
    job.refresh_from_db()
    assert job.state == State.QUEUED  # called off and tried again, or untouched
