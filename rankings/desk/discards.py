"""Discard rankings of a judge and give their items to others, and undo that.

Nothing is deleted: a discarded ranking is not current any more, so that nothing counts it. Rankings of check
and training items stay, as they tell about the judge. The item's slot is free at once; the same judge does
not get it again, and what the judge changes about the answer afterwards is discarded like it. Where another
judge has ranked the item before it is undone, it has a ranking more than planned, which does no harm.
"""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.db.models import Count, Max, QuerySet
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.services import record_event
from appraise_gec.words import plural
from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done
from rankings.judgments.stored import counting_rankings
from rankings.models import Assignment, Judge, Ranking
from rankings.people.judges import hold as hold_judge

NOTHING = "No ranking that counts is among these, so there is nothing to discard."
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class DiscardForm(forms.Form):
    """Which rankings, why, and whether the judge goes on."""

    since = forms.DateField(required=False, label="First day", widget=DAY)
    until = forms.DateField(
        required=False,
        label="Last day",
        widget=DAY,
        help_text="Both included, in the time zone of the site. Leave both empty to discard all rankings.",
    )
    reason = forms.CharField(
        max_length=1000,
        label="Reason",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Give a reason."},
        help_text="Kept with the rankings and in the history. Judges do not see it.",
    )
    hold = forms.BooleanField(required=False, label="Also put the judge on hold")

    def adapt(self, action: Action) -> None:
        if not action.row.is_active:
            del self.fields["hold"]

    def clean(self) -> dict[str, Any]:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", "The last day is before the first.")
        return self.cleaned_data


class _OfAJudge(Action):
    abstract = True
    roles = MANAGERS
    of = Judge
    tab = "judges"

    def back_url(self) -> str:
        return reverse("campaigns:judge", args=[self.campaign.slug, self.row.pk])


class Discarding(_OfAJudge):
    name, title, happened = "rankings.discard", "Discard rankings", "Rankings discarded"
    explanation = (
        "Discarded rankings no longer count in progress, plan, reports and exports, and other judges get the "
        "items. This judge does not get them again. Nothing is deleted, and you can undo it. Reports made "
        "earlier keep what they read."
    )
    form = DiscardForm
    final = True

    def obstacles(self) -> list[str]:
        return [] if self.wanted().exists() else [NOTHING]

    def wanted(self, since: date | None = None, until: date | None = None) -> QuerySet[Ranking]:
        """The judge's counting rankings of these days, both included; an end that is None is open."""
        rankings = counting_rankings(self.campaign).filter(judge=self.row)
        if since is not None:
            rankings = rankings.filter(submitted_at__gte=_begin(since))
        if until is not None:
            rankings = rankings.filter(submitted_at__lt=_begin(until + timedelta(days=1)))
        return rankings

    def before(self, since: date | None, until: date | None, reason: str, hold: bool = False) -> None:
        if hold:
            if not self.wanted(since, until).exists():
                raise Refused(NOTHING)
            # In a transaction of its own: from here on no item is opened, so all items that an answer may be
            # on its way to are there for the next transaction to see.
            hold_judge(self.row)
            record_event(self.actor, "judge.hold", self.campaign.pk, judge=self.row.pk)

    def run(self, since: date | None, until: date | None, reason: str, hold: bool = False) -> Done:
        # Whoever hands in an answer changes its assignment first. So an answer on its way either is there
        # before this goes on, or waits for the end of this and finds the decision in its assignment.
        own = Assignment.objects.filter(judge=self.row)
        list(own.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        chosen = list(self.wanted(since, until).values_list("pk", flat=True))
        if not chosen:
            raise Refused(NOTHING)
        now = timezone.now()
        taken = Ranking.objects.filter(pk__in=chosen)
        own.filter(item__in=taken.values("item")).update(discarded_at=now)
        if since is until is None and not self.row.is_active:
            own.filter(state=Assignment.State.LENT, discarded_at=None).update(discarded_at=now)
        taken.update(is_current=False, discarded_at=now, discard_reason=reason)
        days = {"first_day": str(since or ""), "last_day": str(until or "")}
        detail = {"judge": self.row.pk, "rankings": len(chosen), **days, "reason": reason}
        said = plural(
            len(chosen),
            "{n} ranking of {name} is discarded.",
            "{n} rankings of {name} are discarded.",
            name=self.row.name,
        )
        return Done(said, detail, gives={"rankings": len(chosen)})


class Restoring(_OfAJudge):
    """All discarded rankings of the judge count again."""

    name, title, happened = "rankings.restore", "Let them count again", "Discarding undone"

    def obstacles(self) -> list[str]:
        discarded = Ranking.objects.filter(judge=self.row, discarded_at__isnull=False)
        return [] if discarded.exists() else ["No ranking of this judge is discarded."]

    def run(self) -> Done:
        own = Assignment.objects.filter(judge=self.row, discarded_at__isnull=False)
        list(own.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        discarded = Ranking.objects.filter(judge=self.row, discarded_at__isnull=False)
        back = discarded.update(is_current=True, discarded_at=None, discard_reason="")
        own.update(discarded_at=None)
        said = plural(back, "{n} ranking counts again.", "{n} rankings count again.")
        return Done(said, {"judge": self.row.pk, "rankings": back}, gives={"rankings": back})


def discards_of(judge: Judge) -> list[Any]:
    """What is discarded of a judge, the latest first: `discarded_at`, `rankings`, `reason` of each time."""
    discarded = Ranking.objects.filter(judge=judge, discarded_at__isnull=False)
    times = discarded.values("discarded_at").annotate(rankings=Count("pk"), reason=Max("discard_reason"))
    return list(times.order_by("-discarded_at"))


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
