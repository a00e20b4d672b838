"""Sampling items, changing the plan, and adding items once it is complete, as managers do them.

Items that are added then, top-ups, are sampled like those before. They carry a mark, so that progress counts
them apart and a report can leave them out.
"""

from dataclasses import replace
from typing import Any, cast

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Max
from django.urls import reverse

from appraise_gec.words import plural
from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done, EditAction
from rankings.formats.samples import SampledItem
from rankings.items.sampling import Sampler, sample_items
from rankings.models import Campaign, Item
from rankings.plan.progress import campaign_progress
from rankings.plan.sampling import (
    LARGEST_SEED,
    DrawOptions,
    corpus_sets,
    draw_items,
    earlier_draws,
    fresh_seed,
    may_replace_items,
    seeds_used,
    store_items,
)

MOST_ITEMS = 20_000
_LIMITS = {
    "judges_per_item": (1, 100),
    "judge_quota": (1, 100_000),
    "repeat_percent": (0, 50),
    "repeat_gap": (1, 1_000),
    "check_percent": (0, 50),
    "check_pass_percent": (0, 100),
    "least_checks": (1, 1_000),
}


class SampleForm(forms.Form):
    """How many items to draw, and how."""

    items = forms.IntegerField(
        min_value=1,
        max_value=MOST_ITEMS,
        initial=100,
        label="Items to sample",
        help_text="An item is one screen.",
    )
    sampler = forms.ChoiceField(
        choices=Campaign.Sampler.choices,
        widget=forms.RadioSelect,
        initial="diversity",
        label="Which sentences?",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=LARGEST_SEED,
        label="Seed",
        help_text="The same seed samples the same items. It is stored with the campaign.",
    )
    repeats = forms.BooleanField(
        required=False,
        initial=True,
        label="A sentence may be sampled more than once",
        help_text="As in 2015. A judge who meets the same sentence again shows how consistent judges are.",
    )
    only_differing = forms.BooleanField(
        required=False,
        initial=True,
        label="Leave out sentences on which all systems agree",
        help_text=(
            "There is nothing to rank in them. In 2015 they were sampled too and counted as ties; "
            "here judges "
            "never see them."
        ),
    )

    replace = forms.BooleanField(required=False, label="Replace the items sampled before")
    items_before = forms.IntegerField(
        required=False, widget=forms.HiddenInput, help_text="How many items there were when this was decided."
    )

    def adapt(self, action: Any) -> None:
        if not action.may_replace:
            del self.fields["replace"]


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
    section = "#plan"

    @property
    def now_called(self) -> str:
        return "Sample again" if self.may_replace else "Add items" if self.item_count else "Sample the items"

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
            DrawOptions(**wanted),
            self.actor,
            items_before=self.item_count if items_before is None else items_before,
            replace=replace,
        )
        return Done(f"Items are sampled: the campaign now has {total:,}.", None, gives={"items": total})


