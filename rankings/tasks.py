"""Which work of human judgment the workers do."""

from django.utils import timezone

from appraise_gec.jobs.housekeeping import done_often, swept_daily
from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from rankings.access.following import managers_follow
from rankings.bundles import jobs as bundles
from rankings.bundles import services as bundle_rules
from rankings.corpus import further_uploads, upload
from rankings.desk import deleting, judge_facts
from rankings.judging import slots
from rankings.judgments import upload as judgments
from rankings.people import invitation_mail
from rankings.plan import design as plan_design
from rankings.uploads import flow

KINDS_OF_UPLOADS = (upload, further_uploads, judgments)
"""Modules that declare kinds of uploads."""


@job_handler(invitation_mail.JOB_KIND, may_see=managers_follow)
def send_invitations(run: JobRun) -> None:
    invitation_mail.send_links(run)


@job_handler(plan_design.JOB_KIND, may_see=managers_follow, long=True)
def look_for_designs(run: JobRun) -> None:
    from rankings.plan.design_computation import compute  # noqa: PLC0415 - numerical libraries

    compute(run)


@job_handler(judge_facts.JOB_KIND, may_see=managers_follow)
def look_at_judges(run: JobRun) -> None:
    judge_facts.compute(run)


@job_handler(flow.READ_JOB, long=flow.takes_minutes)
def read_upload(run: JobRun) -> None:
    flow.read_by_job(run)


@job_handler(flow.STORE_JOB, long=flow.takes_minutes)
def store_upload(run: JobRun) -> None:
    flow.store_by_job(run)


@job_handler(deleting.JOB_KIND, long=True)
def delete_campaign(run: JobRun) -> None:
    deleting.delete_rows(run)


@job_handler(bundle_rules.EXPORT_KIND, may_see=managers_follow, long=True)
def export_bundle(run: JobRun) -> None:
    bundles.export(run)


@job_handler(bundle_rules.CHECK_KIND, long=True)
def check_bundle(run: JobRun) -> None:
    bundles.check(run)


@job_handler(bundle_rules.IMPORT_KIND, long=True)
def import_bundle(run: JobRun) -> None:
    bundles.store(run)


@swept_daily("uploads that nobody confirmed")
def clear_uploads() -> int:
    return flow.sweep()


@swept_daily("campaign bundles")
def clear_bundles() -> int:
    return bundle_rules.sweep()


@swept_daily("leases of items that are longer than any can be")
def shorten_leases() -> int:
    return slots.shorten_leases(timezone.now())


@done_often("items that judges on hold still held")
def end_leases_on_hold() -> int:
    return slots.end_leases_on_hold(timezone.now())


@swept_daily("addresses of letters that cannot be sent any more")
def clear_addresses() -> int:
    return invitation_mail.forget_old_addresses()
