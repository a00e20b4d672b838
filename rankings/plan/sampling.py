"""Sample a campaign's items, and store them."""

import secrets
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.services import record_event
from rankings.access import Refused, editable, refuse_when_frozen
from rankings.formats.records import OutputSet
from rankings.formats.samples import SampledItem
from rankings.items.collapse import collapse
from rankings.items.sampling import Sampler, sample_items
from rankings.models import Campaign, Item, ItemOutput, ItemOutputSystem, Output, Ranking, Sentence, System

LARGEST_SEED = 2**53 - 1  # the largest whole number that a browser keeps exactly
BATCH = 5_000
# Whose texts are in memory together.
SENTENCES_AT_ONCE = 1_000
DRAW_ACTIONS = ("items.draw", "items.top-up")


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """How items are drawn.

    `repeats`: a sentence may be drawn again. `only_differing`: sentences on which all systems agree are out.
    """

    items: int
    seed: int
    sampler: Sampler = "diversity"
    repeats: bool = True
    only_differing: bool = True


@dataclass(frozen=True, slots=True)
class CorpusSets:
    """The distinct outputs of every sentence that has any, beside the sentence's key; without their texts.

    What is sampled depends on who shares outputs, so texts are "0", "1" and so on, and equal sets are one
    object; `texts_of` reads those of the few sentences that were sampled.
    """

    sentence_keys: "array[int]"
    sets: Sequence[OutputSet]
    names: dict[int, str]

    def texts_of(self, places: Iterable[int]) -> Iterator[tuple[int, OutputSet]]:
        """The sets at these places with their texts, block by block; each place once, in their order."""
        wanted = list(dict.fromkeys(places))
        for first in range(0, len(wanted), SENTENCES_AT_ONCE):
            block = wanted[first : first + SENTENCES_AT_ONCE]
            keys = [self.sentence_keys[place] for place in block]
            yield from zip(block, sets_of(keys, self.names), strict=True)


def corpus_sets(campaign: Campaign) -> CorpusSets:
    """Collapse the campaign's outputs, sentence by sentence; systems in the order they were given in.

    Texts are read a block of sentences at a time, so that the memory does not grow with them.
    """
    names = dict(campaign.systems.taking_part().order_by("pk").values_list("pk", "name"))
    sentences = Sentence.objects.filter(campaign=campaign).order_by("index").values_list("pk", flat=True)
    keys, sets = array("q"), list[OutputSet]()
    known: dict[tuple[tuple[str, ...], ...], OutputSet] = {}
    every = array("q", sentences.iterator(chunk_size=BATCH))
    for first in range(0, len(every), SENTENCES_AT_ONCE):
        block = every[first : first + SENTENCES_AT_ONCE]
        for key, outputs in zip(block, sets_of(block, names), strict=True):
            if outputs.texts:
                keys.append(key)
                numbered = OutputSet(tuple(map(str, range(len(outputs)))), outputs.systems)
                sets.append(known.setdefault(outputs.systems, numbered))
    return CorpusSets(keys, sets, names)


def outputs_of(sentence: Sentence) -> OutputSet:
    """The distinct outputs of one sentence; none where it has no output."""
    systems = System.objects.taking_part().filter(campaign=sentence.campaign_id).order_by("pk")
    return sets_of([sentence.pk], dict(systems.values_list("pk", "name")))[0]


def sets_of(sentences: Sequence[int], names: Mapping[int, str]) -> list[OutputSet]:
    """The distinct outputs of these sentences; none for a sentence without any."""
    rows = Output.objects.filter(sentence_id__in=sentences).values_list("sentence_id", "system_id", "text")
    outputs: dict[int, dict[int, str]] = {key: {} for key in sentences}
    for sentence, system, text in rows.iterator(chunk_size=BATCH):
        outputs[sentence][system] = text
    return [
        collapse({name: by_system[key] for key, name in names.items() if key in by_system})
        for by_system in outputs.values()
    ]


def may_replace_items(campaign: Campaign) -> bool:
    """Whether items may be thrown away and drawn again: nobody can have seen them yet."""
    if campaign.state != Campaign.State.DRAFT:
        return False
    return not Ranking.objects.filter(item__campaign=campaign).exists()


