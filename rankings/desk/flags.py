"""Flags raised by judges on items, and the managers' decisions."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from rankings.access.audience import MANAGERS
from rankings.access.refusals import Refused
from rankings.actions.action import Action, Done
from rankings.desk.retiring import retire
from rankings.models import Assignment, Campaign, FlagDecision, Judge, Ranking

Outcome = FlagDecision.Outcome
ANSWERS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Answered:
    """A decision as the judge who raised the flag reads it. `key` leads to the item, if it was lent."""

    sentence: str
    reason: str
    note: str
    outcome: str
    answer: str
    decided_at: datetime
    key: UUID | None
    skipped: bool


def open_flags(campaign: Campaign) -> QuerySet[Ranking]:
    """Flagged rankings without a decision, the oldest first.

    A judge who changes the ranking and leaves the flag as it is does not raise it again.
    """
    decided = FlagDecision.objects.filter(
        ranking__judge=OuterRef("judge"),
        ranking__item=OuterRef("item"),
        ranking__flag_reason=OuterRef("flag_reason"),
        ranking__flag_note=OuterRef("flag_note"),
    )
    return (
        flagged(campaign)
        .filter(~Exists(decided))
        .select_related("judge", "item__sentence")
        .order_by("submitted_at", "pk")
    )


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
        decision = FlagDecision.objects.create(
            ranking=raised, outcome=outcome, answer=answer, decided_by=self.actor
        )
        if outcome == Outcome.RETIRED:
            retire(raised.item)
        detail = {"outcome": outcome, "item": raised.item.number, "judge": raised.judge_id}
        return Done(f"{decision.get_outcome_display()}.", detail)


def answers_to(judge: Judge) -> list[Answered]:
    """Decisions about the judge's own flags, the latest first. One query."""
    own = Assignment.objects.filter(judge=judge, item=OuterRef("ranking__item"))
    # A manager may have put the item back since.
    in_retirement = Q(ranking__item__retired_at__isnull=False)
    decisions = (
        FlagDecision.objects.filter(ranking__judge=judge)
        .annotate(key=Subquery(own.values("key")[:1]), is_retired=Q(outcome=Outcome.RETIRED) & in_retirement)
        .filter(Q(is_retired=True) | ~Q(answer=""))
        .select_related("ranking__item__sentence")
        .order_by("-decided_at", "-pk")
    )
    return [
        Answered(
            sentence=decision.ranking.item.sentence.text,
            reason=decision.ranking.get_flag_reason_display(),
            note=decision.ranking.flag_note,
            outcome=_("The item is retired: no other judge gets it.") if decision.is_retired else "",
            answer=decision.answer,
            decided_at=decision.decided_at,
            key=decision.key,
            skipped=decision.ranking.skipped,
        )
        for decision in decisions[:ANSWERS_SHOWN]
    ]


def flagged(campaign: Campaign) -> QuerySet[Ranking]:
    """Current rankings with a flag, whether it was decided or not."""
    with_flag = ~Q(flag_reason="", flag_note="")
    return Ranking.objects.filter(with_flag, judge__campaign=campaign, is_current=True)
