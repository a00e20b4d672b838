"""What managers decide about items: flags of judges, items taken back from a judge, items retired."""

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
from rankings.models import Assignment, Campaign, Item, Judge, Ranking

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
        return f"{reverse('campaigns:item-browser', args=[self.campaign.slug])}?answers=to-review"

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


def leases(campaign: Campaign) -> QuerySet[Assignment]:
    """Items lent to judges and not finished, those included whose lease has run out; the oldest first."""
    return (
        Assignment.objects.filter(
            judge__campaign=campaign,
            state=Assignment.State.LENT,
            revoked_at__isnull=True,
            discarded_at__isnull=True,
            item__retired_at__isnull=True,
        )
        .select_related("judge", "item__sentence")
        .order_by("lent_at", "pk")
    )


class TakingBack(Action):
    """Take an item away from a judge: its slot is free at once, and the judge is not offered it again.

    A ranking that the judge sends in all the same is kept.
    """

    name, title, happened = "lease.revoke", "Take back", "Item taken back"
    roles = MANAGERS
    of = Assignment
    within = "judge__campaign"
    changes = False
    tab = "judges"

    def back_url(self) -> str:
        return f"{reverse('campaigns:item-browser', args=[self.campaign.slug])}?state=held"

    def run(self) -> Done:
        # The item is locked while its slots are counted.
        Item.objects.select_for_update(no_key=True).get(pk=self.row.item_id)
        held = leases(self.campaign).select_for_update(of=("self",)).filter(pk=self.row.pk).first()
        if held is None:
            raise Refused("The judge has finished the item in the meantime, or it was already taken back.")
        held.revoked_at = timezone.now()
        held.lease_expires_at = min(held.revoked_at, held.lease_expires_at)
        held.save(update_fields=["revoked_at", "lease_expires_at"])
        return Done("The item is available to others.", {"judge": held.judge_id, "item": held.item.number})


def retire(item: Item) -> None:
    """Hand out the item no more, nor its repetitions. The caller has checked that the campaign may change."""
    _family(item).filter(retired_at=None).update(retired_at=timezone.now())


class _OfAnItem(Action):
    abstract = True
    roles = MANAGERS
    of = Item
    by = "number"
    tab = "items"

    def rows(self) -> QuerySet[Item]:
        return super().rows().filter(original=None)

    def back_url(self) -> str:
        return reverse("campaigns:item", args=[self.campaign.slug, self.row.number])


class Retiring(_OfAnItem):
    """Hand an item out no more. Its rankings stay."""

    name, title, happened = "items.retire", "Retire the item", "Item retired"

    def obstacles(self) -> list[str]:
        return [f"Item {self.row.number} is retired already."] if self.row.retired_at else []

    def run(self) -> Done:
        retire(self.row)
        number = self.row.number
        return Done(f"Item {number} is retired: no judge gets it any more.", {"item": number})


class PuttingBack(_OfAnItem):
    """Hand out a retired item again, and with it the repetitions that were retired together with it."""

    name, title, happened = "items.put-back", "Put back", "Item put back"

    def obstacles(self) -> list[str]:
        return [] if self.row.retired_at else [f"Item {self.row.number} is not retired."]

    def run(self) -> Done:
        _family(self.row).update(retired_at=None)
        number = self.row.number
        return Done(f"Item {number} is back: judges can get it again.", {"item": number})


def _family(item: Item) -> QuerySet[Item]:
    """The item, what it repeats, and its repetitions."""
    return Item.objects.filter(
        Q(pk=item.pk) | Q(pk=item.original_id) | Q(original=item.original_id or item.pk)
    )
