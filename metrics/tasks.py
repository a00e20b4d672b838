"""Which work of automatic metrics the workers do."""

from appraise_gec.jobs.housekeeping import done_often
from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from metrics.models import MetricRun, MetricStudy
from metrics.site import demo
from metrics.site.runs import services as runs
from metrics.site.runs import shared_work as parts
from metrics.site.studies import services as studies
from rankings.access.following import members_follow


@job_handler(runs.RUNS.kind, may_see=members_follow(MetricRun), long=True)
def compute_metric(run: JobRun) -> None:
    from metrics.site.runs.computation import compute  # noqa: PLC0415 - loads the compiler, which the web needs not

    compute(run)


@job_handler(parts.HELP_KIND, long=True)
def help_with_a_metric(run: JobRun) -> None:
    from metrics.site.runs.computation import help_out  # noqa: PLC0415 - as above

    help_out(run)


@job_handler(studies.STUDIES.kind, may_see=members_follow(MetricStudy), long=True)
def compare_with_people(run: JobRun) -> None:
    from metrics.site.studies.computation import compute  # noqa: PLC0415 - as above

    compute(run)


@done_often("scores of the demo to be compared with people")
def request_demo_study() -> int:
    return demo.request_demo_study()
