"""Choose items by what they are expected to add, beside a share of items that results have no part in.

An item for a pair of systems shows a sentence that no item shows yet, drawn as the sampler of the campaign
draws from those on which the outputs of the two differ. So which sentences are judged says nothing about who
won so far: results decide about the pairs alone. The other outputs are those that add most for other pairs.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from rankings.formats.records import OutputSet
from rankings.items.sampling import SampledItem, Sampler, sample_items

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class AddedItem:
    """An item of a batch. `pair` is the one that it was chosen for; None for an item sampled at random."""

    item: SampledItem
    pair: Pair | None


def choose_batch(
    output_sets: Sequence[OutputSet],
    gains: Mapping[Pair, float],
    *,
    items: int,
    seed: int,
    used: Collection[int] = (),
    sentences_so_far: Mapping[Pair, int] | None = None,
    random_share: float = 0.25,
    max_outputs: int = 5,
    sampler: Sampler = "diversity",
) -> list[AddedItem]:
    """At most `items` items of different sentences, in an order that does not tell why an item was chosen.

    Args:
        output_sets: distinct outputs of every sentence.
        gains: how much a further sentence is expected to add for each pair of systems; none below 0.
        items: how many.
        seed: the same arguments give the same items.
        used: indices of sentences that items show already; they are not chosen again.
        sentences_so_far: on which the systems of each pair were compared: the more, the less it matters
            that one more item of this batch compares them.
        random_share: share of the items that is sampled without regard to gains, rounded up.
        max_outputs: that an item shows.
        sampler: how sentences are drawn.

    Returns:
        the items, numbered from 0; fewer where sentences run out. No item compares equal outputs alone.

    Raises:
        ValueError: a share outside of 0 to 1, or fewer than 2 outputs.
    """
    if not 0 <= random_share <= 1:
        raise ValueError(f"the share of random items has to lie between 0 and 1; it is {random_share}")
    if max_outputs < 2:
        raise ValueError(f"at least 2 outputs must be shown to compare any, not {max_outputs}")
    shown_before = set(used)
    free = [
        index for index, outputs in enumerate(output_sets) if len(outputs) > 1 and index not in shown_before
    ]
    at_random = min(ceil(items * random_share), len(free))
    drawn = sample_items(
        [output_sets[index] for index in free],
        items=len(free),
        seed=seed,
        max_outputs=max_outputs,
        sampler=sampler,
        replacement=False,
    )
    chosen: list[tuple[int, OutputSet, Pair | None, float]] = [
        (free[one.sentence], one.outputs, None, one.probability) for one in drawn[:at_random]
    ]
    # The others in the order in which they would have been drawn, so that each pair gets sentences as random.
    left = [free[one.sentence] for one in drawn[at_random:]]
    chance = random.Random(seed)
    picker = _Picker(gains, sentences_so_far or {})
    while len(chosen) < items:
        found = picker.next_item(output_sets, left, max_outputs, chance)
        if found is None:
            break
        index, shown, pair = found
        left.remove(index)
        chosen.append((index, shown, pair, 0.0))
    chance.shuffle(chosen)
    return [
        AddedItem(SampledItem(number, index, shown, len(output_sets[index]), probability), pair)
        for number, (index, shown, pair, probability) in enumerate(chosen)
    ]


class _Picker:
    """What is still to be gained, as items of the batch are chosen."""

    def __init__(self, gains: Mapping[Pair, float], so_far: Mapping[Pair, int]) -> None:
        self.gains = {pair: gain for pair, gain in sorted(gains.items()) if gain > 0}
        self.so_far = {pair: max(1, so_far.get(pair, 0)) for pair in self.gains}
        self.added = dict.fromkeys(self.gains, 0)

    def gain(self, pair: Pair) -> float:
        """The variance of a share falls with the square of the sentences that it rests on."""
        return self.gains[pair] * (self.so_far[pair] / (self.so_far[pair] + self.added[pair])) ** 2

    def next_item(
        self, output_sets: Sequence[OutputSet], left: Sequence[int], most: int, chance: random.Random
    ) -> tuple[int, OutputSet, Pair] | None:
        """The first sentence left for the pair with the largest gain for which there is one."""
        for pair in sorted(self.gains, key=lambda pair: (-self.gain(pair), pair)):
            for index in left:
                outputs = output_sets[index]
                if _apart(outputs, pair):
                    shown = self._shown(outputs, pair, most, chance)
                    for other in self.gains:
                        self.added[other] += _apart(shown, other)
                    return index, shown, pair
        return None

    def _shown(self, outputs: OutputSet, pair: Pair, most: int, chance: random.Random) -> OutputSet:
        """The outputs of the pair, and others one after another by what each adds."""
        place = {system: k for k, systems in enumerate(outputs.systems) for system in systems}
        kept = [place[pair[0]], place[pair[1]]]
        others = [k for k in range(len(outputs)) if k not in kept]
        chance.shuffle(others)
        current = {other: self.gain(other) for other in self.gains}
        while others and len(kept) < most:
            adds = dict.fromkeys(others, 0.0)
            for (first, second), gain in current.items():
                ends = place.get(first), place.get(second)
                for new, old in (ends, ends[::-1]):
                    if new in adds and old in kept:
                        adds[new] += gain
                    elif new in adds and old in adds and new != old and len(kept) + 1 < most:
                        adds[new] += gain / 2
            best = max(others, key=adds.__getitem__)
            others.remove(best)
            kept.append(best)
        kept.sort()
        return OutputSet(tuple(outputs.texts[k] for k in kept), tuple(outputs.systems[k] for k in kept))


def _apart(outputs: OutputSet, pair: Pair) -> bool:
    """Whether both systems are there, with different outputs."""
    ends = [k for name in pair for k, systems in enumerate(outputs.systems) if name in systems]
    return len(ends) == 2 and ends[0] != ends[1]
