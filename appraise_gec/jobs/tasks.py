"""The task that queue messages start."""

from uuid import UUID

from appraise_gec.celery import app
from appraise_gec.jobs import watch  # noqa: F401 - connects to the signals of the worker process
from appraise_gec.jobs.running import run_job
from appraise_gec.jobs.services import RUN_TASK
from appraise_gec.seeing.context import in_job


# Acknowledged late, so that a worker holds no second message while it is at work on the first.
@app.task(name=RUN_TASK, acks_late=True, reject_on_worker_lost=True)
def run(key: str) -> None:
    with in_job(key):
        run_job(UUID(key))
