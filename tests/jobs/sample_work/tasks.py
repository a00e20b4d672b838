"""Kinds of work whose speed and fate a test chooses."""

import time
from pathlib import Path
from typing import Any

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.jobs.models import Job
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import JobKind


class Count(JobKind):
    """Counts slowly, leaving a mark in a file per start; its result is one row in the audit trail.

    The first start counts to `first`, where it is given.
    """

    name = "tests.count"

    def run(self, run: JobRun) -> None:
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


class Silent(JobKind):
    """Says nothing for a while, as one long computation does."""

    name = "tests.silent"

    def may_see(self, user: User, job: Job) -> bool:
        return bool(user.username == job.arguments.get("friend"))

    def run(self, run: JobRun) -> dict[str, Any]:
        time.sleep(float(run.arguments.get("seconds", 0)))
        return {"answer": 42}


class Long(JobKind):
    name = "tests.long"
    long = True

    def run(self, run: JobRun) -> dict[str, Any]:
        return {"answer": 43}


class Fail(JobKind):
    name = "tests.fail"

    def run(self, run: JobRun) -> None:
        if run.arguments.get("understood"):
            raise JobError("The file has no judgments. Upload one that has.")
        raise ZeroDivisionError("a secret path: /srv/data")
