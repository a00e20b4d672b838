"""Which work of automatic metrics the workers do."""

from appraise_gec.jobs.housekeeping import done_often
from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from metrics.models import Comparison, MetricRun
from metrics.site import demo
from metrics.site.people.asking import COMPARISONS
from metrics.site.runs.services import RUNS
from rankings.access.following import members_follow


@job_handler(RUNS.kind, may_see=members_follow(MetricRun), long=True)
def compute_metric(run: JobRun) -> None:
    from metrics.site.runs.computation import compute  # noqa: PLC0415 - loads the compiler, which the web needs not

    compute(run)


@job_handler(COMPARISONS.kind, may_see=members_follow(Comparison), long=True)
def compare_with_people(run: JobRun) -> None:
    from metrics.site.people.computation import compute  # noqa: PLC0415 - as above

    compute(run)


@done_often("scores of the demo to be compared with people")
def request_demo_comparison() -> int:
    return demo.request_demo_comparison()
