"""Handlers whose speed and fate a test chooses."""

import time
from pathlib import Path
from typing import Any

from appraise_gec.accounts.models import AuditEvent
from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobError, JobRun


@job_handler("tests.count")
def count(run: JobRun) -> None:
    """Counts slowly, leaving a mark in a file per start; its result is one row in the audit trail.

    The first start counts to `first`, where it is given.
    """
    steps = int(run.arguments["steps"])
    if run.job.attempts == 1:
        steps = int(run.arguments.get("first", steps))
    with Path(run.arguments["starts"]).open("a") as file:
        file.write(f"{run.job.attempts}\n")
    for step in range(steps):
        run.progress(step / steps, f"step {step}")
        time.sleep(0.1)
    with run.finishing() as result:
        AuditEvent.objects.create(actor=None, action="counted", detail={"job": str(run.job.pk)})
        result["url"] = "/counted/"


@job_handler("tests.silent", may_see=lambda user, job: user.username == job.arguments.get("friend"))
def silent(run: JobRun) -> dict[str, Any]:
    """Says nothing for a while, as one long computation does."""
    time.sleep(float(run.arguments.get("seconds", 0)))
    return {"answer": 42}


@job_handler("tests.long", long=True)
def take_long(run: JobRun) -> dict[str, Any]:
    """A kind with the queue of long jobs."""
    return {"answer": 43}


@job_handler("tests.fail")
def fail(run: JobRun) -> None:
    if run.arguments.get("understood"):
        raise JobError("The file has no judgments. Upload one that has.")
    raise ZeroDivisionError("a secret path: /srv/data")
