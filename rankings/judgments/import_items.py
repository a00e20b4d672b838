"""Which imported judgments answer the same item."""

from collections import defaultdict
from dataclasses import dataclass, field

from rankings.formats.records import Judgment
from rankings.models import Campaign, ItemOutput, ItemOutputSystem, Ranking

Group = tuple[str, ...]


@dataclass(slots=True, eq=False)
class Place:
    """An item that exists or will be made.

    Attributes:
        sentence: id of the sentence.
        label: the item's id in the file.
        groups: systems of each distinct output, in the order of the item; empty while nobody told them.
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
    """Finds the item that a judgment belongs to, or makes a place for a new one.

    Judgments belong to one item when they agree in the item's id, the sentence and the groups of systems that
    share an output: that is how several judges came to rank the same screen. Ids alone are not unique within
    a file. A judge answers an item once; the same item judged again becomes another item.

    A judgment without outputs (skipped) joins an item of its id and sentence, and else an item that has no
    outputs until somebody's judgment tells them.
    """

    def __init__(self) -> None:
        self._told: dict[tuple[str, int, frozenset[Group]], list[Place]] = defaultdict(list)
        self._untold: dict[tuple[str, int], list[Place]] = defaultdict(list)
        self._all: dict[tuple[str, int], list[Place]] = defaultdict(list)
        self.new_places: list[Place] = []

    @classmethod
    def of_campaign(cls, campaign: Campaign) -> "ItemPlan":
        """Begin with the items that earlier imports made. Four queries."""
        plan = cls()
        places = {
            item: Place(sentence, label, item=item)
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
            places[item].groups += (group,)
            places[item].outputs[group] = output
        answered = Ranking.objects.filter(item__campaign=campaign, item__is_imported=True)
        for item, judge in answered.values_list("item_id", "judge_id"):
            places[item].judges.add(judge)
        for place in places.values():
            plan._add(place)
        return plan

    def place(self, judgment: Judgment, sentence: int, judge: int) -> Place:
        """The item that this judgment answers; the judge counts as having answered it from now on."""
        groups = tuple(output.systems for output in judgment.outputs)
        spot = (judgment.item, sentence)
        found = self._free(self._told[(*spot, frozenset(groups))] if groups else self._all[spot], judge)
        if found is None and groups:
            found = self._free(self._untold[spot], judge)
            if found is not None:
                self._untold[spot].remove(found)
                found.groups = groups
                self._told[(*spot, frozenset(groups))].append(found)
        if found is None:
            found = Place(sentence, judgment.item, groups)
            self._add(found)
            self.new_places.append(found)
        found.judges.add(judge)
        return found

    def unstored_outputs(self) -> list[Place]:
        """Items whose outputs are known and not yet stored."""
        return [place for places in self._told.values() for place in places if not place.outputs]

    def _add(self, place: Place) -> None:
        spot = (place.label, place.sentence)
        self._all[spot].append(place)
        if place.groups:
            self._told[(*spot, frozenset(place.groups))].append(place)
        else:
            self._untold[spot].append(place)

    def _free(self, places: list[Place], judge: int) -> Place | None:
        return next((place for place in places if judge not in place.judges), None)
