"""Marked edits of large campaigns as files: written by a worker, kept for some days."""

from datetime import timedelta
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked_once import ON_ITS_WAY, one_at_a_time
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.words import words
from rankings.corpus.parts import PART_BYTES, store_parts
from rankings.formats.records import FormatError
from rankings.judgments.edit_marks import export_edit_marks
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, EditMarksFile, EditMarksPart, RankedOutput

JOB_KIND = "rankings.edit-marks"
# Edits of so many outputs are looked up within a request.
MOST_OUTPUTS_AT_ONCE = 10_000
KEPT = timedelta(days=7)
GONE = words(
    "The file was deleted before it could be written, or a judge was renamed or forgotten meanwhile. Ask for "
    "it again."
)


def needs_worker(campaign: Campaign) -> bool:
    """Whether judges could mark edits of so many outputs that no request should write the file."""
    rankings = counting_rankings(campaign).filter(offers_marks=True, skipped=False)
    outputs = RankedOutput.objects.filter(ranking__in=rankings.order_by().values("pk")).order_by()
    return outputs.values("pk")[: MOST_OUTPUTS_AT_ONCE + 1].count() > MOST_OUTPUTS_AT_ONCE


def request_file(campaign: Campaign, extension: str, user: User) -> EditMarksFile:
    """Have a worker write the file; one that is on its way is the answer to this request, too."""
    with one_at_a_time(campaign) as current:
        earlier = EditMarksFile.objects.filter(campaign=current, extension=extension)
        working = earlier.filter(ON_ITS_WAY).first()
        if working is not None:
            return working
        earlier.delete()
        file = EditMarksFile.objects.create(
            campaign=current, extension=extension, created_by=user, expires_at=timezone.now() + KEPT
        )
        file.job = enqueue(JOB_KIND, {"file": str(file.key), "campaign": current.pk}, user)
        file.save(update_fields=["job"])
        record_event(user, "edit-marks.export", current.pk, format=extension)
    return file


def files_of(campaign: Campaign) -> list[EditMarksFile]:
    """The files that are there or on their way, the newest first."""
    files = EditMarksFile.objects.filter(campaign=campaign, expires_at__gt=timezone.now())
    return list(files.select_related("job"))


def file_to_download(campaign: Campaign, key: UUID) -> EditMarksFile:
    """A written file of the campaign; Http404 where there is none."""
    files = EditMarksFile.objects.filter(campaign=campaign, expires_at__gt=timezone.now(), size__gt=0)
    file = files.filter(key=key).first()
    if file is None:
        raise Http404
    return file


def write(run: JobRun) -> None:
    """The work of a job of kind `JOB_KIND`."""
    asked = EditMarksFile.objects.select_related("campaign").filter(key=run.arguments["file"]).first()
    if asked is None:
        raise JobError(GONE)
    campaign = asked.campaign
    looking = words("Looking up edits")
    run.progress(0.0, looking)
    try:
        exported = export_edit_marks(
            campaign, asked.extension, tell=lambda share: run.progress(0.9 * share, looking)
        )
    except FormatError as error:
        raise JobError(error.in_words()) from error
    content = exported.content
    with run.finishing() as result:
        # Renaming and forgetting judges deletes files that name them.
        file = EditMarksFile.objects.select_for_update().filter(pk=asked.pk).first()
        if file is None:
            raise JobError(GONE)
        EditMarksPart.objects.filter(file=file).delete()
        pieces = (content[first : first + PART_BYTES] for first in range(0, len(content), PART_BYTES))
        file.size = store_parts(file, pieces)
        file.name = exported.name
        file.save(update_fields=["size", "name"])
        result["url"] = reverse("reports:edit-marks-files", args=[campaign.slug])


def sweep() -> int:
    """Delete files that have expired. Returns how many went."""
    expired = EditMarksFile.objects.filter(expires_at__lte=timezone.now())
    number = expired.count()
    expired.delete()
    return number
