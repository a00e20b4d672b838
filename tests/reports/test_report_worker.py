"""A report survives the worker that was computing it."""

import time

import pytest

from appraise_gec.jobs.models import State
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from tests.reports.conftest import import_bytes

SECONDS = 600  # only a failure takes so long


def wait_for(job, reached, what, worker):
    deadline = time.monotonic() + SECONDS
    while not reached():
        if time.monotonic() > deadline:
            pytest.fail(f"{what} did not happen; {job} {job.message}\n{worker.log}")
        time.sleep(0.02)
        job.refresh_from_db()


@pytest.mark.nightly
def test_the_report_of_a_killed_worker_is_computed_by_another(
    gjg15, published_xml, alice, start_worker, transactional_db
):
    import_bytes(gjg15, published_xml)
    first = start_worker()
    options = ReportOptions(unit="rankings", replicates=400)
    report = services.request_report(gjg15, alice, options).report
    job = report.job
    assert job is not None
    wait_for(job, lambda: job.state == State.RUNNING and job.progress > 0, "the beginning", first)
    first.kill()
    report.refresh_from_db()
    assert not report.result

    second = start_worker()
    wait_for(job, lambda: job.is_final, "the end", second)
    assert (job.state, job.attempts) == (State.DONE, 2)
    report.refresh_from_db()
    assert report.result is not None
    assert report.result["total"]["expanded"] == 109098
    assert report.result["ranking"]["systems"][0]["system"] == "AMU"
