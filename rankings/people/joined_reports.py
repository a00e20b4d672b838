"""Judges in reports over several campaigns: what they are called there, renamed, and when a campaign goes.

A row of `JoinedCampaign` says how each judge of its campaign is called, by keys alone. Names come from the
judges' own rows, so that nothing here remembers a name that somebody has lost.
"""

from collections.abc import Iterable
from typing import Any

from appraise_gec.jobs.models import Job
from rankings.access.audience import RESEARCHERS
from rankings.formats.joined_judgments import JudgeLabel, KnownJudge, free_label, label_judges
from rankings.formats.names_in_documents import renamed
from rankings.models import Campaign, JoinedCampaign, Judge, Membership, Report

Labels = dict[int, JudgeLabel]


def label_all(parts: Iterable[JoinedCampaign], *, by_name: bool) -> Labels:
    """Labels of all judges of the campaigns, by their keys; those that the rows have stay as they are.

    Judges of the same account are the same person. So are judges without an account who have the same name,
    if `by_name`; all others are different people.
    """
    parts = list(parts)
    campaigns = [part.campaign_id for part in parts]
    rosters: dict[int | None, list[KnownJudge]] = {key: [] for key in campaigns}
    judges = Judge.objects.filter(campaign__in=[key for key in campaigns if key is not None])
    for key, name, user, campaign in judges.order_by("pk").values_list("pk", "name", "user", "campaign"):
        person = ("account", user) if user else ("name", name) if by_name else ("judge", key)
        rosters[campaign].append(KnownJudge(key, name, person))
    return label_judges([(part.slug, rosters[part.campaign_id]) for part in parts], labels_of(parts))


def labels_of(parts: Iterable[JoinedCampaign]) -> Labels:
    """The labels that the rows have, by the keys of judges."""
    return {int(key): JudgeLabel(owner, form) for part in parts for key, (owner, form) in part.judges.items()}


def as_stored(labels: Labels, judges: Iterable[int]) -> dict[str, list[Any]]:
    """The labels of some judges, for a row."""
    return {str(key): [labels[key].owner, labels[key].form] for key in judges if key in labels}


def names_in_report(parts: Iterable[JoinedCampaign], labels: Labels | None = None) -> dict[int, str]:
    """What judges are called in the report, by their keys, with the names that their owners have now."""
    parts = list(parts)
    labels = labels_of(parts) if labels is None else labels
    slugs = {part.campaign_id: part.slug for part in parts}
    owners = Judge.objects.filter(pk__in={label.owner for label in labels.values()})
    known = {key: (name, slugs[campaign]) for key, name, campaign in _rows(owners) if campaign in slugs}
    return {key: label.text(*known[label.owner]) for key, label in labels.items() if label.owner in known}


def renamed_in_report(report: Report, judge: int, old: str, new: str) -> dict[str, str]:
    """New names by old ones in a report, when a judge of one of its campaigns is called otherwise.

    None of them where the report calls the person by the name of another campaign. A name that somebody else
    in the report has gets that of the campaign beside it. Within a transaction that changes the report.
    """
    parts = list(report.joined.select_for_update())
    labels = labels_of(parts)
    label = labels.get(judge)
    if label is None or label.owner != judge:
        return {}
    slug = next(part.slug for part in parts if str(judge) in part.judges)
    others = {
        name for key, name in names_in_report(parts, labels).items() if labels[key].owner != label.owner
    }
    now = free_label(judge, new, slug, others)
    if now != label:
        for part in parts:
            changed = {
                key: [judge, now.form] if owner == judge else [owner, form]
                for key, (owner, form) in part.judges.items()
            }
            if changed != part.judges:
                JoinedCampaign.objects.filter(pk=part.pk).update(judges=changed)
    return {label.text(old, slug): now.text(new, slug)}


def leave_reports(campaign: Campaign) -> None:
    """Let reports of other campaigns stand when this one is deleted.

    Whoever can read the campaign now may read them on. Judges whom they call by the names of this campaign
    get others: nobody could ask for them to be removed there. Within the transaction that closes its doors.
    """
    readers = list(
        Membership.objects.filter(campaign=campaign, role__in=RESEARCHERS).values_list("user", flat=True)
    )
    parts = JoinedCampaign.objects.select_for_update().filter(campaign=campaign)
    for part in list(parts.exclude(report__campaign=campaign)):
        part.readers.set(readers)
        report = Report.objects.select_for_update().get(pk=part.report_id)
        known = names_in_report(report.joined.all())
        own = sorted(key for key, label in labels_of([part]).items() if label.owner == key)
        anonymous = {
            known[key]: f"judge {number} of {part.slug}"
            for number, key in enumerate((key for key in own if key in known), start=1)
        }
        report.options, report.recipe, report.result = (
            renamed(document, anonymous) for document in (report.options, report.recipe, report.result)
        )
        report.save(update_fields=["options", "recipe", "result"])
        for job in Job.objects.filter(report=report):
            error, traceback = job.error, job.traceback
            for old, new in anonymous.items():
                error, traceback = error.replace(old, new), traceback.replace(old, new)
            if (error, traceback) != (job.error, job.traceback):
                Job.objects.filter(pk=job.pk).update(error=error, traceback=traceback, worded=None)
        JoinedCampaign.objects.filter(pk=part.pk).update(campaign=None, judges={}, sentences={})


def _rows(judges: Any) -> Iterable[tuple[int, str, int]]:
    return judges.values_list("pk", "name", "campaign")  # type: ignore[no-any-return]
