"""Which work of human judgment the workers do."""

from django.utils import timezone

from appraise_gec.jobs.housekeeping import done_often, swept_daily
from appraise_gec.jobs.kinds import JobKind
from appraise_gec.jobs.running import JobRun
from rankings.access import FollowedByManagers
from rankings.archive import upload as archive
from rankings.corpus import further_uploads, upload
from rankings.desk import deleting, judge_facts
from rankings.judging import turns
from rankings.judgments import upload as judgments
from rankings.people import links
from rankings.plan import design  # noqa: F401 - declares its kind of job
from rankings.uploads import flow

KINDS_OF_UPLOADS = (archive, upload, further_uploads, judgments)
"""Modules that declare kinds of uploads."""


class LookAtJudges(FollowedByManagers):
    name = judge_facts.JOB_KIND

    def run(self, run: JobRun) -> None:
        judge_facts.compute(run)


class ReadUpload(JobKind):
    name = flow.READ_JOB
    long = True

    def run(self, run: JobRun) -> None:
        flow.read_by_job(run)


class StoreUpload(JobKind):
    name = flow.STORE_JOB
    long = True

    def run(self, run: JobRun) -> None:
        flow.store_by_job(run)


@done_often("campaigns that are deleted, and whose work was called off")
def go_on_deleting() -> int:
    return deleting.go_on()


@swept_daily("uploads that nobody confirmed")
def clear_uploads() -> int:
    return flow.sweep()


@swept_daily("leases of items that are longer than any can be")
def shorten_leases() -> int:
    return turns.shorten_leases(timezone.now())


@done_often("items that judges on hold still held")
def end_leases_on_hold() -> int:
    return turns.end_leases_on_hold(timezone.now())


@swept_daily("addresses of letters that cannot be sent any more")
def clear_addresses() -> int:
    return links.forget_old_addresses()
