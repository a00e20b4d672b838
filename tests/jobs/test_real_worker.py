"""Real worker processes on a real queue: what is left when one of them is killed."""

import time
from pathlib import Path

import pytest

from appraise_gec.accounts.models import AuditEvent
from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from tests.workers import STOP_SECONDS

SECONDS = 300  # only a failure takes so long


class Asking:
    """Asks for counting work; `starts()` are the attempt numbers with which it began."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __call__(self, steps: int, **more: int) -> Job:
        return services.enqueue("tests.count", {"steps": steps, "starts": str(self.file), **more}, None)

    def starts(self) -> list[str]:
        return self.file.read_text().split() if self.file.exists() else []


@pytest.fixture
def ask(tmp_path, transactional_db):
    return Asking(tmp_path / "starts")


def wait_for(job: Job, reached, what: str, worker=None) -> None:
    deadline = time.monotonic() + SECONDS
    while not reached():
        if time.monotonic() > deadline:
            pytest.fail(f"{what} did not happen; {job} {job.message}\n{worker.log if worker else ''}")
        time.sleep(0.05)
        job.refresh_from_db()


@pytest.mark.nightly
def test_a_job_whose_message_is_lost_is_done_all_the_same(ask, start_worker, monkeypatch):
    worker = start_worker()
    monkeypatch.setattr("appraise_gec.celery.app.send_task", lambda *arguments, **options: None)
    job = ask(1)
    services.send(job)
    wait_for(job, lambda: job.is_final, "the end", worker)
    assert job.state == State.DONE


def test_the_job_of_a_killed_worker_is_finished_by_another_exactly_once(ask, start_worker):
    first = start_worker()
    job = ask(1, first=STOP_SECONDS * 100)  # it is killed in time, however late this process looks
    wait_for(job, lambda: job.state == State.RUNNING and ask.starts(), "the beginning", first)
    first.kill()
    second = start_worker()
    wait_for(job, lambda: job.is_final, "the end", second)
    assert (job.state, job.attempts) == (State.DONE, 2)
    assert ask.starts() == ["1", "2"]
    assert AuditEvent.objects.filter(action="counted").count() == 1


@pytest.mark.nightly
def test_two_workers_and_one_killed_leave_every_job_done_once(ask, start_worker):
    first, second = start_worker(), start_worker()
    jobs = [ask(4) for _ in range(6)]
    wait_for(jobs[0], lambda: len(ask.starts()) >= 2, "the beginning", first)
    first.kill()
    for job in jobs:
        wait_for(job, lambda job=job: job.is_final, "the end", second)
    assert {job.state for job in jobs} == {State.DONE}
    events = AuditEvent.objects.filter(action="counted").values_list("detail__job", flat=True)
    assert sorted(events) == sorted(str(job.pk) for job in jobs)


@pytest.mark.nightly
def test_a_worker_told_to_stop_hands_its_job_on(ask, start_worker):
    """The work would take longer than a service manager waits for."""
    first = start_worker()
    job = ask(STOP_SECONDS * 100)
    wait_for(job, lambda: job.state == State.RUNNING and ask.starts(), "the beginning", first)
    assert first.stop()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.QUEUED, 0)
    assert services.cancel(job)


@pytest.mark.nightly
def test_silent_work_keeps_its_lease(transactional_db, start_worker):
    """The work takes longer than a lease and never reports progress; a second worker must not take it."""
    workers = start_worker(), start_worker()
    job = services.enqueue("tests.silent", {"seconds": 5}, None)
    wait_for(job, lambda: job.is_final, "the end", workers[0])
    assert (job.state, job.attempts) == (State.DONE, 1)
