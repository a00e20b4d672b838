"""Which work of automatic metrics the workers do."""

from appraise_gec.jobs.running import JobRun
from appraise_gec.jobs.tasks import done_often
from metrics.models import Comparison, MetricRun
from metrics.site import demo, uploads  # noqa: F401 - which are kinds of upload
from rankings.access import FollowedByTeam


class ComputeMetric(FollowedByTeam):
    name = MetricRun.KIND
    long = True

    def run(self, run: JobRun) -> None:
        from metrics.site.computing import compute  # noqa: PLC0415 - loads the compiler, which the web needs not

        compute(run)


class CompareWithPeople(FollowedByTeam):
    name = Comparison.KIND
    long = True

    def run(self, run: JobRun) -> None:
        from metrics.site.comparing import compute  # noqa: PLC0415 - as above

        compute(run)


@done_often("scores of the demo to be compared with people")
def request_demo_comparison() -> int:
    return demo.request_demo_comparison()