def draw_items(
    campaign: Campaign, options: DrawOptions, actor: User | None, *, items_before: int, replace: bool = False
) -> int:
    """Draw and store items; returns how many the campaign has then.

    `items_before` is the number of items that the person saw when deciding. When it is no longer true (a
    second click, a colleague), nothing is drawn and `Refused` is raised; so also for a frozen campaign, for a
    seed that was used before, and for options that cannot be met.
    """
    refuse_when_frozen(campaign)
    corpus = corpus_sets(campaign)
    drawn = _sample(corpus, options, campaign.max_outputs)
    with editable(campaign) as current:
        before = current.items.filter(purpose=Item.Purpose.JUDGING).count()
        if before != items_before:
            raise Refused(
                f"Other items were sampled in the meantime: there are {before} now. Look at them "
                "before sampling more."
            )
        if replace:
            if not may_replace_items(current):
                raise Refused(
                    "Items cannot be replaced any more: judges may have seen them. Add items instead."
                )
            # Training and check items were not drawn here and stay.
            current.items.filter(purpose=Item.Purpose.JUDGING).delete()
            before = 0
        elif before and options.seed in seeds_used(current):
            raise Refused(
                f"The seed {options.seed} was used before and would draw the same items. Take another."
            )
        store_items(current, corpus, drawn)
        current.sampler = options.sampler
        if not before:
            current.seed = options.seed
        current.save(update_fields=["sampler", "seed"])
        record_event(
            actor,
            "items.draw",
            current.pk,
            items=options.items,
            seed=options.seed,
            sampler=options.sampler,
            repeats=options.repeats,
            only_differing=options.only_differing,
            replaced=items_before if replace else None,
        )
    campaign.refresh_from_db()
    return before + len(drawn)


def earlier_draws(campaign: Campaign) -> list[AuditEvent]:
    """The samples of this campaign, those of top-ups too, newest first."""
    return list(campaign.audit_events.filter(action__in=DRAW_ACTIONS).select_related("actor"))


def _sample(corpus: CorpusSets, options: DrawOptions, max_outputs: int) -> list[SampledItem]:
    if not corpus.sets:
        raise Refused("The campaign has no outputs to sample.")
    least = 2 if options.only_differing else 1
    possible = sum(len(outputs) >= least for outputs in corpus.sets)
    if not possible:
        raise Refused("All systems agree on every sentence, so there is nothing to rank.")
    if not options.repeats and options.items > possible:
        raise Refused(
            f"Only {possible:,} sentences can be drawn. Ask for fewer items, or let sentences be "
            "drawn more than once."
        )
    return sample_items(
        corpus.sets,
        items=options.items,
        seed=options.seed,
        max_outputs=max_outputs,
        sampler=options.sampler,
        replacement=options.repeats,
        least_outputs=least,
    )


def fresh_seed() -> int:
    """A seed that is short enough to copy by hand."""
    return secrets.randbelow(1_000_000)


def seeds_used(campaign: Campaign) -> set[int]:
    """The seeds of all samples so far: each would give the same items again."""
    details = campaign.audit_events.filter(action__in=DRAW_ACTIONS).values_list("detail", flat=True)
    return {detail["seed"] for detail in details if "seed" in detail} | {campaign.seed or -1}


def store_items(
    campaign: Campaign,
    corpus: CorpusSets,
    drawn: Sequence[SampledItem],
    top_up: int | None = None,
) -> None:
    """Store the items behind those that the campaign has. The caller holds the campaign's row."""
    texts = _sampled_texts(corpus, drawn)
    last = campaign.items.aggregate(last=Max("number"))["last"]
    start = (last or 0) + 1
    items = Item.objects.bulk_create(
        (
            Item(
                campaign=campaign,
                sentence_id=corpus.sentence_keys[sample.sentence],
                number=start + sample.number,
                top_up=top_up,
            )
            for sample in drawn
        ),
        batch_size=BATCH,
    )
    store_outputs(
        campaign,
        items,
        [OutputSet(texts[sampled.number], sampled.outputs.systems) for sampled in drawn],
    )


def store_outputs(campaign: Campaign, items: Sequence[Item], shown: Sequence[OutputSet]) -> None:
    """Store what each of these items, which are new, shows."""
    outputs = ItemOutput.objects.bulk_create(
        (
            ItemOutput(item=item, position=position, text=text)
            for item, output_set in zip(items, shown, strict=True)
            for position, text in enumerate(output_set.texts)
        ),
        batch_size=BATCH,
    )
    keys = dict(System.objects.filter(campaign=campaign).values_list("name", "pk"))
    groups = (systems for output_set in shown for systems in output_set.systems)
    ItemOutputSystem.objects.bulk_create(
        (
            ItemOutputSystem(item_id=output.item_id, output=output, system_id=keys[name])
            for output, systems in zip(outputs, groups, strict=True)
            for name in systems
        ),
        batch_size=BATCH,
    )


def _sampled_texts(corpus: CorpusSets, drawn: Sequence[SampledItem]) -> dict[int, tuple[str, ...]]:
    """The texts of sampled outputs by the number of their item; a sentence may be sampled more than once."""
    of_sentence: dict[int, list[SampledItem]] = {}
    for sampled in drawn:
        of_sentence.setdefault(sampled.sentence, []).append(sampled)
    return {
        sampled.number: tuple(full.texts[int(number)] for number in sampled.outputs.texts)
        for place, full in corpus.texts_of(of_sentence)
        for sampled in of_sentence[place]
    }
