"""Which work of reports the workers do."""

from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from appraise_gec.report.site import computing, folders, services
from rankings.access.following import members_follow, team_follows
from rankings.models import Report


@job_handler(services.REPORTS.kind, may_see=members_follow(Report), long=True)
def compute_report(run: JobRun) -> None:
    computing.compute(run)


@job_handler(folders.JOB_KIND, may_see=team_follows, long=True)
def write_folder(run: JobRun) -> None:
    folders.write(run)
