"""Which work of reports the workers do."""

from appraise_gec.jobs.running import JobRun
from appraise_gec.report.site import computing, folders
from rankings.access import FollowedByTeam
from rankings.models import Report


class ComputeReport(FollowedByTeam):
    name = Report.KIND
    long = True

    def run(self, run: JobRun) -> None:
        computing.compute(run)


class WriteFolder(FollowedByTeam):
    name = folders.JOB_KIND
    long = True

    def run(self, run: JobRun) -> None:
        folders.write(run)
