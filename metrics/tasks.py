"""Which work of automatic metrics the workers do."""

from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from metrics.site import runs


@job_handler(runs.JOB_KIND, may_see=runs.may_follow)
def compute_metric(run: JobRun) -> None:
    from metrics.site.computation import compute  # noqa: PLC0415 - loads the compiler, which the web needs not

    compute(run)
