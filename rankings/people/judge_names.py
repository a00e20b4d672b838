"""Names of judges outside their own row, and the one way to change them.

The history keeps judges by key. Reports, and what people wrote, name a judge as the judge's row does at
present. So whoever renames or forgets a judge calls `rename_everywhere`, and a worker that stores what it
computed from earlier names calls `names_changed_since` first. `tests/people/test_forgotten_names.py` searches
every column of every table, so that a place missing here is noticed.
"""

import re
from collections.abc import Mapping

from django.db import models

from appraise_gec.accounts.models import AuditEvent
from appraise_gec.jobs.models import Job
from rankings.formats.names_in_documents import renamed
from rankings.models import Campaign, CampaignFile, Judge, Ranking, Report, ReportFolder, Upload
from rankings.uploads.kinds import kinds


def rename_everywhere(campaign: Campaign, old: str, new: str) -> None:
    """Put a judge's new name in place of the old one, wherever something that is stored names the judge.

    No number changes. Folders of reports are written again when somebody opens them. Uploaded judgments that
    wait for confirmation cannot be changed and are thrown away. The caller holds the campaign, so that a
    report that is asked for at this moment has been stored with the old name, or will see the new one.
    """
    for report in Report.objects.select_for_update().filter(campaign=campaign).order_by("pk"):
        documents = (report.options, report.recipe, report.result)
        report.options, report.recipe, report.result = (renamed(one, {old: new}) for one in documents)
        report.save(update_fields=["options", "recipe", "result"])
    ReportFolder.objects.filter(report__campaign=campaign, is_public=False).delete()
    Job.objects.filter(report__campaign=campaign).exclude(traceback="").update(traceback="")
    for event in AuditEvent.objects.filter(campaign=campaign, detail__has_key="reason"):
        event.detail["reason"] = in_text(event.detail["reason"], old, new)
        event.save(update_fields=["detail"])
    naming = [name for name, kind in kinds().items() if kind.names_judges]
    Upload.objects.filter(campaign=campaign, kind__in=naming).exclude(state=Upload.State.DONE).delete()
    texts: tuple[tuple[models.QuerySet[models.Model], str, int], ...] = (
        (Report.objects.filter(campaign=campaign), "name", 80),
        (Job.objects.filter(report__campaign=campaign), "error", 10_000),
        (Ranking.objects.filter(judge__campaign=campaign).exclude(discard_reason=""), "discard_reason", 1000),
        # People call a file after the judge who filled it in.
        (CampaignFile.objects.filter(campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS), "name", 255),
    )
    for rows, field, most in texts:
        for key, text in rows.values_list("pk", field):
            if (changed := in_text(text, old, new)[:most]) != text:
                rows.filter(pk=key).update(**{field: changed})


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
