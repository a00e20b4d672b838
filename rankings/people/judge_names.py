"""Names of judges outside their own row, and the one way to change them.

Stored documents name a judge as the judge's row does at present, never by an earlier name. So whoever renames
or forgets a judge calls `rename_everywhere`, and a worker that stores what it computed from earlier names
calls `names_changed_since` first. `tests/people/test_forgotten_names.py` searches every column of every
table, so that a place missing here is noticed.
"""

import re
from collections.abc import Mapping

from appraise_gec.accounts.models import AuditEvent
from appraise_gec.jobs.models import Job
from rankings.formats.names_in_documents import renamed
from rankings.models import (
    Campaign,
    CampaignFile,
    Judge,
    Ranking,
    Report,
    ReportFolder,
    Upload,
)
from rankings.uploads.kinds import kinds


def rename_everywhere(campaign: Campaign, old: str, new: str) -> None:
    """Put a judge's new name in place of the old one, wherever the campaign's stored documents name judges.

    Reports: their names, options, recipe and result, finished or not. Errors of their jobs. The audit trail.
    Names of imported files, which are often called after the judge. No number changes. Uploaded judgments
    that wait for confirmation cannot be changed; they are thrown away, and their owner has to upload the file
    again.
    """
    names = {old: new}
    # A report that is asked for at this moment has been stored with the old name, or will see the new one.
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    for report in Report.objects.select_for_update().filter(campaign=campaign).order_by("pk"):
        before = (report.name, report.options, report.recipe, report.result)
        report.name = in_text(report.name, old, new)[:80]
        report.options, report.recipe, report.result = (renamed(document, names) for document in before[1:])
        if (report.name, report.options, report.recipe, report.result) != before:
            report.save(update_fields=["name", "options", "recipe", "result"])
    # Written again, with the new name, when somebody opens the report.
    ReportFolder.objects.filter(report__campaign=campaign, is_public=False).delete()
    for event in AuditEvent.objects.filter(campaign=campaign).iterator():
        detail = renamed(event.detail, names)
        if isinstance(file := detail.get("file"), str):
            detail["file"] = in_file_name(file, old, new)
        if event.action.startswith("report.") and isinstance(name := detail.get("name"), str):
            detail["name"] = in_text(name, old, new)
        if isinstance(reason := detail.get("reason"), str):
            detail["reason"] = in_text(reason, old, new)
        if detail != event.detail:
            event.detail = detail
            event.save(update_fields=["detail"])
    _rename_in_texts(campaign, old, new)
    for imported in CampaignFile.objects.filter(campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS):
        name = in_file_name(imported.name, old, new)
        if name != imported.name:
            CampaignFile.objects.filter(pk=imported.pk).update(name=name)
    for job in Job.objects.filter(report__campaign=campaign):
        error, traceback = (text.replace(old, new) for text in (job.error, job.traceback))
        if (error, traceback) != (job.error, job.traceback):
            Job.objects.filter(pk=job.pk).update(error=error, traceback=traceback)
    naming = [name for name, kind in kinds().items() if kind.names_judges]
    Upload.objects.filter(campaign=campaign, kind__in=naming).exclude(state=Upload.State.DONE).delete()


def _rename_in_texts(campaign: Campaign, old: str, new: str) -> None:
    """In what the team wrote: reasons of discards."""
    discarded = Ranking.objects.filter(judge__campaign=campaign).exclude(discard_reason="")
    for reason in set(discarded.values_list("discard_reason", flat=True)):
        if (renamed := in_text(reason, old, new)) != reason:
            discarded.filter(discard_reason=reason).update(discard_reason=renamed)


def in_file_name(file: str, old: str, new: str) -> str:
    """The name of a file with the new name where the old one stands as a word, in capitals or not."""
    return in_text(file, old, new)[:255]


def in_text(text: str, old: str, new: str) -> str:
    """The text with the new name where the old one stands as a word, in capitals or not."""
    # A digit more is another judge, and the A of "Answers.csv" is none; "_" divides words.
    word = rf"(?<![^\W_]){re.escape(old)}(?![^\W_])"
    return re.sub(word, lambda _: new, text, flags=re.IGNORECASE)


def names_of_judges(campaign: Campaign) -> dict[int, str]:
    """The names of the campaign's judges by key, as they are now."""
    return dict(Judge.objects.filter(campaign=campaign).values_list("pk", "name"))


def names_changed_since(campaign: Campaign, before: Mapping[int, str]) -> dict[str, str]:
    """New names by old ones, of judges renamed or forgotten since `names_of_judges` gave `before`.

    Within a transaction; nobody can change a name until it ends.
    """
    judges = Judge.objects.select_for_update(no_key=True).filter(campaign=campaign).order_by("pk")
    now = dict(judges.values_list("pk", "name"))
    return {old: now[key] for key, old in before.items() if key in now and now[key] != old}
