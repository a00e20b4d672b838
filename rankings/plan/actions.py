"""Sampling items, changing the plan, and making check items, as managers do them."""

from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import ApiToken
from appraise_gec.words import plural
from rankings.access.audience import MANAGERS
from rankings.actions.action import Action, Done, EditAction
from rankings.models import Item
from rankings.plan.design import DesignTerms, ask_for_design, newest_design
from rankings.plan.forms import DesignForm, MakeChecksForm, PlanForm, SampleForm, fresh_seed
from rankings.plan.known_answers import make_checks
from rankings.plan.sampling import DrawOptions, draw_items, may_replace_items


class _OfThePlan(Action):
    abstract = True
    roles = MANAGERS
    tab = "design"
    section = ""

    def back_url(self) -> str:
        return reverse("campaigns:design", args=[self.campaign.slug]) + self.section


class Sampling(_OfThePlan):
    """Draw items, after those that there are or instead of them."""

    name, title, happened = "items.draw", "Sample items", "Items sampled"
    form = SampleForm

    @property
    def may_replace(self) -> bool:
        return self.item_count > 0 and may_replace_items(self.campaign)

    @property
    def item_count(self) -> int:
        """How many items were sampled so far."""
        return self.campaign.items.filter(purpose=Item.Purpose.JUDGING).count()

    def initial(self) -> dict[str, Any]:
        return {
            "items": min(100, max(1, self.campaign.sentences.count())),
            "sampler": self.campaign.sampler,
            "seed": fresh_seed(),
            "replace": self.may_replace,
            "items_before": self.item_count,
        }

    def run(self, items_before: int | None, replace: bool = False, **wanted: Any) -> Done:
        total = draw_items(
            self.campaign,
            DrawOptions(**wanted, judges_per_item=self.campaign.judges_per_item),
            self.actor,
            items_before=self.item_count if items_before is None else items_before,
            replace=replace,
        )
        said = f"Items are sampled: the campaign now has {total:,}."
        url = "" if self.campaign.judges.exists() else self.campaign.get_absolute_url()
        return Done(said, None, url=url, gives={"items": total})


class Planning(EditAction, _OfThePlan):
    """Judges per item, repetitions, limits, check and training items."""

    name, title, happened = "plan.edit", "Save the plan", "Plan changed"
    form = PlanForm
    section = "#plan"

    def run(self, **wanted: Any) -> Done:
        changed = {name: value for name, value in wanted.items() if getattr(self.campaign, name) != value}
        super().run(**changed)
        return Done("The plan is saved.", changed or None)


class MakingChecks(_OfThePlan):
    """Make check items of a kind that needs no person's answer."""

    name, title, happened = "checks.make", "Create check items", "Check items made"
    form = MakeChecksForm
    section = "#checks"

    def run(self, kind: str, number: int, seed: int | None) -> Done:
        seed = fresh_seed() if seed is None else seed
        made = make_checks(self.campaign, kind, number, seed, self.actor)
        told = plural(made, "{n} check item is made.", "{n} check items are made.")
        if made != number:
            told += f" No more than {made:,} sentences are suitable."
        if not self.campaign.check_percent:
            told += " Judges get none of them while the share of check items is 0 %."
        return Done(told, None, gives={"made": made, "seed": seed})


class RemovingKnown(_OfThePlan):
    """Hand out a check or training item no more. Answers that were given to it stay."""

    name, title, happened = "known.retire", "Remove", "Item with a known answer removed"
    of = Item
    by = "number"
    section = "#checks"

    def rows(self) -> QuerySet[Item]:
        return super().rows().filter(purpose__in=(Item.Purpose.CHECK, Item.Purpose.TRAINING))

    def run(self) -> Done:
        changed = Item.objects.filter(pk=self.row.pk, retired_at=None).update(retired_at=timezone.now())
        detail = {"item": self.row.number} if changed else None
        return Done("The item is no longer given to judges.", detail)


class AskingForDesign(_OfThePlan):
    """Look for the design that gives the same order again at least cost."""

    name, title, happened = "design.ask", "Compare designs", "Designs compared"
    form = DesignForm
    changes = False
    scope = ApiToken.Scope.COMPUTE
    section = "#design"

    def initial(self) -> dict[str, Any]:
        newest = newest_design(self.campaign)
        return asdict(newest.asked) if newest else {}

    def run(self, **terms: Any) -> Done:
        job = ask_for_design(self.campaign, self.actor, DesignTerms(**terms))
        return Done("Designs are being compared.", None, gives={"job": str(job.pk)})
