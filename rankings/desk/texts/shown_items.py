"""What the items of a campaign show, who may have seen it, and putting other outputs into unseen ones."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rankings.formats.records import OutputSet
from rankings.items.collapse import collapse, collapse_key
from rankings.judgments.stored import counting_rankings
from rankings.models import Assignment, Campaign, Item, ItemOutputSystem, Output, Ranking, System
from rankings.plan.sampling import store_outputs

AT_ONCE = 5_000
Purpose = Item.Purpose


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item of the plan or a repetition, with the outputs that it shows and the systems behind them.

    `is_seen` where it is or was lent to anybody or has a ranking.
    """

    key: int
    number: int
    sentence: int
    purpose: str
    is_imported: bool
    top_up: int | None
    is_retired: bool
    is_seen: bool
    outputs: OutputSet

    def shows(self, system: str) -> str | None:
        """The system's output, if it is among those shown."""
        for text, systems in zip(self.outputs.texts, self.outputs.systems, strict=True):
            if system in systems:
                return text
        return None

    @property
    def may_be_rebuilt(self) -> bool:
        """Whether nobody has seen it, so that it can show other outputs."""
        return not self.is_seen and not self.is_imported and self.purpose == Purpose.JUDGING


def shown_items(campaign: Campaign, *, system: System | None = None) -> list[ShownItem]:
    """Items by number; only those that show a system where one is asked for."""
    items = Item.objects.filter(campaign=campaign, purpose__in=(Purpose.JUDGING, Purpose.REPEAT))
    if system is not None:
        items = items.filter(
            pk__in=ItemOutputSystem.objects.filter(item__campaign=campaign, system=system).values("item")
        )
    rows = list(
        items.order_by("number", "pk").values_list(
            "pk", "number", "sentence_id", "purpose", "is_imported", "top_up_id", "retired_at"
        )
    )
    seen = _seen(campaign)
    outputs = _outputs_of(campaign)
    return [
        ShownItem(
            key,
            number,
            sentence,
            purpose,
            is_imported,
            top_up,
            is_retired=retired_at is not None,
            is_seen=key in seen,
            outputs=outputs.get(key, OutputSet((), ())),
        )
        for key, number, sentence, purpose, is_imported, top_up, retired_at in rows
    ]


def lock_items(campaign: Campaign) -> None:
    """Keep judges from being lent items until the end of the transaction."""
    rows = Item.objects.filter(campaign=campaign, purpose=Purpose.JUDGING, is_imported=False)
    # As whoever lends an item does, so that items are either lent before, or as they are afterwards.
    list(rows.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))


def replace_items(campaign: Campaign, items: Sequence[ShownItem], shown: Sequence[OutputSet]) -> None:
    """Unseen items with other outputs, under their numbers. The caller has locked them.

    They get new keys: who was about to be lent the former one finds it gone, and looks again.
    """
    for first in range(0, len(items), AT_ONCE):
        part = items[first : first + AT_ONCE]
        rows = Item.objects.in_bulk([item.key for item in part])
        fresh = [rows[item.key] for item in part]
        Item.objects.filter(pk__in=list(rows)).delete()
        for row in fresh:
            row.pk, row._state.adding = None, True
        Item.objects.bulk_create(fresh)
        store_outputs(campaign, fresh, shown[first : first + AT_ONCE])


def make_items_like(campaign: Campaign, items: Sequence[ShownItem], shown: Sequence[OutputSet]) -> list[int]:
    """New items of the same sentences, behind all others. Returns their numbers."""
    last = Item.objects.filter(campaign=campaign).order_by("-number").values_list("number", flat=True).first()
    start = 0 if last is None else last + 1
    made = Item.objects.bulk_create(
        (
            Item(
                campaign=campaign,
                sentence_id=item.sentence,
                number=start + place,
                top_up_id=item.top_up,
            )
            for place, item in enumerate(items)
        ),
        batch_size=AT_ONCE,
    )
    store_outputs(campaign, made, shown)
    return [item.number for item in made]


def full_sets(
    campaign: Campaign,
    sentences: Collection[int],
    *,
    joining: tuple[str, Mapping[int, str]] | None = None,
    without: Collection[str] = (),
) -> dict[int, OutputSet]:
    """All distinct outputs of these sentences, by key: those of the systems that take part.

    `joining` is a system more, with its outputs by sentence; `without` names systems to leave out.
    """
    systems = campaign.systems.taking_part().exclude(name__in=list(without))
    names = dict(systems.order_by("pk").values_list("pk", "name"))
    outputs: dict[int, dict[int, str]] = {key: {} for key in sentences}
    keys = list(outputs)
    for first in range(0, len(keys), AT_ONCE):
        rows = Output.objects.filter(sentence_id__in=keys[first : first + AT_ONCE], system__in=list(names))
        for sentence, system, text in rows.values_list("sentence_id", "system_id", "text").iterator():
            outputs[sentence][system] = text
    found = {}
    for sentence, by_system in outputs.items():
        by_name = {name: by_system[key] for key, name in names.items() if key in by_system}
        if joining is not None and sentence in joining[1]:
            by_name[joining[0]] = joining[1][sentence]
        found[sentence] = collapse(by_name)
    return found


def renamed(item: ShownItem, names: Mapping[str, str]) -> ShownItem:
    """The item with systems under other names; those that become "" are left out, and outputs of nobody."""
    kept = [
        (text, tuple(names.get(system, system) for system in systems if names.get(system, system)))
        for text, systems in zip(item.outputs.texts, item.outputs.systems, strict=True)
    ]
    kept = [(text, systems) for text, systems in kept if systems]
    return replace(
        item,
        outputs=OutputSet(tuple(text for text, _ in kept), tuple(systems for _, systems in kept)),
    )


def same_output(shown: str, output: str) -> bool:
    return collapse_key(shown) == collapse_key(output)


def pairs_of_systems(campaign: Campaign) -> dict[str, int]:
    """In how many pairs of systems each stands, over all rankings that count; tied outputs are pairs, too."""
    ranked = counting_rankings(campaign).filter(skipped=False).order_by()
    rankings = Counter(ranked.values_list("item_id", flat=True))
    producers = ItemOutputSystem.objects.filter(item__campaign=campaign).order_by()
    members: dict[int, list[str]] = defaultdict(list)
    for item, name in producers.values_list("item_id", "system__name").iterator(chunk_size=AT_ONCE):
        if item in rankings:
            members[item].append(name)
    pairs: Counter[str] = Counter()
    for item, names in members.items():
        for name in names:
            pairs[name] += rankings[item] * (len(names) - 1)
    return dict(pairs)


def _seen(campaign: Campaign) -> set[int]:
    lent = Assignment.objects.filter(item__campaign=campaign).order_by().values_list("item_id", flat=True)
    ranked = Ranking.objects.filter(item__campaign=campaign).order_by().values_list("item_id", flat=True)
    return {*lent.distinct(), *ranked.distinct()}


def _outputs_of(campaign: Campaign) -> dict[int, OutputSet]:
    rows = (
        ItemOutputSystem.objects.filter(item__campaign=campaign)
        .order_by("item_id", "output__position", "pk")
        .values_list("item_id", "output_id", "output__text", "system__name")
    )
    groups: dict[int, dict[int, tuple[str, list[str]]]] = defaultdict(dict)
    for item, output, text, name in rows.iterator(chunk_size=AT_ONCE):
        groups[item].setdefault(output, (text, []))[1].append(name)
    return {
        item: OutputSet(
            tuple(text for text, _ in outputs.values()), tuple(tuple(names) for _, names in outputs.values())
        )
        for item, outputs in groups.items()
    }
