"""Flags raised by judges on items, and the managers' decisions."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done
from rankings.desk.retiring import retire
from rankings.models import Assignment, Campaign, Judge, Ranking

Outcome = Ranking.FlagOutcome
ANSWERS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Answered:
    """A decision as the judge who raised the flag reads it. `key` leads to the item, if it was lent."""

    sentence: str
    reason: str
    note: str
    outcome: str
    answer: str
    decided_at: datetime | None
    key: UUID | None
    skipped: bool


def open_flags(campaign: Campaign) -> QuerySet[Ranking]:
    """Flagged rankings without a decision, the oldest first.

    A judge who changes the ranking and leaves the flag as it is does not raise it again.
    """
    decided = Ranking.objects.filter(
        judge=OuterRef("judge"),
        item=OuterRef("item"),
        flag_reason=OuterRef("flag_reason"),
        flag_note=OuterRef("flag_note"),
        flag_decided_at__isnull=False,
    )
    return (
        flagged(campaign)
        .filter(~Exists(decided))
        .select_related("judge", "item__sentence")
        .order_by("submitted_at", "pk")
    )


def decided_flags(campaign: Campaign) -> QuerySet[Ranking]:
    """Flags that were decided, the latest first."""
    decided = Ranking.objects.filter(judge__campaign=campaign, flag_decided_at__isnull=False)
    return decided.select_related("judge", "item__sentence").order_by("-flag_decided_at", "-pk")


class DecisionForm(forms.Form):
    """What to do about a flag, and a word to the judge."""

    outcome = forms.ChoiceField(label="Decision", choices=Outcome.choices, widget=forms.RadioSelect)
    answer = forms.CharField(
        required=False,
        label="Answer to the judge",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("outcome") == Outcome.ANSWERED and not self.cleaned_data.get("answer"):
            self.add_error("answer", "Write the answer for the judge.")
        return self.cleaned_data


class Deciding(Action):
    """Retire the item, answer the judge, or dismiss the flag. An answer may come with each of them."""

    name, title, happened = "flag.decide", "Review the flag", "Flag reviewed"
    roles = MANAGERS
    of = Ranking
    within = "judge__campaign"
    form = DecisionForm
    tab = "items"

    def explain(self) -> str:
        said = self.row.get_flag_reason_display() or "A note"
        note = f": “{self.row.flag_note}”" if self.row.flag_note else ""
        ranked = "without a ranking" if self.row.skipped else "beside a ranking"
        return f"{self.row.judge.name} on item {self.row.item.number}, {ranked}. {said}{note}"

    def back_url(self) -> str:
        return f"{reverse('campaigns:item-browser', args=[self.campaign.slug])}?flags=open"

    def run(self, outcome: str, answer: str) -> Done:
        raised = open_flags(self.campaign).filter(pk=self.row.pk).first()
        if raised is None:
            raise Refused(
                "Somebody else has reviewed this flag in the meantime, or the judge has withdrawn it."
            )
        raised.flag_outcome, raised.flag_answer, raised.flag_decided_at = outcome, answer, timezone.now()
        raised.save(update_fields=["flag_outcome", "flag_answer", "flag_decided_at"])
        if outcome == Outcome.RETIRED:
            retire(raised.item)
        detail = {"outcome": outcome, "item": raised.item.number, "judge": raised.judge_id}
        return Done(f"{raised.get_flag_outcome_display()}.", detail)


def answers_to(judge: Judge) -> list[Answered]:
    """Decisions about the judge's own flags, the latest first. One query."""
    own = Assignment.objects.filter(judge=judge, item=OuterRef("item"))
    # A manager may have put the item back since.
    retired = Q(flag_outcome=Outcome.RETIRED, item__retired_at__isnull=False)
    decided = (
        Ranking.objects.filter(judge=judge, flag_decided_at__isnull=False)
        .annotate(key=Subquery(own.values("key")[:1]))
        .filter(retired | ~Q(flag_answer=""))
        .select_related("item__sentence")
        .order_by("-flag_decided_at", "-pk")
    )
    return [
        Answered(
            sentence=ranking.item.sentence.text,
            reason=ranking.get_flag_reason_display(),
            note=ranking.flag_note,
            outcome=_("The item is retired: no other judge gets it.")
            if ranking.flag_outcome == Outcome.RETIRED and ranking.item.retired_at
            else "",
            answer=ranking.flag_answer,
            decided_at=ranking.flag_decided_at,
            key=ranking.key,
            skipped=ranking.skipped,
        )
        for ranking in decided[:ANSWERS_SHOWN]
    ]


def flagged(campaign: Campaign) -> QuerySet[Ranking]:
    """Current rankings with a flag, whether it was decided or not."""
    with_flag = ~Q(flag_reason="", flag_note="")
    return Ranking.objects.filter(with_flag, judge__campaign=campaign, is_current=True)
