"""Assign imported judgments to items: judgments of the same screen belong to one item."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rankings.formats.columns import Judgments
from rankings.formats.records import Judgment
from rankings.models import Campaign, ItemOutput, ItemOutputSystem, Ranking, Sentence

Group = tuple[str, ...]


@dataclass(slots=True, eq=False)
class TargetItem:
    """An item that exists or will be made.

    Attributes:
        sentence: id of the sentence.
        label: the item's id in the file.
        groups: systems of each distinct output, in the order of the item; empty while unknown.
        judges: ids of judges who have answered it.
        item: id of the item; 0 for one that will be made.
    """

    sentence: int
    label: str
    groups: tuple[Group, ...] = ()
    judges: set[int] = field(default_factory=set)
    item: int = 0


class ItemPlan:
    """Finds the item that a judgment belongs to, or plans a new one.

    Judgments belong to one item when they agree in the item's id, the sentence and the groups of systems that
    share an output: that is how several judges came to rank the same screen. Ids alone are not unique within
    a file. A judge answers an item once; the same item judged again becomes another item.

    A judgment without outputs (skipped) joins an item of its id and sentence, and else an item that has no
    outputs until a judgment brings them.
    """

    def __init__(self) -> None:
        self._with_outputs: dict[tuple[str, int, frozenset[Group]], list[TargetItem]] = defaultdict(list)
        self._without_outputs: dict[tuple[str, int], list[TargetItem]] = defaultdict(list)
        self._all: dict[tuple[str, int], list[TargetItem]] = defaultdict(list)

    @classmethod
    def of_campaign(cls, campaign: Campaign) -> "ItemPlan":
        """Begin with the items that earlier imports made. Four queries."""
        plan = cls()
        items = campaign.items.filter(is_imported=True)
        targets = {
            item: TargetItem(sentence, label, item=item)
            for item, sentence, label in items.order_by("number").values_list("pk", "sentence_id", "label")
        }
        if not targets:
            return plan
        of_part = items.order_by().values("pk")
        systems: dict[int, list[str]] = defaultdict(list)
        producers = ItemOutputSystem.objects.filter(item__in=of_part)
        for output, name in producers.order_by("pk").values_list("output_id", "system__name"):
            systems[output].append(name)
        outputs = ItemOutput.objects.filter(item__in=of_part)
        for output, item in outputs.order_by("item_id", "position").values_list("pk", "item_id"):
            targets[item].groups += (tuple(systems[output]),)
        answered = Ranking.objects.filter(item__in=of_part)
        for item, judge in answered.values_list("item_id", "judge_id"):
            targets[item].judges.add(judge)
        for target in targets.values():
            plan._add(target)
        return plan

    def target_of(self, judgment: Judgment, sentence: int, judge: int) -> TargetItem:
        """The item that this judgment answers; the judge counts as having answered it from now on."""
        groups = tuple(output.systems for output in judgment.outputs)
        key = (judgment.item, sentence)
        target = self._free(
            self._with_outputs[(*key, frozenset(groups))] if groups else self._all[key], judge
        )
        if target is None and groups:
            target = self._free(self._without_outputs[key], judge)
            if target is not None:
                self._without_outputs[key].remove(target)
                target.groups = groups
                self._with_outputs[(*key, frozenset(groups))].append(target)
        if target is None:
            target = TargetItem(sentence, judgment.item, groups)
            self._add(target)
        target.judges.add(judge)
        return target

    def _add(self, target: TargetItem) -> None:
        key = (target.label, target.sentence)
        self._all[key].append(target)
        if target.groups:
            self._with_outputs[(*key, frozenset(target.groups))].append(target)
        else:
            self._without_outputs[key].append(target)

    def _free(self, targets: list[TargetItem], judge: int) -> TargetItem | None:
        return next((target for target in targets if judge not in target.judges), None)


def planned_items(
    campaign: Campaign, judgments: Judgments, judges: Mapping[str, int], look: Callable[[float], None]
) -> list[TargetItem]:
    """The item of each judgment.

    Args:
        campaign: whose items may be joined.
        judgments: in file order.
        judges: keys by name.
        look: called now and then.
    """
    sentences = dict(Sentence.objects.filter(campaign=campaign).values_list("index", "pk"))
    plan = ItemPlan.of_campaign(campaign)
    targets: dict[int, TargetItem] = {}
    # Judgments without outputs come second, so that they can join an item that another gave outputs.
    for has_outputs in (True, False):
        look(0.4)
        for place, judgment in enumerate(judgments):
            if bool(judgment.outputs) is has_outputs:
                sentence = sentences[int(judgment.sentence)]
                targets[place] = plan.target_of(judgment, sentence, judges[judgment.judge])
    return [targets[place] for place in range(len(judgments))]
