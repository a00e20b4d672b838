"""Reports over several campaigns: what may be joined, and how their rankings are read as one set."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, When
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.jobs.running import JobError
from appraise_gec.words import words
from rankings.access.joined_reports import campaigns_to_join
from rankings.access.refusals import Refused
from rankings.desk.texts.late_systems import late_systems, under_former_names
from rankings.formats.fingerprint import rankings_digest
from rankings.formats.joined_judgments import (
    JoinedSets,
    JudgmentSet,
    join_judgment_sets,
    relabelled,
    without_link,
)
from rankings.formats.json_form import to_json
from rankings.formats.judgment_filter import joined_left_out
from rankings.formats.records import Judgment
from rankings.judgments.stored import (
    CampaignJudgments,
    counting_rankings,
    judgments_of_rankings,
    load_judgments,
    rankings_mark,
    standing_rankings,
)
from rankings.models import Campaign, JoinedCampaign, Judge, Ranking, Report, Sentence, System
from rankings.people.joined_reports import Labels, as_stored, label_all, names_in_report
from rankings.people.judge_names import names_of_judges
from rankings.reports.filtering import filtering_of
from rankings.reports.key_runs import as_runs, of_runs
from rankings.reports.options import ReportOptions

MOST_OFFERED = 100
DELETED = words("A campaign that was to be joined has been deleted. Ask for the report again.")


def settled(campaign: Campaign, options: ReportOptions) -> ReportOptions:
    """The options as they are stored: a campaign is not joined with itself."""
    others = tuple(slug for slug in options.joined_campaigns if slug != campaign.slug)
    return options if others == options.joined_campaigns else replace(options, joined_campaigns=others)


def with_a_common_system(campaign: Campaign, user: User) -> QuerySet[Campaign]:
    """Other campaigns with rankings that the person may read, and that have a system of the same name."""
    own = System.objects.filter(campaign=campaign).values("name")
    shared = System.objects.filter(campaign=OuterRef("pk"), name__in=own)
    return _with_rankings(campaigns_to_join(user, campaign)).filter(Exists(shared))


def joinable_campaigns(campaign: Campaign, user: User, asked: Sequence[str] = ()) -> list[Campaign]:
    """The same, each with `common_systems`, and those with none that are `asked` for by their addresses.

    One query.
    """
    own = System.objects.filter(campaign=campaign).values("name")
    found = _with_rankings(campaigns_to_join(user, campaign)).annotate(
        common_systems=Count("systems", filter=Q(systems__name__in=own))
    )
    if not asked:
        return list(found.filter(common_systems__gt=0)[:MOST_OFFERED])
    found = found.filter(Q(common_systems__gt=0) | Q(slug__in=asked))
    first = Case(When(slug__in=asked, then=0), default=1)
    return list(found.order_by(first, "-created_at", "-pk")[:MOST_OFFERED])


def campaigns_of_report(campaign: Campaign, user: User, options: ReportOptions) -> list[Campaign]:
    """The campaign of the report, then those that it is joined with, by their addresses.

    Raises:
        Refused: one of them is not there for this person, has no rankings, or no system that others have.
    """
    known = {
        one.slug: one for one in campaigns_to_join(user, campaign).filter(slug__in=options.joined_campaigns)
    }
    for slug in options.joined_campaigns:
        if slug not in known:
            raise Refused(_("There is no campaign %(slug)s whose reports you may read.") % {"slug": slug})
    found = [campaign, *(known[slug] for slug in options.joined_campaigns)]
    if len(found) > 1:
        _refuse_without_common_systems(found, options)
    return found


def judges_with_rankings(campaigns: Sequence[Campaign], options: ReportOptions) -> set[str]:
    """What those who have rankings are called in a report over these campaigns."""
    rankings = standing_rankings if options.with_discarded else counting_rankings
    if len(campaigns) == 1:
        return set(rankings(campaigns[0]).order_by().values_list("judge__name", flat=True).distinct())
    keys = {
        key
        for campaign in campaigns
        for key in rankings(campaign).order_by().values_list("judge", flat=True).distinct()
    }
    parts = _parts(campaigns)
    labels = label_all(parts, by_name=options.same_names)
    return {name for key, name in names_in_report(parts, labels).items() if key in keys}


def mark_of(campaigns: Sequence[Campaign]) -> str:
    """As `rankings_mark`, over all of them."""
    marks = [rankings_mark(campaign) for campaign in campaigns]
    return (
        marks[0] if len(marks) == 1 else _joined_mark(zip([one.pk for one in campaigns], marks, strict=True))
    )


def note_campaigns(report: Report, campaigns: Sequence[Campaign], options: ReportOptions) -> None:
    """Store which campaigns go into a report that has just been asked for, and what it calls their judges."""
    parts = _parts(campaigns)
    labels = label_all(parts, by_name=options.same_names)
    for part in parts:
        part.report = report
        part.judges = as_stored(labels, _judges_of(part))
    JoinedCampaign.objects.bulk_create(parts)


@dataclass(frozen=True, slots=True)
class ReadTogether:
    """Rankings of several campaigns, as one set and one by one.

    Attributes:
        read: under the names that the report has for judges and sentences, without judges left out.
        parts: rows of the campaigns, in the order of `each`.
        each: what was read of each campaign.
        labels: what the report calls judges, by their keys.
        names: the same in words.
        told: what the recipe says of joining.
        joined: the campaigns joined.
        systems: that take part, or took part where these rankings are about them.
        late: systems that joined late.
        imported: how many rankings came from files.
    """

    read: CampaignJudgments
    parts: list[JoinedCampaign]
    each: list[CampaignJudgments]
    labels: Labels
    names: dict[int, str]
    told: dict[str, Any]
    joined: JoinedSets
    systems: list[str]
    late: list[dict[str, Any]]
    imported: int


def read_together(report: Report, options: ReportOptions) -> ReadTogether:
    """The rankings of all campaigns of a report.

    Raises:
        JobError: one of the campaigns has been deleted.
        ValueError: they cannot be joined; the message says why.
    """
    parts = list(report.joined.select_related("campaign"))
    if any(part.campaign is None for part in parts) or not parts:
        raise JobError(DELETED)
    labels = _stored_labels(parts, options)
    names = names_in_report(parts, labels)
    each, sets, systems, late = [], [], set[str](), []
    for part in parts:
        campaign = part.campaign
        assert campaign is not None  # noqa: S101 - for the type checker
        own = {name: names[key] for key, name in names_of_judges(campaign).items() if key in names}
        excluded = {name for name, new in own.items() if new in options.excluded_judges}
        read = load_judgments(
            campaign,
            without_top_ups=options.without_top_ups,
            with_discarded=options.with_discarded,
            filtering=filtering_of(campaign, options, excluded),
        )
        read = _without_judges(read, excluded)
        if not read.judgments:
            raise ValueError(words("No ranking of %(name)s is left.", name=part.title))
        each.append(read)
        sets.append(JudgmentSet(part.title, read.judgments, _texts(campaign), own))
        judged = {name for one in read.judgments for output in one.outputs for name in output.systems}
        rows = campaign.systems.values_list("name", "retired_at")
        systems |= {name for name, retired_at in rows if retired_at is None or name in judged}
        late += late_systems(campaign, read.judgments)
    joined = join_judgment_sets(sets)
    campaigns = [
        {"campaign": part.slug, "title": part.title, **to_json(one)}
        for part, one in zip(parts, joined.contributions, strict=True)
    ]
    told = {"campaigns": campaigns, "same_names": options.same_names}
    keys = [key for read in each for key in read.keys]
    imported = frozenset(key for read in each for key in read.imported)
    whole = CampaignJudgments(
        judgments=joined.judgments,
        keys=keys,
        mark=_joined_mark((part.campaign_id, read.mark) for part, read in zip(parts, each, strict=True)),
        top_up_rankings=sum(read.top_up_rankings for read in each),
        discarded_rankings=sum(read.discarded_rankings for read in each),
        imported=imported,
        left_out=joined_left_out(
            [(read.left_out, one.judges or {}) for read, one in zip(each, sets, strict=True)],
            {judgment.judge for judgment in joined.judgments},
        ),
    )
    count = sum(key in imported for key in keys)
    return ReadTogether(whole, parts, each, labels, names, told, joined, sorted(systems), late, count)


def read_for(report: Report) -> tuple[ReportOptions, ReadTogether]:
    """The options of a report, and the rankings of all its campaigns, which name judges alike.

    Raises as `read_together`.
    """
    while True:
        before = _names(report)
        report.refresh_from_db(fields=["options"])
        options = ReportOptions.from_json(report.options)
        together = read_together(report, options)
        # A judge who is left out and gets another name in between would otherwise count.
        if _names(report).items() >= before.items():
            return options, together


def keep_parts(together: ReadTogether) -> None:
    """Store what went into a report of each campaign. Within the transaction that stores the result.

    Raises:
        JobError: a campaign has been deleted meanwhile.
    """
    rows = {
        part.pk: part
        for part in JoinedCampaign.objects.select_for_update().filter(
            pk__in=[part.pk for part in together.parts]
        )
    }
    for part, read, new in zip(together.parts, together.each, together.joined.renamed_sentences, strict=True):
        if part.pk not in rows or rows[part.pk].campaign_id is None:
            raise JobError(DELETED)
        judged = {judgment.sentence for judgment in read.judgments}
        JoinedCampaign.objects.filter(pk=part.pk).update(
            rankings_mark=read.mark,
            ranking_runs=as_runs(read.keys),
            rankings_sha256=rankings_digest(read.judgments),
            sentences={old: label for old, label in new.items() if old in judged},
        )


def names_changed_since(report: Report, before: dict[int, str]) -> dict[str, str]:
    """New names by old ones, of judges renamed or forgotten since `names_in_report` gave `before`.

    Within a transaction, after `keep_parts`; nobody can change a name until it ends.
    """
    parts = list(report.joined.all())
    list(
        Judge.objects.select_for_update(no_key=True)
        .filter(campaign__in=[part.campaign_id for part in parts])
        .order_by("pk")
        .values_list("pk")
    )
    now = names_in_report(parts)
    return {old: now[key] for key, old in before.items() if key in now and now[key] != old}


def is_stale(report: Report) -> bool:
    """Whether rankings of one of the campaigns have changed since the report read them.

    Those of a deleted campaign do not change any more.
    """
    return any(
        part.campaign is not None and part.rankings_mark != rankings_mark(part.campaign)
        for part in report.joined.select_related("campaign")
    )


def judgments_together(report: Report) -> list[Judgment]:
    """The judgments that a finished report over several campaigns was computed from.

    Raises:
        Refused: they are no longer available, or not for certain.
    """
    judgments: list[Judgment] = []
    parts = list(report.joined.select_related("campaign"))
    names = names_in_report(parts)
    refuse_without_campaigns(report)
    for part in parts:
        assert part.campaign is not None  # noqa: S101 - for the type checker
        try:
            read = judgments_of_rankings(part.campaign, of_runs(part.ranking_runs or []))
        except ValueError as error:
            message = _("This report's rankings cannot be handed out: %(error)s.")
            raise Refused(message % {"error": error}) from error
        if rankings_digest(read) != part.rankings_sha256:
            former = under_former_names(part.campaign, read, report.created_at, part.rankings_sha256)
            read = read if former is None else former
        own = {name: names[key] for key, name in names_of_judges(part.campaign).items() if key in names}
        judgments += relabelled(read, own, part.sentences)
    return judgments


def refuse_without_campaigns(report: Report) -> None:
    """Raise Refused where a campaign has been deleted whose rankings went into the report."""
    for part in report.joined.filter(campaign=None):
        raise Refused(
            _(
                "This report's rankings cannot be handed out: the campaign %(title)s, whose rankings went "
                "into it, has been deleted."
            )
            % {"title": part.title}
        )


def all_runs(report: Report) -> set[int] | None:
    """The keys of all rankings that went into a report; None where they are not known."""
    if not report.is_joined:
        return None if report.ranking_runs is None else set(of_runs(report.ranking_runs))
    parts: list[Any] = list(report.joined.values_list("ranking_runs", flat=True))
    return None if None in parts else {key for runs in parts for key in of_runs(runs)}


def _with_rankings(campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
    rankings = Ranking.objects.filter(judge__campaign=OuterRef("pk"), is_current=True)
    return campaigns.filter(Exists(rankings))


def _names(report: Report) -> dict[int, str]:
    judges = Judge.objects.filter(campaign__in=report.joined.values("campaign"))
    return dict(judges.values_list("pk", "name"))


def _parts(campaigns: Iterable[Campaign]) -> list[JoinedCampaign]:
    return [
        JoinedCampaign(campaign=campaign, position=position, slug=campaign.slug, title=campaign.title)
        for position, campaign in enumerate(campaigns)
    ]


def _stored_labels(parts: Sequence[JoinedCampaign], options: ReportOptions) -> Labels:
    """Labels of all judges, those included who have come since the report was asked for; stored from now on.

    Whoever is renamed while the report is computed is then found by them.
    """
    with transaction.atomic():
        rows = list(JoinedCampaign.objects.select_for_update().filter(pk__in=[part.pk for part in parts]))
        labels = label_all(rows, by_name=options.same_names)
        for row in rows:
            judges = as_stored(labels, _judges_of(row))
            if judges != row.judges:
                JoinedCampaign.objects.filter(pk=row.pk).update(judges=judges)
    return labels


def _judges_of(part: JoinedCampaign) -> list[int]:
    return list(Judge.objects.filter(campaign=part.campaign_id).order_by("pk").values_list("pk", flat=True))


def _texts(campaign: Campaign) -> dict[str, str]:
    rows = Sentence.objects.filter(campaign=campaign).order_by("index").values_list("index", "text")
    return {str(index): text for index, text in rows.iterator(chunk_size=5000)}


def _without_judges(read: CampaignJudgments, left_out: set[str]) -> CampaignJudgments:
    if not left_out:
        return read
    both = [
        (key, one) for key, one in zip(read.keys, read.judgments, strict=True) if one.judge not in left_out
    ]
    return replace(read, keys=[key for key, _one in both], judgments=[one for _key, one in both])


def _joined_mark(marks: Iterable[tuple[int | None, str]]) -> str:
    return hashlib.sha256(json.dumps([list(mark) for mark in marks]).encode()).hexdigest()


def _refuse_without_common_systems(campaigns: Sequence[Campaign], options: ReportOptions) -> None:
    for campaign in campaigns[1:]:
        rankings = standing_rankings if options.with_discarded else counting_rankings
        if not rankings(campaign).exists():
            raise Refused(
                _("%(title)s has no rankings yet, so there is nothing to join.") % {"title": campaign.title}
            )
    systems = [set(campaign.systems.values_list("name", flat=True)) for campaign in campaigns]
    if apart := without_link(systems):
        raise Refused(
            _(
                "%(title)s has no system in common with the others, so that nothing can be compared across "
                "them. Systems are joined by their exact names."
            )
            % {"title": campaigns[apart[0]].title}
        )
