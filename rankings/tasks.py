"""Which work of human judgment the workers do."""

from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from rankings.reports import services


@job_handler(services.JOB_KIND, may_see=services.may_follow)
def compute_report(run: JobRun) -> None:
    services.compute(run)
