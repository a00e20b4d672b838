"""The tasks that queue messages start."""

from uuid import UUID

from appraise_gec.celery import app
from appraise_gec.jobs import watch  # noqa: F401 - connects to the signals of the worker process
from appraise_gec.jobs.running import run_job
from appraise_gec.jobs.services import RUN_TASK
from appraise_gec.seeing.context import in_job


@app.task(name=RUN_TASK)
def run(job_id: str) -> None:
    with in_job(job_id):
        run_job(UUID(job_id))