class PlanForm(forms.ModelForm):  # type: ignore[type-arg]
    """How many judges, repetitions, check items and training items."""

    class Meta:
        model = Campaign
        fields = (
            "judges_per_item",
            "judge_quota",
            "repeat_percent",
            "repeat_gap",
            "begins_with_training",
            "check_percent",
            "least_checks",
            "check_pass_percent",
            "stops_at_failed_checks",
        )
        labels = {
            "repeat_percent": "Items shown again to the same judge (%)",
            "check_percent": "Check items (%)",
            "check_pass_percent": "Minimum pass rate (%)",
            "stops_at_failed_checks": "Judges who pass fewer get no further items",
        }
        help_texts = {
            "judges_per_item": "With 2 or more, agreement between judges can be measured.",
            "judge_quota": "Repetitions and check items count, training does not. Empty: no limit.",
            "repeat_percent": "Needed to measure the agreement of judges with themselves. 0 switches it off.",
            "repeat_gap": "How many other items a judge ranks before an item is repeated.",
            "check_percent": "Items with a known answer, spread evenly over each judge's work. 0: none.",
            "least_checks": "No judge is assessed before that.",
            "stops_at_failed_checks": "Their rankings stay. Otherwise the overview shows the pass rate.",
            "begins_with_training": "Every judge ranks them first and reads the explanations.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (least, most) in _LIMITS.items():
            self.fields[name].validators += [MinValueValidator(least), MaxValueValidator(most)]
            self.fields[name].widget.attrs.update(min=least, max=most)


class Planning(EditAction, _OfThePlan):
    """Judges per item, repetitions, limits, check and training items."""

    name, title, happened = "plan.edit", "Save the plan", "Plan changed"
    form = PlanForm
    section = "#plan"

    def run(self, **wanted: Any) -> Done:
        changed = {name: value for name, value in wanted.items() if getattr(self.campaign, name) != value}
        super().run(**changed)
        return Done("The plan is saved.", changed or None)


class TopUpForm(forms.Form):
    """How many items to add once the plan is complete."""

    items = forms.IntegerField(min_value=1, max_value=2_000, initial=50, label="Items to add at most")
    seed = forms.IntegerField(
        min_value=0, max_value=LARGEST_SEED, label="Seed", help_text="The same seed adds the same items."
    )


class ToppingUp(_OfThePlan):
    """Add the proposed items with their mark."""

    name, title, happened = "items.top-up", "Add items", "Top-up added"
    explanation = (
        "When the plan is complete, more items can be added, of sentences that no item shows yet as long as "
        "there are any. They are marked, and a report can leave them out."
    )
    form = TopUpForm

    def initial(self) -> dict[str, Any]:
        return {"seed": fresh_seed()}

    def obstacles(self) -> list[str]:
        progress = campaign_progress(self.campaign)
        if progress.target and progress.planned >= progress.target:
            return []
        return [
            f"The plan is not complete yet: {progress.planned:,} of {progress.target:,} rankings are done. "
            "Top-ups come after that."
        ]

    def run(self, items: int, seed: int) -> Done:
        if seed in seeds_used(self.campaign):
            raise Refused(f"The seed {seed} was used before. Take another.")
        chosen, new_sentences = propose(self.campaign, items, seed)
        earlier = self.campaign.items.aggregate(last=Max("top_up"))["last"] or 0
        store_items(self.campaign, corpus_sets(self.campaign), chosen, top_up=earlier + 1)
        number = len(chosen)
        said = plural(number, "{n} item is added", "{n} items are added")
        fresh = plural(new_sentences, "{n} shows a new sentence", "{n} show new sentences")
        gives = {"items": number, "new_sentences": new_sentences, "seed": seed}
        return Done(f"{said}: {fresh}.", {"items": number, "seed": seed}, gives=gives)


def propose(campaign: Campaign, items: int, seed: int) -> tuple[list[SampledItem], int]:
    """At most `items` items of different sentences, as the campaign samples; how many show a new sentence.

    Sentences that no item shows come first, others are the reserve. The same arguments give the same items.
    Raises `Refused` where systems differ on no sentence.
    """
    corpus = corpus_sets(campaign)
    used = set(campaign.items.values_list("sentence_id", flat=True))
    differing = [place for place, outputs in enumerate(corpus.sets) if len(outputs) > 1]
    fresh = [place for place in differing if corpus.sentence_keys[place] not in used]
    shown = [place for place in differing if corpus.sentence_keys[place] in used]
    chosen: list[SampledItem] = []
    for places in (fresh, shown):
        drawn = sample_items(
            [corpus.sets[place] for place in places],
            items=min(items - len(chosen), len(places)),
            seed=seed,
            max_outputs=campaign.max_outputs,
            sampler=cast("Sampler", campaign.sampler),
            replacement=False,
        )
        chosen += [
            replace(one, number=number, sentence=places[one.sentence])
            for number, one in enumerate(drawn, start=len(chosen))
        ]
    if not chosen:
        raise Refused("All systems agree on every sentence, so there is nothing to rank.")
    return chosen, min(len(chosen), len(fresh))
