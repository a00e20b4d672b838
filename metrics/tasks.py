"""Which work of automatic metrics the workers do."""

from appraise_gec.jobs.running import JobRun
from metrics.models import MetricRun
from metrics.site import uploads  # noqa: F401 - which are kinds of upload
from rankings.access import FollowedByTeam


class ComputeMetric(FollowedByTeam):
    name = MetricRun.KIND
    long = True

    def run(self, run: JobRun) -> None:
        from metrics.site.computing import compute  # noqa: PLC0415 - loads the compiler, which the web needs not

        compute(run)
