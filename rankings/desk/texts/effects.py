"""What a system that joins later, or another output of a system, means for the items that there are."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from rankings.desk.texts.shown_items import (
    ShownItem,
    full_sets,
    pairs_of_systems,
    renamed,
    same_output,
    shown_items,
)
from rankings.formats.records import OutputSet
from rankings.items.joining import join
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, Item, System

JUDGING = Item.Purpose.JUDGING


@dataclass(frozen=True, slots=True)
class Figures:
    """The effect in numbers, for the page that asks for confirmation.

    Attributes:
        rankings_so_far: rankings of the campaign that count.
        seen: items that judges have seen or have open.
        same: of those, items that show the same output: of another system where one is added, of the replaced
            file where one is replaced.
        other: items seen by judges that show a replaced output.
        other_rankings, other_judges: rankings of those that count, and how many judges gave them.
        other_imported: how many of those items were imported with their rankings.
        unseen: items that nobody has seen.
        rebuilt: of those, items that would show the new output.
        pairs: comparisons that the new system gets from these once all are judged.
        pairs_of_others: median number of comparisons of the other systems so far.
    """

    rankings_so_far: int = 0
    seen: int = 0
    same: int = 0
    other: int = 0
    other_rankings: int = 0
    other_judges: int = 0
    other_imported: int = 0
    unseen: int = 0
    rebuilt: int = 0
    pairs: int = 0
    pairs_of_others: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """Items by what becomes of them, with the outputs that they show afterwards.

    Attributes:
        figures: in numbers.
        rebuilt: unseen items that get other outputs.
        same: seen items that show an output which is the same in a replaced file and in the new one.
        other: seen items that show a replaced output, which is another now.
    """

    figures: Figures
    rebuilt: tuple[tuple[ShownItem, OutputSet], ...]
    same: tuple[ShownItem, ...] = ()
    other: tuple[tuple[ShownItem, OutputSet], ...] = ()


def effect_of_adding(campaign: Campaign, name: str, outputs: Mapping[int, str], seed: int) -> Effect:
    """What a further system means; `outputs` are its texts by key of the sentence.

    The same seed gives the same items, as long as no other has been seen in between.
    """
    items = [item for item in shown_items(campaign) if item.purpose == JUDGING]
    free = [item for item in items if item.may_be_rebuilt]
    sets = full_sets(campaign, {item.sentence for item in items}, joining=(name, outputs))
    chance = random.Random(seed)
    joined = [
        (item, join(item.outputs, sets[item.sentence], name, most=campaign.max_outputs, chance=chance))
        for item in free
        if item.outputs.texts
    ]
    rebuilt = tuple((item, shown) for item, shown in joined if _covers(shown, name))
    seen = [item for item in items if item.is_seen]
    figures = Figures(
        rankings_so_far=counting_rankings(campaign).count(),
        seen=len(seen),
        same=sum(
            any(same_output(text, outputs.get(item.sentence, "")) for text in item.outputs.texts)
            for item in seen
        ),
        unseen=len(free),
        rebuilt=len(rebuilt),
        pairs=_pairs(campaign, rebuilt),
        pairs_of_others=_pairs_of_others(campaign),
    )
    return Effect(figures, rebuilt)


def effect_of_replacing(campaign: Campaign, system: System, outputs: Mapping[int, str], seed: int) -> Effect:
    """What another file for a system means; `outputs` are its texts by key of the sentence."""
    name = system.name
    items = shown_items(campaign, system=system)
    sets = full_sets(campaign, {item.sentence for item in items}, joining=(name, outputs), without=[name])
    chance = random.Random(seed)

    def replaced(item: ShownItem) -> tuple[ShownItem, OutputSet]:
        rest = renamed(item, {name: ""}).outputs
        full = sets[item.sentence]
        return item, join(rest, full, name, most=campaign.max_outputs, chance=chance, always=True)

    rebuilt = tuple(replaced(item) for item in items if item.may_be_rebuilt)
    kept = [item for item in items if not item.may_be_rebuilt]
    same = tuple(item for item in kept if same_output(item.shows(name) or "", outputs[item.sentence]))
    keys = {item.key for item in same}
    other = tuple(replaced(item) for item in kept if item.key not in keys)
    rankings = {item.key for item, _ in other}
    counting = [
        judge
        for item, judge in counting_rankings(campaign)
        .order_by()
        .values_list("item_id", "judge_id")
        .iterator()
        if item in rankings
    ]
    figures = Figures(
        rankings_so_far=counting_rankings(campaign).count(),
        seen=len(kept),
        same=len(same),
        other=len(other),
        other_rankings=len(counting),
        other_judges=len(set(counting)),
        other_imported=sum(item.is_imported for item, _ in other),
        unseen=len(rebuilt),
        rebuilt=len(rebuilt),
        pairs=_pairs(campaign, rebuilt),
        pairs_of_others=_pairs_of_others(campaign, name),
    )
    return Effect(figures, rebuilt, same, other)


def _covers(shown: OutputSet, name: str) -> bool:
    return any(name in systems for systems in shown.systems)


def _pairs(campaign: Campaign, items: Sequence[tuple[ShownItem, OutputSet]]) -> int:
    """Comparisons of the one system that all these items show, once every planned judge has ranked them."""
    covered = [
        sum(map(len, shown.systems)) - 1 for item, shown in items if len(shown) > 1 and not item.is_retired
    ]
    return campaign.judges_per_item * sum(covered)


def _pairs_of_others(campaign: Campaign, name: str = "") -> int:
    pairs = [number for system, number in pairs_of_systems(campaign).items() if system != name]
    return round(median(pairs)) if pairs else 0
