"""Which work of reports the workers do."""

from appraise_gec.jobs.housekeeping import swept_daily
from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from appraise_gec.report.site import computing, services, sharing
from rankings.access.following import members_follow, team_follows
from rankings.models import Report


@job_handler(services.REPORTS.kind, may_see=members_follow(Report), long=True)
def compute_report(run: JobRun) -> None:
    computing.compute(run)


@job_handler(sharing.JOB_KIND, may_see=team_follows, long=True)
def make_paper(run: JobRun) -> None:
    sharing.make(run)


@swept_daily("archives of reports, and public pages that have ended")
def clear_papers() -> int:
    return sharing.sweep()
