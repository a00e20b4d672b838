"""Assign imported judgments to items: judgments of the same screen belong to one item."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from rankings.formats.columns import Judgments
from rankings.formats.records import Judgment

Group = tuple[str, ...]


@dataclass(slots=True, eq=False)
class NewItem:
    """An item to be made.

    Attributes:
        sentence: id of the sentence.
        label: the item's id in the file.
        groups: systems of each distinct output, in the order of the item; empty where all skipped it.
        judges: who have answered it.
        key: of the row, and those of its outputs by their systems, once they are stored.
    """

    sentence: int
    label: str
    groups: tuple[Group, ...] = ()
    judges: set[str] = field(default_factory=set)
    key: int = 0
    outputs: dict[Group, int] = field(default_factory=dict)


def planned_items(judgments: Judgments, sentences: Mapping[int, int]) -> list[NewItem]:
    """The item of each judgment of a file.

    Judgments belong to one item when they agree in the item's id, the sentence and the groups of systems that
    share an output: that is how several judges came to rank the same screen. Ids alone are not unique within
    a file. A judge answers an item once; the same item judged again becomes another item. A judgment without
    outputs (skipped) joins any item of its id and sentence.

    Args:
        judgments: in file order.
        sentences: ids of sentences by their number.
    """
    alike: dict[tuple[object, ...], list[NewItem]] = defaultdict(list)
    found: dict[int, NewItem] = {}

    def item_of(judgment: Judgment) -> NewItem:
        groups = tuple([output.systems for output in judgment.outputs])
        of_label = (judgment.item, judgment.sentence)
        others = alike[(*of_label, frozenset(groups))] if groups else alike[of_label]
        item = next((one for one in others if judgment.judge not in one.judges), None)
        if item is None:
            item = NewItem(sentences[int(judgment.sentence)], judgment.item, groups)
            alike[of_label].append(item)
            if groups:
                others.append(item)
        item.judges.add(judgment.judge)
        return item

    # Judgments without outputs come second, so that they can join an item that another gave outputs.
    for has_outputs in (True, False):
        found |= {
            place: item_of(judgment)
            for place, judgment in enumerate(judgments)
            if bool(judgment.outputs) is has_outputs
        }
    return [found[place] for place in range(len(judgments))]
