"""Jobs that may take minutes have a queue of their own, so that short ones never wait for them."""

import time
from typing import Any

import pytest

from appraise_gec.accounts.models import User
from appraise_gec.celery import app
from appraise_gec.jobs import registry, services
from appraise_gec.jobs.models import Job, State
from appraise_gec.processes import LONG_JOBS, SHORT_JOBS
from metrics.site.runs import services as runs
from metrics.site.runs import shared_work
from metrics.site.studies import services as studies
from rankings.corpus import upload_jobs
from rankings.corpus.staging import CorpusFile, stage
from rankings.judgments import import_jobs
from rankings.models import CampaignFile
from rankings.people import invitation_mail
from rankings.plan import design
from rankings.reports import services as reports
from tests.factories import make_campaign

SECONDS = 300  # only a failure takes so long
LONG = (
    reports.REPORTS.kind,
    design.JOB_KIND,
    runs.RUNS.kind,
    shared_work.HELP_KIND,
    studies.STUDIES.kind,
)
# Letters that people wait for.
SHORT = (invitation_mail.JOB_KIND,)


@pytest.mark.parametrize(
    ("kind", "queue"),
    [
        *((kind, LONG_JOBS) for kind in LONG),
        *((kind, SHORT_JOBS) for kind in SHORT),
        ("none", SHORT_JOBS),
    ],
)
def test_each_kind_has_its_queue(kind: str, queue: str) -> None:
    assert registry.queue_of(kind, {}) == queue


@pytest.mark.parametrize(
    "kind", [upload_jobs.PREVIEW_KIND, import_jobs.PREVIEW_KIND, import_jobs.IMPORT_KIND]
)
def test_the_largest_uploads_are_long_work(kind: str) -> None:
    def queue_of(**arguments: int) -> str:
        return registry.queue_of(kind, arguments)

    assert queue_of(bytes=upload_jobs.LONG_BYTES + 1) == LONG_JOBS
    assert queue_of(bytes=upload_jobs.LONG_BYTES) == SHORT_JOBS
    assert queue_of() == SHORT_JOBS  # asked for by an earlier version


@pytest.mark.parametrize("megabytes", [3, 17])
def test_an_upload_tells_its_queue_how_large_it_is(
    megabytes: int, alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, args, queue: sent.append(queue))
    content = b"x" * (megabytes * 1024 * 1024)
    file = CorpusFile(CampaignFile.Kind.JUDGMENTS, "judgments.csv", content)
    upload = stage(alice, {}, [file], make_campaign("essays", owner=alice))
    with django_capture_on_commit_callbacks(execute=True):
        upload_jobs.ask(upload, import_jobs.PREVIEW_KIND, alice)
    Job.objects.update(nudged_at=None)
    assert services.requeue_stalled() == 1
    assert sent == [LONG_JOBS if megabytes > 16 else SHORT_JOBS] * 2


@pytest.mark.parametrize(("kind", "queue"), [("tests.long", LONG_JOBS), ("tests.silent", SHORT_JOBS)])
def test_every_message_about_a_job_goes_to_the_queue_of_its_kind(
    db: None,
    kind: str,
    queue: str,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, args, queue: sent.append(queue))
    with django_capture_on_commit_callbacks(execute=True):
        job = services.enqueue(kind, {}, None)
    Job.objects.update(nudged_at=None)
    assert services.requeue_stalled() == 1
    services.cancel(job)
    with django_capture_on_commit_callbacks(execute=True):
        services.retry(job)
    assert sent == [queue] * 3


def test_a_worker_of_one_queue_leaves_the_other_to_workers_of_both(
    transactional_db: None, start_worker: Any
) -> None:
    def wait_for(job: Job, worker: Any) -> None:
        deadline = time.monotonic() + SECONDS
        while job.state != State.DONE:
            assert time.monotonic() < deadline, worker.log
            time.sleep(0.05)
            job.refresh_from_db()

    short_only = start_worker(queue=SHORT_JOBS)
    long = services.enqueue("tests.long", {}, None)
    wait_for(services.enqueue("tests.silent", {}, None), short_only)
    long.refresh_from_db()
    assert long.state == State.QUEUED
    wait_for(long, start_worker())
