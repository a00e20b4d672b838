"""Sampling items and changing the plan, as managers do them."""

from dataclasses import asdict
from typing import Any

from django.urls import reverse

from appraise_gec.accounts.models import ApiToken
from rankings.access.audience import MANAGERS
from rankings.actions.action import Action, Done, EditAction
from rankings.formats.results import to_json
from rankings.models import Item
from rankings.plan.design import DesignTerms, ask_for_design, newest_design
from rankings.plan.forms import DesignForm, PlanForm, SampleForm, fresh_seed
from rankings.plan.sampling import DrawOptions, draw_items, earlier_draws, may_replace_items


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

    def facts(self) -> dict[str, Any]:
        """The samples so far."""
        draws = [{"at": draw.at, **draw.detail} for draw in earlier_draws(self.campaign)]
        return {"items": self.item_count, "may_replace": self.may_replace, "draws": draws}

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

    def facts(self) -> dict[str, Any]:
        """The newest answer, or how far the work on it is."""
        newest = newest_design(self.campaign)
        if newest is None:
            return {"state": None, "result": None}
        job = newest.job
        return {
            "state": job.state,
            "progress": job.progress,
            "error": job.error,
            "asked": asdict(newest.asked),
            "seconds_from": newest.seconds_from,
            "is_current": newest.is_current,
            "too_few": newest.too_few,
            "result": None if newest.plan is None else to_json(newest.plan),
        }

    def run(self, **terms: Any) -> Done:
        job = ask_for_design(self.campaign, self.actor, DesignTerms(**terms))
        return Done("Designs are being compared.", None, gives={"job": str(job.pk)})
