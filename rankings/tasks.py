"""Which work of human judgment the workers do."""

from django.utils import timezone

from appraise_gec.jobs.housekeeping import done_often, swept_daily
from appraise_gec.jobs.kinds import JobKind
from appraise_gec.jobs.running import JobRun
from rankings.access.following import FollowedByManagers
from rankings.corpus import staging, upload_jobs
from rankings.corpus.storing import DELETE_KIND
from rankings.desk import copying, deleting, judge_facts
from rankings.desk.texts import uploads as text_uploads
from rankings.judging import slots
from rankings.judgments import import_jobs
from rankings.people import letters
from rankings.plan import design as plan_design


class SendLetters(FollowedByManagers):
    name = letters.JOB_KIND

    def run(self, run: JobRun) -> None:
        letters.send(run)


class LookForDesigns(FollowedByManagers):
    name = plan_design.JOB_KIND
    long = True

    def run(self, run: JobRun) -> None:
        from rankings.plan.design_computation import compute  # noqa: PLC0415 - numerical libraries

        compute(run)


class LookAtJudges(FollowedByManagers):
    name = judge_facts.JOB_KIND

    def run(self, run: JobRun) -> None:
        judge_facts.compute(run)


class PreviewCampaign(JobKind):
    name = upload_jobs.PREVIEW_KIND

    def run(self, run: JobRun) -> None:
        upload_jobs.compute_preview(run)


class CreateCampaign(JobKind):
    name = upload_jobs.CREATE_KIND
    long = True

    def run(self, run: JobRun) -> None:
        upload_jobs.create(run)


class CopyCampaign(JobKind):
    name = copying.COPY_KIND
    long = True

    def run(self, run: JobRun) -> None:
        copying.make_copy(run)


class DeleteCampaign(JobKind):
    name = DELETE_KIND
    long = True

    def run(self, run: JobRun) -> None:
        deleting.delete_rows(run)


class PreviewImport(JobKind):
    name = import_jobs.PREVIEW_KIND

    def run(self, run: JobRun) -> None:
        import_jobs.compute_preview(run)


class ImportJudgments(JobKind):
    name = import_jobs.IMPORT_KIND
    long = True

    def run(self, run: JobRun) -> None:
        import_jobs.import_file(run)


class PreviewTexts(JobKind):
    name = text_uploads.PREVIEW_KIND

    def run(self, run: JobRun) -> None:
        text_uploads.compute_preview(run)


class ChangeTexts(JobKind):
    name = text_uploads.CHANGE_KIND
    long = True

    def run(self, run: JobRun) -> None:
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
    return letters.forget_old_addresses()
