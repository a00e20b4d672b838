"""Which work of human judgment the workers do."""

from django.utils import timezone

from appraise_gec.jobs.housekeeping import done_often, swept_daily
from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from rankings.access.following import managers_follow
from rankings.corpus import staging, upload_jobs
from rankings.corpus.storing import DELETE_KIND
from rankings.desk import copying, deleting, judge_facts
from rankings.desk.texts import uploads as text_uploads
from rankings.judging import slots
from rankings.judgments import import_jobs
from rankings.people import invitation_mail
from rankings.plan import design as plan_design


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


@job_handler(upload_jobs.PREVIEW_KIND, long=upload_jobs.takes_minutes)
def preview_campaign(run: JobRun) -> None:
    upload_jobs.compute_preview(run)


@job_handler(upload_jobs.CREATE_KIND, long=True)
def create_campaign(run: JobRun) -> None:
    upload_jobs.create(run)


@job_handler(copying.COPY_KIND, long=True)
def copy_campaign(run: JobRun) -> None:
    copying.make_copy(run)


@job_handler(DELETE_KIND, long=True)
def delete_campaign(run: JobRun) -> None:
    deleting.delete_rows(run)


@job_handler(import_jobs.PREVIEW_KIND, long=upload_jobs.takes_minutes)
def preview_import(run: JobRun) -> None:
    import_jobs.compute_preview(run)


@job_handler(import_jobs.IMPORT_KIND, long=upload_jobs.takes_minutes)
def import_file(run: JobRun) -> None:
    import_jobs.import_file(run)


@job_handler(text_uploads.PREVIEW_KIND)
def preview_texts(run: JobRun) -> None:
    text_uploads.compute_preview(run)


@job_handler(text_uploads.CHANGE_KIND, long=True)
def change_texts(run: JobRun) -> None:
    text_uploads.change(run)


@done_often("campaigns whose making was given up")
def delete_abandoned() -> int:
    return upload_jobs.delete_abandoned()


@swept_daily("uploads that nobody confirmed")
def clear_uploads() -> int:
    return staging.sweep()


@swept_daily("leases of items that are longer than any can be")
def shorten_leases() -> int:
    return slots.shorten_leases(timezone.now())


@done_often("items that judges on hold still held")
def end_leases_on_hold() -> int:
    return slots.end_leases_on_hold(timezone.now())


@swept_daily("addresses of letters that cannot be sent any more")
def clear_addresses() -> int:
    return invitation_mail.forget_old_addresses()
