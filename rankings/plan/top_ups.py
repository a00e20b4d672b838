"""Top-ups: items that a person adds once the plan is complete, sampled like those before.

They carry a mark, so that progress counts them apart and a report can leave them out.
"""

from dataclasses import replace
from typing import Any, cast

from django import forms
from django.db.models import Max
from django.urls import reverse

from appraise_gec.words import plural
from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done
from rankings.items.sampling import SampledItem, Sampler, sample_items
from rankings.models import Campaign
from rankings.plan.progress import campaign_progress
from rankings.plan.sampling import LARGEST_SEED, corpus_sets, fresh_seed, seeds_used, store_items


def propose(campaign: Campaign, items: int, seed: int) -> tuple[list[SampledItem], int]:
    """At most `items` items of different sentences, as the campaign samples; how many show a new sentence.

    Sentences that no item shows come first, others are the reserve. The same arguments give the same items.
    Raises `Refused` as long as the plan is not filled, and where systems differ on no sentence.
    """
    if reasons := why_not_yet(campaign):
        raise Refused(*reasons)
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


class TopUpForm(forms.Form):
    """How many items to add once the plan is complete."""

    items = forms.IntegerField(min_value=1, max_value=2_000, initial=50, label="Items to add at most")
    seed = forms.IntegerField(
        min_value=0, max_value=LARGEST_SEED, label="Seed", help_text="The same seed adds the same items."
    )


class ToppingUp(Action):
    """Add the proposed items with their mark."""

    name, title, happened = "items.top-up", "Add items", "Top-up added"
    explanation = (
        "When the plan is complete, more items can be added, of sentences that no item shows yet as long as "
        "there are any. They are marked, and a report can leave them out."
    )
    roles = MANAGERS
    form = TopUpForm
    tab = "design"

    def initial(self) -> dict[str, Any]:
        return {"seed": fresh_seed()}

    def back_url(self) -> str:
        return reverse("campaigns:design", args=[self.campaign.slug])

    def obstacles(self) -> list[str]:
        return why_not_yet(self.campaign)

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


def why_not_yet(campaign: Campaign) -> list[str]:
    """Why nothing can be added: the plan is not filled."""
    progress = campaign_progress(campaign)
    if progress.target and progress.planned >= progress.target:
        return []
    return [
        f"The plan is not complete yet: {progress.planned:,} of {progress.target:,} rankings are done. "
        "Top-ups come after that."
    ]
