"""Discard rankings of a judge and give their items to others, and undo that.

Nothing is deleted. A discarded ranking is not current any more, so that nothing counts it: progress, plan,
quality, reports, exports. A report that was made before keeps what it read. Rankings of check and training
items stay as they are: they tell about the judge and are in no result.

- The item's slot is free at once. The same judge does not get the item again; what the judge changes about
  the answer afterwards is kept, and discarded like it.
- Of a judge on hold whose rankings are all discarded, the items begun go as well.
- Undoing makes the same answers count again. Where another judge has ranked the item meanwhile, it has a
  ranking more than planned, which does no harm.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone, translation

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.words import plural
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.judgments.stored import counting_rankings
from rankings.models import Assignment, Campaign, Discard, DiscardedRanking, Judge, Ranking
from rankings.people.judges import hold as hold_judge

LONGEST_REASON = 1000
NOTHING = "No ranking that counts is among these, so there is nothing to discard."
Scope = Discard.Scope


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rankings of a judge to discard: all, or those of days (both included)."""

    scope: str
    since: date | None = None
    until: date | None = None


def rankings_wanted(judge: Judge, wanted: Wanted) -> QuerySet[Ranking]:
    """The judge's counting rankings that a decision would take. Days are those of the site's time zone."""
    rankings = counting_rankings(judge.campaign).filter(judge=judge)
    if wanted.scope == Scope.SPAN:
        return rankings.filter(days_between(wanted.since, wanted.until))
    return rankings


def days_between(since: date | None, until: date | None) -> Q:
    """Rankings submitted on these days, both included; an end that is None is open."""
    span = Q(submitted_at__isnull=False)
    if since is not None:
        span &= Q(submitted_at__gte=_begin(since))
    if until is not None:
        span &= Q(submitted_at__lt=_end(until))
    return span


def discard(judge: Judge, wanted: Wanted, reason: str, *, hold: bool, actor: User) -> tuple[Discard, int]:
    """Discard rankings and give their items to others; `hold` also puts the judge on hold.

    Returns the decision and the number of rankings. Raises `Refused` for a frozen campaign, a span that ends
    before it begins, a missing reason, or when no ranking that counts is meant.
    """
    reason = reason.replace("\0", "").strip()
    if not reason:
        raise Refused("Say why: the reason stays with the rankings and in the history.")
    if len(reason) > LONGEST_REASON:
        raise Refused(f"The reason is longer than {intcomma(LONGEST_REASON)} characters.")
    is_span = wanted.scope == Scope.SPAN
    if is_span:
        if wanted.since is None and wanted.until is None:
            raise Refused("Give the first day, the last day, or both.")
        if wanted.since is not None and wanted.until is not None and wanted.until < wanted.since:
            raise Refused("The last day is before the first.")
    if hold:
        if not rankings_wanted(judge, wanted).exists():
            raise Refused(str(NOTHING))
        # In a transaction of its own: from here on no item is opened, so all items that an answer may be on
        # its way to are there for the next transaction to see.
        hold_judge(judge)
        record_event(actor, "judge.hold", judge.campaign_id, judge=judge.pk)
    with editable(judge.campaign) as current:
        # Whoever hands in an answer changes its assignment first. So an answer on its way either is there
        # before this goes on, or waits for the end of this and finds the decision in its assignment.
        own = Assignment.objects.filter(judge=judge)
        list(own.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        chosen = list(rankings_wanted(judge, wanted).order_by("pk").values_list("pk", flat=True))
        if not chosen:
            raise Refused(str(NOTHING))
        made = Discard.objects.create(
            campaign=current,
            judge=judge,
            scope=wanted.scope,
            since=_begin(wanted.since) if is_span and wanted.since else None,
            until=_end(wanted.until) if is_span and wanted.until else None,
            reason=reason,
            created_by=actor,
            created_at=timezone.now(),
        )
        DiscardedRanking.objects.bulk_create(
            (DiscardedRanking(discard=made, ranking_id=key) for key in chosen), batch_size=500
        )
        taken = Ranking.objects.filter(discards__discard=made)
        items = taken.values("item")
        own.filter(item__in=items).update(discard=made)
        if wanted.scope == Scope.ALL and not Judge.objects.get(pk=judge.pk).is_active:
            own.filter(state=Assignment.State.LENT, discard=None).update(discard=made)
        Ranking.objects.filter(pk__in=taken.values("pk")).update(is_current=False, discard=made)
        with translation.override("en"):  # the history is kept in English
            days = _days_in_words(made)
        record_event(
            actor,
            "rankings.discard",
            current.pk,
            judge=judge.pk,
            rankings=len(chosen),
            days=days,
        )
    return made, len(chosen)


def undo(campaign: Campaign, number: int, actor: User) -> tuple[Discard, int]:
    """Make the rankings of a decision count again. Returns the decision and the number of rankings.

    Raises `Refused` when the campaign is frozen or somebody else was quicker.
    """
    with editable(campaign) as current:
        made = (
            Discard.objects.select_for_update(of=("self",))
            .select_related("judge")
            .filter(campaign=current, pk=number)
            .first()
        )
        if made is None or made.undone_at is not None:
            raise Refused("Somebody else has undone this in the meantime.")
        own = Assignment.objects.filter(discard=made)
        list(own.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        back = Ranking.objects.filter(discard=made).update(is_current=True, discard=None)
        own.update(discard=None)
        made.undone_by, made.undone_at = actor, timezone.now()
        made.save(update_fields=["undone_by", "undone_at"])
        record_event(actor, "rankings.restore", current.pk, judge=made.judge_id, rankings=back)
    return made, back


def decisions_of(campaign: Campaign) -> QuerySet[Discard]:
    """All decisions in the campaign, the latest first, each with `ranking_count`: revisions count once."""
    decisions = Discard.objects.filter(campaign=campaign).select_related("judge", "campaign")
    counted = decisions.annotate(ranking_count=Count("taken__ranking__item", distinct=True))
    # A grouped query does not take the order of its model.
    return counted.order_by("-created_at", "-pk")


def discards_of(judge: Judge) -> list[tuple[Discard, int, str]]:
    """Decisions about a judge, the latest first, each with its number of answers and its days in words."""
    decisions = Discard.objects.filter(judge=judge).select_related("created_by", "undone_by")
    numbers: dict[int, set[int]] = {}
    taken = DiscardedRanking.objects.filter(discard__judge=judge).values_list("discard", F("ranking__item"))
    for decision, item in taken:
        numbers.setdefault(decision, set()).add(item)
    return [(made, len(numbers.get(made.pk, ())), _days_in_words(made)) for made in decisions]


def discarded_in_words(number: int, judge: Judge) -> str:
    """What a manager is told afterwards."""
    told = plural(
        number,
        "{n} ranking of {name} is discarded.",
        "{n} rankings of {name} are discarded.",
        name=judge.name,
    )
    if judge.campaign.state == Campaign.State.OPEN:
        return f"{told} Other judges get the items."
    return f"{told} Other judges get the items when judging is open again."


def _days_in_words(made: Discard) -> str:
    first = timezone.localdate(made.since) if made.since else None
    last = timezone.localdate(made.until - timedelta(seconds=1)) if made.until else None
    if first and first == last:
        return str(first)
    if first is None and last is None:
        return ""
    if first and last:
        return f"{first} to {last}"
    return f"from {first} on" if first else f"until {last}"


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def _end(day: date) -> datetime:
    return _begin(day + timedelta(days=1)) if day < date.max else datetime.max.replace(tzinfo=UTC)
