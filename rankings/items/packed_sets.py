"""Which systems share an output, for every sentence of a corpus: a few bytes each, without the texts."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import overload

from rankings.formats.records import OutputSet

# What stands for a system without an output; no set has so many outputs.
NONE = 0xFFFF


class PackedSets(Sequence[OutputSet]):
    """Output sets whose texts are numbers: "0" for the first output, "1" for the second, and so on.

    That is all that a sample depends on. `with_texts` puts the texts in again.
    """

    def __init__(self, systems: Sequence[str]) -> None:
        """`systems` are all that may occur, in the order in which sets name them."""
        self._systems = tuple(systems)
        self._packed: list[bytes] = []
        # Equal sets are one object: few systems can share outputs in few ways.
        self._known: dict[bytes, bytes] = {}
        self._unpacked = lru_cache(maxsize=4096)(self._unpack)

    def add(self, output_set: OutputSet) -> None:
        """Append a set; its texts are dropped."""
        number_of = {name: k for k, names in enumerate(output_set.systems) for name in names}
        packed = b"".join([number_of.get(name, NONE).to_bytes(2) for name in self._systems])
        self._packed.append(self._known.setdefault(packed, packed))

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, index: int) -> OutputSet: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[OutputSet]: ...
    def __getitem__(self, index: int | slice) -> OutputSet | Sequence[OutputSet]:
        if isinstance(index, slice):
            return [self._unpacked(packed) for packed in self._packed[index]]
        return self._unpacked(self._packed[index])

    def _unpack(self, packed: bytes) -> OutputSet:
        groups: dict[int, list[str]] = {}
        for place, name in enumerate(self._systems):
            number = int.from_bytes(packed[2 * place : 2 * place + 2])
            if number != NONE:
                groups.setdefault(number, []).append(name)
        return OutputSet(
            tuple(map(str, range(len(groups)))), tuple(tuple(groups[number]) for number in sorted(groups))
        )


def with_texts(numbered: OutputSet, full: OutputSet) -> OutputSet:
    """A choice from a packed set, with the texts of the set that was packed."""
    return OutputSet(tuple(full.texts[int(number)] for number in numbered.texts), numbered.systems)


def packed_sets(systems: Sequence[str], sets: Iterable[OutputSet]) -> PackedSets:
    """All these sets, packed."""
    packed = PackedSets(systems)
    for output_set in sets:
        packed.add(output_set)
    return packed
