"""Top-ups: items that a person adds once the plan is complete, sampled like those before.

They carry a mark, so that progress counts them apart and a report can leave them out.
"""

from dataclasses import dataclass, replace
from typing import cast

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable, refuse_when_frozen
from rankings.items.sampling import SampledItem, Sampler, sample_items
from rankings.models import Campaign, Item, TopUp
from rankings.plan.progress import campaign_progress
from rankings.plan.sampling import corpus_sets, store_items

MOST_ITEMS = 2_000


@dataclass(frozen=True, slots=True)
class Proposal:
    """Items to add. `new_sentences` of them show a sentence that no item shows yet."""

    items: tuple[SampledItem, ...]
    new_sentences: int
    seed: int


def propose(campaign: Campaign, items: int, seed: int) -> Proposal:
    """At most `items` items of different sentences, as the campaign samples.

    Sentences that no item shows come first, others are the reserve. The same arguments give the same items.
    Raises `Refused` as long as the plan is not filled, and where systems differ on no sentence.
    """
    progress = campaign_progress(campaign)
    if progress.planned < progress.target or not progress.target:
        raise Refused(
            f"The plan is not complete yet: {progress.planned:,} of {progress.target:,} rankings "
            "are done. Top-ups come after that."
        )
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
    return Proposal(tuple(chosen), min(len(chosen), len(fresh)), seed)


def add_top_up(campaign: Campaign, proposal: Proposal, actor: User, *, items_before: int) -> TopUp:
    """Store the proposed items with their mark, and log them.

    `items_before` is the number of items when the person decided; `Refused` if it has changed since.
    """
    refuse_when_frozen(campaign)
    corpus = corpus_sets(campaign)
    with editable(campaign) as current:
        if planned_items(current) != items_before:
            raise Refused("Items were added in the meantime. Look at the proposal again.")
        top_up = TopUp.objects.create(campaign=current, seed=proposal.seed, created_by=actor)
        store_items(current, corpus, proposal.items, top_up=top_up)
        record_event(actor, "items.top-up", current.pk, items=len(proposal.items), seed=proposal.seed)
    return top_up


def planned_items(campaign: Campaign) -> int:
    """Drawn items of the campaign, top-ups included."""
    return campaign.items.filter(purpose=Item.Purpose.JUDGING).count()
