"""Jobs that may take minutes have a queue of their own, so that short ones never wait for them."""

import time
from typing import Any

import pytest

from appraise_gec.jobs import registry, services
from appraise_gec.jobs.models import Job, State
from appraise_gec.processes import LONG_JOBS, SHORT_JOBS
from appraise_gec.report.site import services as reports
from metrics.site.people.asking import COMPARISONS
from metrics.site.runs.services import RUNS
from rankings.people import invitation_mail
from rankings.plan import design

SECONDS = 300  # only a failure takes so long
LONG = (
    reports.REPORTS.kind,
    design.JOB_KIND,
    RUNS.kind,
    COMPARISONS.kind,
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
