"""Assign imported judgments to items: judgments of the same screen belong to one item."""

from collections import defaultdict
from dataclasses import dataclass, field

from rankings.formats.records import Judgment
from rankings.models import Campaign, ItemOutput, ItemOutputSystem, Ranking

Group = tuple[str, ...]


@dataclass(slots=True, eq=False)
class TargetItem:
    """An item that exists or will be made.

    Attributes:
        sentence: id of the sentence.
        label: the item's id in the file.
        groups: systems of each distinct output, in the order of the item; empty while unknown.
        judges: ids of judges who have answered it.
        item: id of the item; 0 until it is stored.
        outputs: ids of the item's outputs by group; empty until they are stored.
    """

    sentence: int
    label: str
    groups: tuple[Group, ...] = ()
    judges: set[int] = field(default_factory=set)
    item: int = 0
    outputs: dict[Group, int] = field(default_factory=dict)


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
        self.new_targets: list[TargetItem] = []

    @classmethod
    def of_campaign(cls, campaign: Campaign) -> "ItemPlan":
        """Begin with the items that earlier imports made. Four queries."""
        plan = cls()
        targets = {
            item: TargetItem(sentence, label, item=item)
            for item, sentence, label in campaign.items.filter(is_imported=True)
            .order_by("number")
            .values_list("pk", "sentence_id", "label")
        }
        systems: dict[int, list[str]] = defaultdict(list)
        producers = ItemOutputSystem.objects.filter(item__campaign=campaign, item__is_imported=True)
        for output, name in producers.order_by("pk").values_list("output_id", "system__name"):
            systems[output].append(name)
        outputs = ItemOutput.objects.filter(item__campaign=campaign, item__is_imported=True)
        for output, item in outputs.order_by("item_id", "position").values_list("pk", "item_id"):
            group = tuple(systems[output])
            targets[item].groups += (group,)
            targets[item].outputs[group] = output
        answered = Ranking.objects.filter(item__campaign=campaign, item__is_imported=True)
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
            self.new_targets.append(target)
        target.judges.add(judge)
        return target

    def unstored_outputs(self) -> list[TargetItem]:
        """Items whose outputs are known and not yet stored."""
        return [target for targets in self._with_outputs.values() for target in targets if not target.outputs]

    def _add(self, target: TargetItem) -> None:
        key = (target.label, target.sentence)
        self._all[key].append(target)
        if target.groups:
            self._with_outputs[(*key, frozenset(target.groups))].append(target)
        else:
            self._without_outputs[key].append(target)

    def _free(self, targets: list[TargetItem], judge: int) -> TargetItem | None:
        return next((target for target in targets if judge not in target.judges), None)
